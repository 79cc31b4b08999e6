"""Parsing of command arguments: colours, switches, numbers and file names. Errors are one-line GameErrors."""

from __future__ import annotations

import math
import re

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError

COLOURS = {"w": WHITE, "white": WHITE, "b": BLACK, "black": BLACK}
SWITCHES = {"1": True, "on": True, "true": True, "0": False, "off": False, "false": False}
MAX_SECONDS = 10_000_000.0
MAX_COUNT = 10**12
_QUOTED = re.compile(r'"([^"]*)"\s*(.*)', re.DOTALL)
_MAX_SHOWN = 30  # characters of a wrong argument that the error message repeats


def argument_error(word: str, expected: str) -> GameError:
    """Return the error for an argument of the wrong kind."""
    shown = word if len(word) <= _MAX_SHOWN else word[: _MAX_SHOWN - 3] + "..."
    return GameError(f"syntax error: {shown!r} is not {expected}")


def read_colour(word: str) -> Colour:
    """Parse a colour: b, w, black or white in any case."""
    colour = COLOURS.get(word.lower())
    if colour is None:
        raise argument_error(word, "a colour: black, white, b or w")
    return colour


def read_switch(word: str) -> bool:
    """Parse on or off."""
    switch = SWITCHES.get(word.lower())
    if switch is None:
        raise argument_error(word, "on or off")
    return switch


def read_number(word: str, expected: str = "a number") -> float:
    """Parse a finite number."""
    try:
        number = float(word)
    except ValueError:
        raise argument_error(word, expected) from None
    if not math.isfinite(number):
        raise argument_error(word, expected)
    return number


def read_seconds(word: str) -> float:
    """Parse a time of 0 seconds or more."""
    number = read_number(word, "a time in seconds")
    if not 0 <= number <= MAX_SECONDS:
        raise argument_error(word, f"a time from 0 to {MAX_SECONDS:.0f} seconds")
    return number


def read_count(word: str, minimum: int = 0) -> int:
    """Parse an integer that is not below the minimum."""
    if not (word.isascii() and word.isdigit()) or len(word) > len(str(MAX_COUNT)) or not minimum <= int(word):
        raise argument_error(word, f"an integer of at least {minimum}")
    return int(word)


def read_path(rest: str) -> tuple[str, str]:
    """Split a file name, optionally in double quotes, from the rest of the line.

    Without quotes, spaces belong to the name, except before an integer at the end.
    """
    if match := _QUOTED.fullmatch(rest):
        return match[1], match[2].strip()
    name, _, last = rest.rpartition(" ")
    return (name.strip(), last) if name and last.isascii() and last.isdigit() else (rest, "")
