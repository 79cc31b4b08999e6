"""Drawn boards for tests: `O` White, `X` Black, `.` empty, one small `o` or `x` for the stone that is played next."""

from __future__ import annotations

from malecon import BLACK, WHITE, Havannah


def before_last(text: str) -> tuple[Havannah, str]:
    """The drawn position without the stone drawn as a small letter, that stone's colour to move, and its cell."""
    signs = text.split()
    (last,) = [cell for cell, sign in enumerate(signs) if sign in "ox"]
    to_move = WHITE if signs[last] == "o" else BLACK
    position = Havannah.from_text(text.replace("o", ".").replace("x", "."), to_move)
    return position, position.cells[last]


def finish(text: str) -> Havannah:
    """The drawn position, with its last stone played."""
    position, last = before_last(text)
    position.play(last)
    return position


def ways(position: Havannah) -> set[str]:
    """How the game was won: words; nothing where it goes on."""
    return {str(way) for way in position.outcome.how} if position.outcome else set()
