"""Reading and writing files; every error is one line that starts with the file name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from malecon.games.errors import GameError, RecordError
from malecon.games.sgf.grammar import MAX_BYTES


def read_file(path: str | Path) -> bytes:
    """Return the bytes of a file, up to one more than the limit: enough to reject a file that is too large."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read the file: {_reason(error)}") from None


def write_file(path: str | Path, text: str) -> None:
    """Write text as UTF-8."""
    try:
        Path(path).write_bytes(text.encode())
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot write the file: {_reason(error)}") from None


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Prefix errors with the file name."""
    try:
        yield
    except GameError as error:
        raise RecordError(f"{path}: {error}") from None


def _reason(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "no such file or folder"
        case IsADirectoryError():
            return "it is a folder; name a file"
        case OSError():
            return (error.strerror or type(error).__name__).lower()
    return "the name contains a null byte"
