"""Talking to the GTP server within the process: lines in, answers out."""

from __future__ import annotations

import io
from collections.abc import Iterator

from malecon.games.position import Position
from malecon.interfaces.gtp.clock import Clock
from malecon.interfaces.gtp.move_format import MOVE_FORMATS
from malecon.interfaces.gtp.server import Server
from malecon.interfaces.gtp.session import Permissions, Session, Settings, new_position


def new_session(
    position: Position | None = None,
    coordinates: str = "grid",
    permissions: Permissions = Permissions(files=True),  # noqa: B008 (immutable)
    **settings: object,
) -> Session:
    """A session that thinks for few simulations and may use files."""
    chosen = {"player": "malecon", "memory": 4, "seed": 1} | settings
    start = new_position("havannah", "4") if position is None else position
    return Session(start, Settings(**chosen), Clock(simulations=50), MOVE_FORMATS[coordinates](), permissions)


def talk(*lines: str | bytes, session: Session | None = None) -> list[str]:
    """The answers to lines, each without the empty line that ends it."""
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    written: list[str] = []
    Server(session or new_session(), io.BytesIO(data).read, written.append).run()
    text = "".join(written)
    assert text == "" or text.endswith("\n\n"), text
    return text.removesuffix("\n\n").split("\n\n") if text else []


def ask(*lines: str, session: Session | None = None) -> str:
    """What the last of some lines is answered, which must be a success, without `= `."""
    answer = talk(*lines, session=session)[-1]
    assert answer.startswith("="), answer
    return answer[1:].strip()


def chunks(data: bytes, size: int) -> Iterator[bytes]:
    """Data as a slow pipe would give it."""
    return (data[start : start + size] for start in range(0, len(data), size))
