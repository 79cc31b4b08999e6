"""`malecon complexity`: the size of the game as a table."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from malecon.games.havannah.complexity import Complexity

PLAYABLE_BASES = range(2, 15)
TITLES = {
    "state_space": "positions",
    "state_space_by_symmetry": "up to symmetry",
    "game_tree": "game tree",
}


def complexity(
    base: Annotated[int, typer.Option("--base", "-b", help="Cells on a side of the board, 2 to 100.")] = 10,
    every: Annotated[bool, typer.Option("--all", help="Every base that can be played, 2 to 14.")] = False,
    length: Annotated[
        int | None,
        typer.Option(help="Plies of an average game. Default: 66 on base 10 (joosten2009), the same share elsewhere."),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Print every digit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: exact integers and powers of ten.")] = False,
) -> None:
    """How large Havannah is: positions, positions up to symmetry, and the game tree."""
    from malecon.games.havannah.complexity import complexity as compute

    sizes = [compute(b, game_length=length) for b in (PLAYABLE_BASES if every else [base])]
    sys.set_int_max_str_digits(0)  # these integers are ours: long, but no attack
    if as_json:
        typer.echo(json.dumps([_as_object(size) for size in sizes], indent=2))
    elif exact:
        typer.echo("\n\n".join(_exact(size) for size in sizes))
    else:
        _print_table(sizes)


def _as_object(size: Complexity) -> dict[str, Any]:
    numbers = {name: getattr(size, name) for name in TITLES}
    head = {"base": size.base, "cells": size.cells, "game_length": size.game_length}
    return head | numbers | {"powers_of_ten": size.powers_of_ten}


def _exact(size: Complexity) -> str:
    head = f"base {size.base}, {size.cells} cells, games of {size.game_length} plies"
    return "\n".join([head, *(f"{title}: {getattr(size, name)}" for name, title in TITLES.items())])


def _print_table(sizes: list[Complexity]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("base", "cells", "plies a game", *TITLES.values())
    for column in table.columns:
        column.justify = "right"
    for size in sizes:
        powers = (f"10^{size.powers_of_ten[name]}" for name in TITLES)
        table.add_row(str(size.base), str(size.cells), str(size.game_length), *powers)
    Console(highlight=False).print(table)
