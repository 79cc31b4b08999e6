"""`malecon players`: what a player's text may be made of."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from malecon.games.catalogue import GAMES
from malecon.games.errors import GameError
from malecon.interfaces.cli.boards import GameName, game_name

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from malecon.knowledge.technique import Technique

PIPE = "-"
NAMES_WIDTH = 26
PIPE_WIDTH = 120


def players(
    names: Annotated[list[str] | None, typer.Argument(help="Presets and techniques to show. \\[default: all]")] = None,
    game: GameName = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Write the reference page to this file instead; - is standard output.")
    ] = None,
) -> None:
    """List the presets, and the techniques of the search with their parameters, formulas and papers."""
    if markdown is not None:
        _write_page(markdown)
        return
    from malecon.games.catalogue import position_class
    from malecon.interfaces.technique_reference import all_groups, presets

    chosen = [game_name(game)] if game else list(GAMES)
    texts, groups = {name: dict(presets(name)) for name in chosen}, all_groups(chosen)
    techniques = [technique for group in groups.values() for technique in group]
    known = [*(name for own in texts.values() for name in own), *(technique.name for technique in techniques)]
    wanted = [_known(name, known) for name in names] if names else known
    for name, own in texts.items():
        _print_presets(position_class(name).title, {name: text for name, text in own.items() if name in wanted})
    for title, group in groups.items():
        _print_group(title, [technique for technique in group if technique.name in wanted])


def _write_page(target: Path) -> None:
    from malecon.interfaces.technique_reference import reference_page

    if str(target) == PIPE:
        typer.echo(reference_page(), nl=False)
    else:
        target.write_text(reference_page(), encoding="utf-8")


def _known(name: str, known: Collection[str]) -> str:
    if name in known:
        return name
    near = get_close_matches(name, known, 1)
    hint = f"Did you mean {near[0]}?" if near else "malecon players lists all that there is"
    raise GameError(f"there is no preset or technique {name!r}. {hint}")


def _print_presets(game: str, texts: dict[str, str]) -> None:
    """Texts are not broken into lines, so that they can be copied."""
    console = _console()
    if texts:
        console.print(f"[bold underline]Presets of {game}[/bold underline]")
    for name, text in texts.items():
        console.print(f"[bold]{name:<{NAMES_WIDTH}}[/bold] {text}", soft_wrap=True)
    if texts:
        console.print()


def _print_group(title: str, techniques: list[Technique]) -> None:
    from rich.markup import escape

    from malecon.interfaces.technique_reference import default_text, values_text
    from malecon.lab.reports.effects import effects_of

    table = _grid()
    for technique in techniques:
        table.add_row(f"[bold]{technique.name}[/bold]", escape(technique.doc))
        for parameter in technique.parameters:
            doc = f"[dim]({values_text(parameter)})[/dim] {escape(parameter.doc)}"
            table.add_row(f"  {parameter.name}={default_text(parameter)}", doc, style="cyan")
        if technique.formula:
            table.add_row("  formula", escape(technique.formula), style="green")
        if technique.paper:
            table.add_row("  paper", escape(technique.paper), style="dim")
        for effect in effects_of(technique):
            table.add_row("  measured", f"{escape(effect.a)} against {escape(effect.b)}", style="magenta")
            table.add_row("", escape(f"{effect.figure} of {effect.conditions}"), style="magenta")
    _print_table(title, table)


def _grid() -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=NAMES_WIDTH, overflow="fold")
    table.add_column(overflow="fold")
    return table


def _print_table(title: str, table: Table) -> None:
    if table.row_count:
        console = _console()
        console.print(f"[bold underline]{title}[/bold underline]")
        console.print(table)
        console.print()


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
