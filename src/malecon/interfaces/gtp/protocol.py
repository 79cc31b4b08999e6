"""Syntax of GTP lines: parsing of requests and formatting of responses, independent of the commands.

A request is `[id] name [arguments]`. Control characters are dropped, a tab counts as a space, `#` starts a comment, and
an empty line gets no response. A response is `=[id] text` or `?[id] error` and ends with an empty line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_ID = 2**31 - 1
MAX_ERROR = 300  # characters of an error message
_CONTROL = bytes(code for code in (*range(32), 127) if code != 9)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


class ProtocolError(Exception):
    """A line that is not a request; the text is the error message of the response."""


@dataclass(frozen=True)
class Request:
    """A parsed request."""

    id: str
    """As written, since the response repeats it; empty if there is none."""
    name: str
    rest: str = ""
    """Everything after the name."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments, split at spaces."""
        return tuple(word for word in self.rest.split(" ") if word)


def clean_line(data: bytes) -> str:
    """Decode a line and strip control characters, the comment and surrounding spaces."""
    text = data.replace(b"\t", b" ").translate(None, _CONTROL).decode("utf-8", errors="replace")
    return text.partition("#")[0].strip(" ")


def parse_request(line: str) -> Request:
    """Parse a line that is not empty; raise ProtocolError if its id is too large."""
    head, _, rest = line.partition(" ")
    if not (head.isascii() and head.isdigit()):
        return Request("", head, rest.strip(" "))
    if len(head) > len(str(MAX_ID)) or int(head) > MAX_ID:
        raise ProtocolError(f"syntax error: id is larger than {MAX_ID}")
    name, _, rest = rest.strip(" ").partition(" ")
    return Request(head, name, rest.strip(" "))


def success(id: str, text: str = "") -> str:  # noqa: A002 (the protocol's own word)
    """Format the response of a successful command; blank lines, which would end it early, are removed."""
    body = _BLANK_LINES.sub("\n", text.rstrip())
    return f"={id} {body}\n\n" if body else f"={id}\n\n"


def failure(id: str, error: str) -> str:  # noqa: A002
    """Format the response of a failed command as one printable line of limited length."""
    line = " ".join(error.split())
    line = "".join(character if character.isprintable() else "?" for character in line)
    if len(line) > MAX_ERROR:
        line = line[: MAX_ERROR - 3] + "..."
    return f"?{id} {line or 'error'}\n\n"
