"""The arguments of commands: colours, numbers and file names; what is wrong with one is told in a line."""

from __future__ import annotations

import math
import re

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError

COLOURS = {"w": WHITE, "white": WHITE, "b": BLACK, "black": BLACK}
SWITCHES = {"1": True, "on": True, "true": True, "0": False, "off": False, "false": False}
MOST_SECONDS = 10_000_000.0
MOST_COUNT = 10**12
_QUOTED = re.compile(r'"([^"]*)"\s*(.*)', re.DOTALL)
_QUOTE = 30  # signs of a wrong argument that are shown again


def wrong(word: str, right: str) -> GameError:
    """The complaint about an argument."""
    shown = word if len(word) <= _QUOTE else word[: _QUOTE - 3] + "..."
    return GameError(f"syntax error: {shown!r} is not {right}")


def read_colour(word: str) -> Colour:
    """A colour: b, w, black or white in either case."""
    colour = COLOURS.get(word.lower())
    if colour is None:
        raise wrong(word, "a colour: black, white, b or w")
    return colour


def read_switch(word: str) -> bool:
    """On or off."""
    switch = SWITCHES.get(word.lower())
    if switch is None:
        raise wrong(word, "on or off")
    return switch


def read_number(word: str, what: str = "a number") -> float:
    """Any number that is finite."""
    try:
        number = float(word)
    except ValueError:
        raise wrong(word, what) from None
    if not math.isfinite(number):
        raise wrong(word, what)
    return number


def read_seconds(word: str) -> float:
    """A time, 0 or more."""
    number = read_number(word, "a time in seconds")
    if not 0 <= number <= MOST_SECONDS:
        raise wrong(word, f"a time of 0 to {MOST_SECONDS:.0f} seconds")
    return number


def read_count(word: str, least: int = 0) -> int:
    """A whole number."""
    if not (word.isascii() and word.isdigit()) or len(word) > len(str(MOST_COUNT)) or not least <= int(word):
        raise wrong(word, f"a whole number from {least} on")
    return int(word)


def read_path(rest: str) -> tuple[str, str]:
    """A file's name, in double quotes where it has blanks, and what follows it.

    Where nothing is quoted, blanks belong to the name, but for a whole number at the end.
    """
    if match := _QUOTED.fullmatch(rest):
        return match[1], match[2].strip()
    name, _, last = rest.rpartition(" ")
    return (name.strip(), last) if name and last.isascii() and last.isdigit() else (rest, "")
