"""The shell commands of a Markdown page, to be run by the tests.

A fenced block of the language `bash` holds commands, one in a line; a line that ends with a backslash goes on in the
next. A block whose commands cannot be run by a test has the comment `<!-- not run: reason -->` in the line before it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(r"^\s*```(\w*)\s*$")
NOT_RUN = re.compile(r"^\s*<!-- not run: (?P<reason>.+) -->\s*$")
OPERATORS = set("|&;<>()`$*?~")


@dataclass(frozen=True)
class Command:
    """A line of a page."""

    line: int
    text: str

    @property
    def plain_words(self) -> list[str] | None:
        """The words of a command that needs no shell to understand it, or None."""
        if any(OPERATORS.intersection(part) for part in _unquoted(self.text)):
            return None
        return shlex.split(self.text, comments=True)


@dataclass(frozen=True)
class Block:
    """A fenced block of shell commands."""

    line: int
    commands: tuple[Command, ...]
    not_run: str | None = None
    """Why the tests do not run it."""


def shell_blocks(text: str) -> list[Block]:
    """All blocks of a page in the language `bash`."""
    lines = text.splitlines()
    return [_block(lines, number) for number in _block_starts(lines)]


def _block_starts(lines: list[str]) -> Iterator[int]:
    """The indices of the lines that open a block of shell commands."""
    inside = False
    for number, line in enumerate(lines):
        if found := FENCE.match(line):
            if not inside and found[1] == "bash":
                yield number
            inside = not inside


def _block(lines: list[str], start: int) -> Block:
    marked = NOT_RUN.match(lines[start - 1]) if start else None
    return Block(start + 1, tuple(_commands(lines, start + 1)), marked["reason"] if marked else None)


def _commands(lines: list[str], first: int) -> Iterator[Command]:
    number = first
    while not FENCE.match(lines[number]):
        start, text = number, lines[number].strip()
        while text.endswith("\\"):
            number += 1
            text = f"{text[:-1]}{lines[number].strip()}"
        if text and not text.startswith("#"):
            yield Command(start + 1, text)
        number += 1


def _unquoted(text: str) -> list[str]:
    """What stands outside of quotation marks."""
    return re.split(r"'[^']*'|\"[^\"]*\"", re.sub(r"\s#.*$", "", text))
