"""The lines of the Go Text Protocol, version 2: what stands in one, and how it is answered. No command is known here.

A line is `[id] name [arguments]`. Control signs are dropped, a tab is a blank, `#` begins a comment, and a line that
says nothing gets no answer. An answer is `=[id] text` or `?[id] complaint` and ends with an empty line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_ID = 2**31 - 1
MAX_COMPLAINT = 300  # signs of an error's text
_CONTROL = bytes(code for code in (*range(32), 127) if code != 9)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


class ProtocolError(Exception):
    """A line that is no command; the text is the complaint."""


@dataclass(frozen=True)
class Request:
    """A command as it was sent."""

    id: str
    """As it was written, for it comes back in the answer; empty where there is none."""
    name: str
    rest: str = ""
    """All that follows the name."""

    @property
    def words(self) -> tuple[str, ...]:
        """The arguments."""
        return tuple(word for word in self.rest.split(" ") if word)


def plain_line(data: bytes) -> str:
    """What a line says without control signs, comment and blanks around it; empty where it says nothing."""
    text = data.replace(b"\t", b" ").translate(None, _CONTROL).decode("utf-8", errors="replace")
    return text.partition("#")[0].strip(" ")


def read_request(line: str) -> Request:
    """The command of a line that says something."""
    head, _, rest = line.partition(" ")
    if not (head.isascii() and head.isdigit()):
        return Request("", head, rest.strip(" "))
    if len(head) > len(str(MAX_ID)) or int(head) > MAX_ID:
        raise ProtocolError(f"syntax error: an id is at most {MAX_ID}")
    name, _, rest = rest.strip(" ").partition(" ")
    return Request(head, name, rest.strip(" "))


def success(id: str, text: str = "") -> str:  # noqa: A002 (the protocol's own word)
    """The answer to a command that worked; blank lines within it, which would end it, go."""
    body = _BLANK_LINES.sub("\n", text.rstrip())
    return f"={id} {body}\n\n" if body else f"={id}\n\n"


def failure(id: str, complaint: str) -> str:  # noqa: A002
    """The answer to a command that did not: one line, whatever the complaint quotes."""
    line = " ".join(complaint.split())
    line = "".join(sign if sign.isprintable() else "?" for sign in line)
    if len(line) > MAX_COMPLAINT:
        line = line[: MAX_COMPLAINT - 3] + "..."
    return f"?{id} {line or 'error'}\n\n"
