"""`malecon players`: list presets and techniques."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from malecon.games.catalogue import GAMES, position_class
from malecon.games.errors import GameError
from malecon.interfaces.cli.console import PIPE_WIDTH
from malecon.interfaces.cli.options import parse_game
from malecon.interfaces.cli.sources import PIPE
from malecon.interfaces.technique_reference import all_groups, default_text, presets, reference_page, values_text
from malecon.knowledge.technique import Technique
from malecon.lab.reports.effects import effects_of

NAMES_WIDTH = 26


def players(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Presets and techniques to show. \\[default: all]")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Show only this game. \\[default: all]")] = None,
    markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the reference page to a file; - is standard output.")
    ] = None,
) -> None:
    """List presets and techniques with their parameters.

    A player is written as a preset or as techniques joined by +, such as uct(c=0.4)+rave(r=50)+mate. The list shows
    the parameters of each technique with default and range, its formula, its paper and its measured effect.
    """
    if markdown is not None:
        _write_page(markdown)
        return
    chosen = [parse_game(game)] if game else list(GAMES)
    texts, groups = {name: dict(presets(name)) for name in chosen}, all_groups(chosen)
    techniques = [technique for group in groups.values() for technique in group]
    known = [*(name for own in texts.values() for name in own), *(technique.name for technique in techniques)]
    wanted = [_check_name(name, known) for name in names] if names else known
    for name, own in texts.items():
        _print_presets(position_class(name).title, {name: text for name, text in own.items() if name in wanted})
    for title, group in groups.items():
        _print_group(title, [technique for technique in group if technique.name in wanted])


def _write_page(target: Path) -> None:
    if str(target) == PIPE:
        typer.echo(reference_page(), nl=False)
    else:
        target.write_text(reference_page(), encoding="utf-8")


def _check_name(name: str, known: Collection[str]) -> str:
    if name in known:
        return name
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else "`malecon players` lists all names"
    raise GameError(f"unknown preset or technique {name!r}; {hint}")


def _print_presets(game: str, texts: dict[str, str]) -> None:
    """Print the presets of a game, each in one line so that it can be copied."""
    console = _console()
    if texts:
        console.print(f"[bold underline]Presets of {game}[/bold underline]")
    for name, text in texts.items():
        console.print(f"[bold]{name:<{NAMES_WIDTH}}[/bold] {text}", soft_wrap=True)
    if texts:
        console.print()


def _print_group(title: str, techniques: list[Technique]) -> None:
    if not techniques:
        return
    table = Table.grid(padding=(0, 1))
    table.add_column(min_width=NAMES_WIDTH, overflow="fold")
    table.add_column(overflow="fold")
    for technique in techniques:
        _add_rows(table, technique)
    console = _console()
    console.print(f"[bold underline]{title}[/bold underline]")
    console.print(table)
    console.print()


def _add_rows(table: Table, technique: Technique) -> None:
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


def _console() -> Console:
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)
