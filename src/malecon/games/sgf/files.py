"""Files of records: what cannot be read or written is told in one line that begins with the file's name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from malecon.games.errors import GameError, RecordError
from malecon.games.sgf.grammar import MAX_BYTES


def read_file(path: str | Path) -> bytes:
    """The bytes of a file; one byte more than allowed is enough to refuse it, however long it is."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be read ({_reason(error)})") from None


def write_file(path: str | Path, text: str) -> None:
    """Write a text as UTF-8."""
    try:
        Path(path).write_bytes(text.encode())
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot be written ({_reason(error)})") from None


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Put the file's name before what goes wrong with it."""
    try:
        yield
    except GameError as error:
        raise RecordError(f"{path}: {error}") from None


def _reason(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder; the name of a file would be right"
        case OSError():
            return (error.strerror or type(error).__name__).lower()
    return "its name has a zero byte"
