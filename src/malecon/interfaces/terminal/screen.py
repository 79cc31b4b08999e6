"""Showing and asking, on a terminal or through pipes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection
from contextlib import AbstractContextManager

from rich.console import Console

from malecon.games.position import Position
from malecon.interfaces.terminal.board import coloured_board


def has_colours(console: Console) -> bool:
    """Whether a board in colour can be told from a stain."""
    return console.is_terminal and console.color_system in ("256", "truecolor") and not console.no_color


class Screen:
    """Where boards and lines are shown; in colour where standard output is a terminal that has enough of them."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line."""
        self._console.print(text, style=style, soft_wrap=True)

    def show(self, position: Position, marks: Collection[str] = ()) -> None:
        """Draw a board; `marks` are empty cells to point at, which plain text leaves to the words around it."""
        if has_colours(self._console):
            self._console.print(coloured_board(position, dict.fromkeys(marks, "+")), soft_wrap=True)
        else:
            self.say(str(position))


class Prompt(Screen):
    """A screen that also asks.

    Where standard input is no terminal nothing is coloured, and each line that was read is shown after its question, so
    that the output of a script reads like a game.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 (arrow keys and history at the prompt, where the system has them)
        else:
            self._console.no_color = True

    def waiting(self, text: str) -> AbstractContextManager[object]:
        """Show that something is being thought about, where a person sits at a terminal."""
        return self._console.status(text) if self.is_interactive else contextlib.nullcontext()

    def ask(self, question: str) -> str:
        """Ask for a line; EOFError where there is none, KeyboardInterrupt at Ctrl-C."""
        answer = input(question)
        if not sys.stdin.isatty():
            self.say(answer)
        return answer.strip()
