"""Drawn boards for tests: `O` White, `X` Black, `.` empty, one lower-case `o` or `x` for the last stone."""

from __future__ import annotations

from malecon import BLACK, WHITE, Havannah


def before_last(text: str) -> tuple[Havannah, str]:
    """Return the position before the lower-case stone, with its colour to move, and the cell of that stone."""
    signs = text.split()
    (last,) = [cell for cell, sign in enumerate(signs) if sign in "ox"]
    to_move = WHITE if signs[last] == "o" else BLACK
    position = Havannah.from_text(text.replace("o", ".").replace("x", "."), to_move)
    return position, position.cells[last]


def finish(text: str) -> Havannah:
    """Return the drawn position with its last stone played."""
    position, last = before_last(text)
    position.play(last)
    return position


def ways(position: Havannah) -> set[str]:
    """Return the endings of the game; empty while it goes on."""
    return {str(way) for way in position.outcome.how} if position.outcome else set()
