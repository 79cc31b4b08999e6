"""`malecon complexity`: the size of Havannah's state space and game tree."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.table import Table

from malecon.games.havannah.complexity import Complexity
from malecon.games.havannah.complexity import complexity as compute
from malecon.interfaces.cli.console import plain_console

PLAYABLE_BASES = range(2, 15)
TITLES = {
    "state_space": "positions",
    "state_space_by_symmetry": "up to symmetry",
    "game_tree": "game tree",
}


def complexity(
    base: Annotated[int, typer.Option("--base", "-b", help="Cells per side of the board, 2 to 100.")] = 10,
    all_bases: Annotated[bool, typer.Option("--all", help="List every playable base, 2 to 14.")] = False,
    length: Annotated[
        int | None,
        typer.Option(
            help="Average length of a game in plies. \\[default: 66 on base 10 (joosten2009), in proportion elsewhere]"
        ),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Print every digit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print exact integers and powers of ten as JSON.")] = False,
) -> None:
    """Compute the state-space and game-tree size of Havannah."""
    sizes = [compute(b, game_length=length) for b in (PLAYABLE_BASES if all_bases else [base])]
    sys.set_int_max_str_digits(0)  # the integers are long, but not untrusted input
    if as_json:
        typer.echo(json.dumps([_as_dict(size) for size in sizes], indent=2))
    elif exact:
        typer.echo("\n\n".join(_exact_text(size) for size in sizes))
    else:
        _print_table(sizes)


def _as_dict(size: Complexity) -> dict[str, Any]:
    numbers = {name: getattr(size, name) for name in TITLES}
    head = {"base": size.base, "cells": size.cells, "game_length": size.game_length}
    return head | numbers | {"powers_of_ten": size.powers_of_ten}


def _exact_text(size: Complexity) -> str:
    head = f"base {size.base}, {size.cells} cells, games of {size.game_length} plies"
    return "\n".join([head, *(f"{title}: {getattr(size, name)}" for name, title in TITLES.items())])


def _print_table(sizes: list[Complexity]) -> None:
    table = Table("base", "cells", "plies per game", *TITLES.values())
    for column in table.columns:
        column.justify = "right"
    for size in sizes:
        powers = (f"10^{size.powers_of_ten[name]}" for name in TITLES)
        table.add_row(str(size.base), str(size.cells), str(size.game_length), *powers)
    plain_console().print(table)
