"""Output and input at the prompt, on a terminal or through pipes."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection
from contextlib import AbstractContextManager
from importlib import import_module

from rich.console import Console

from malecon.games.position import Position
from malecon.interfaces.terminal.board import coloured_board


def has_colours(console: Console) -> bool:
    """Return whether a console has enough colours for a coloured board."""
    return console.is_terminal and console.color_system in ("256", "truecolor") and not console.no_color


class Screen:
    """Prints boards and lines, in colour if standard output is a terminal with enough colours."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line."""
        self._console.print(text, style=style, soft_wrap=True)

    def show(self, position: Position, marks: Collection[str] = ()) -> None:
        """Draw a board; `marks` are empty cells to highlight, if there are colours."""
        if has_colours(self._console):
            self._console.print(coloured_board(position, dict.fromkeys(marks, "+")), soft_wrap=True)
        else:
            self.say(str(position))


class Prompt(Screen):
    """A screen that also reads lines.

    If standard input is not a terminal, nothing is coloured and every line is echoed after its question, so that the
    output of a script reads like a game.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_interactive:
            with contextlib.suppress(ImportError):  # some systems lack it
                import_module("readline")  # arrow keys and history for input()
        else:
            self._console.no_color = True

    def waiting(self, text: str) -> AbstractContextManager[object]:
        """Show a spinner while the engine thinks, on a terminal only."""
        return self._console.status(text) if self.is_interactive else contextlib.nullcontext()

    def ask(self, question: str) -> str:
        """Read a line; raise EOFError at the end of input and KeyboardInterrupt at Ctrl-C."""
        answer = input(question)
        if not sys.stdin.isatty():
            self.say(answer)
        return answer.strip()
