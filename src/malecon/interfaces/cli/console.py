"""Consoles, progress displays and exit codes that commands share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it
PIPE_WIDTH = 120  # columns if the output is not a terminal
REFRESHES_PER_SECOND = 1  # drawing takes time from the games


class LiveView(Protocol):
    """A display that is redrawn on a terminal and otherwise prints a status line from time to time."""

    def __rich__(self) -> RenderableType:
        """Return the current display."""

    def status_line(self) -> str | None:
        """Return the state in one line, or None if the last line is recent."""


def plain_console(*, stderr: bool = False) -> Console:
    """Return a console that prints text as it is, without markup."""
    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def follow(events: Iterator[Any], view: LiveView, console: Console) -> bool:
    """Consume the events while showing the view; return False if Ctrl-C interrupted them."""
    live = Live(view, console=console, transient=True, refresh_per_second=REFRESHES_PER_SECOND)
    try:
        with live if console.is_terminal else nullcontext():
            for _ in events:
                if not console.is_terminal and (line := view.status_line()):
                    console.print(line, soft_wrap=True)
    except KeyboardInterrupt:
        return False
    finally:
        if isinstance(events, Generator):
            events.close()
    return True


@contextmanager
def progress_bar(unit: str, total: int, console: Console) -> Iterator[Callable[[str], None]]:
    """Show a progress bar on a terminal, or else a line at every tenth; yield a function that advances it.

    The function takes a remark to show behind the bar.
    """
    columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    remark = TextColumn("{task.description}")
    with Progress(*columns, remark, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        done = 0

        def advance(description: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, advance=1, description=description)
            if not console.is_terminal and done * 10 // total > (done - 1) * 10 // total:
                console.print(f"  {done:,} of {total:,} {unit}")

        yield advance
