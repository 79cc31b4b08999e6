"""Bytes to SGF trees and back: the only place that touches sgfmill, whose grammar is used and nothing of its Go.

A file is in one encoding: what CA says, or without CA UTF-8 where it can be read as that, else Latin-1. Everything is
turned into UTF-8 before its values are looked at, since in some encodings a letter may hold the byte of a bracket.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any

from sgfmill import sgf_grammar

from malecon.games.errors import RecordError

MAX_BYTES = 64 * 2**20
MAX_NODES = 1_000_000  # a node costs some 500 bytes of memory while it is read, whatever the file's size
HEAD_BYTES = 2**16  # CA stands before this
EXAMPLE = "(;FF[4]GM[havannah]SZ[8];W[d4];B[e5])"
# Python's codecs hold more than character sets; some of them take quadratic time on a hostile file.
CHARACTER_SETS = ("ascii", "big5", "cp", "euc", "gb", "hz", "iso", "johab", "koi8", "mac", "shift_jis", "tis", "utf")

_sgf: Any = sgf_grammar  # it has no types


def parse_trees(data: bytes | str, *, only_first: bool) -> list[Any]:
    """The games of a file as sgfmill's coarse trees; all their values are UTF-8."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"the file has more than {MAX_BYTES >> 20} MB; split it into smaller ones")
    if isinstance(data, str):
        return _parse(encode(data), only_first)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _parse(encode(_decode(data, "utf-16", "its first bytes say")), only_first)
    encoding = _encoding(data)
    trees = _parse(encode(_decode(data, encoding, "CA says") if encoding else _decode_unnamed(data)), only_first)
    for number, tree in enumerate(trees, 1):
        if (values := tree.sequence[0].get("CA")) and _codec(values[0]) not in (None, encoding or "utf-8"):
            raise RecordError(f"game {number} is in another encoding than the first; a file each would be right")
    return trees


def _parse(data: bytes, only_first: bool) -> list[Any]:
    if not data.strip(b"\0 \t\r\n"):
        raise RecordError(f"the file is empty; a record looks like {EXAMPLE}")
    if data.count(b";") > MAX_NODES:
        raise RecordError(f"the file has more than {MAX_NODES:,} moves; split it into smaller ones")
    try:
        return [_sgf.parse_sgf_game(data)] if only_first else list(_sgf.parse_sgf_collection(data))
    except ValueError as error:
        if str(error) == "no SGF data found":
            raise RecordError(f"this is not SGF; a record looks like {EXAMPLE}") from None
        what = re.sub(r"error parsing game (\d+)", lambda match: f"in game {int(match[1]) + 1}", str(error))
        raise RecordError(f"the SGF is damaged ({what}); a record looks like {EXAMPLE}") from None


def _encoding(data: bytes) -> str | None:
    """The encoding that the first root gives. It is looked for in bytes, before any text that needs it."""
    tokens, _ = _sgf.tokenise(data[:HEAD_BYTES])
    for (_, name), (kind, value) in itertools.pairwise(tokens[2:]):  # after "(" and ";"
        if name in (b"(", b")", b";"):
            break
        if name == b"CA" and kind == "V":
            return _codec(value)
    return None


def _codec(raw: bytes) -> str | None:
    """Python's name of an encoding, None for none."""
    name = raw.decode("ascii", "replace").strip()
    try:
        codec = codecs.lookup(name).name if name else None
    except (LookupError, ValueError):
        codec = ""
    if codec is not None and not codec.startswith(CHARACTER_SETS):
        raise RecordError(f"CA[{shorten(name)}] is no encoding that is known; CA[UTF-8] is the usual one")
    return codec


def _decode(data: bytes, encoding: str, reason: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeError as error:
        where = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise RecordError(f"the text is not {encoding} as {reason}{where}; correct CA or the text") from None


def _decode_unnamed(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str) -> bytes:
    """Text as UTF-8."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(
            f"the text has a half character (a lone surrogate) at place {error.start}; remove it"
        ) from None


def shorten(text: str) -> str:
    """A text from a file, made fit to stand in one line of an error."""
    line = text if len(text) <= 24 else text[:21] + "..."
    return "".join(symbol if symbol.isprintable() else "?" for symbol in line)


def plain_text(raw: str) -> str:
    """The text that a raw property value stands for."""
    return str(_sgf.text_value(encode(raw)), "utf-8")


def raw_value(text: str) -> str:
    """A text as a raw property value."""
    return str(_sgf.escape_text(encode(text)), "utf-8")


def serialise(
    root: Any, children: Callable[[Any], Sequence[Any]], properties: Callable[[Any], dict[str, list[str]]]
) -> str:
    """A tree of nodes as SGF text."""

    def encoded(node: Any) -> dict[str, list[bytes]]:
        return {
            name: [_checked(name, value) for value in values] for name, values in properties(node).items() if values
        }

    tree = _sgf.make_coarse_game_tree(root, children, encoded)
    return str(_sgf.serialise_game_tree(tree), "utf-8").rstrip("\n") + "\n"


def _checked(name: str, value: str) -> bytes:
    if not _sgf.is_valid_property_identifier(name):
        raise RecordError(f"{name!r} is no name of a property: capital letters would be right")
    encoded = encode(value)
    if not _sgf.is_valid_property_value(encoded):
        raise RecordError(f"the value of {name} has a bracket without a backslash; set_text() writes any text")
    return encoded
