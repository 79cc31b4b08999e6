"""SGF grammar: bytes to property trees and back. The only module that uses sgfmill, and only its grammar.

A file has one encoding: CA names it; without CA it is UTF-8 if it decodes as such, else Latin-1. Files are converted to
UTF-8 before they are parsed, since in some encodings a character may contain the byte of a bracket.
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
MAX_NODES = 1_000_000  # a node takes about 500 bytes of memory while it is read
HEAD_BYTES = 2**16  # CA must come before this
EXAMPLE = "(;FF[4]GM[havannah]SZ[8];W[d4];B[e5])"
# Python's codecs include more than character sets; some take quadratic time on a hostile file.
CHARACTER_SETS = ("ascii", "big5", "cp", "euc", "gb", "hz", "iso", "johab", "koi8", "mac", "shift_jis", "tis", "utf")

_sgf: Any = sgf_grammar  # untyped


def parse_trees(data: bytes | str, *, only_first: bool) -> list[Any]:
    """Return the games of a file as sgfmill's coarse trees, with UTF-8 values."""
    if len(data) > MAX_BYTES:
        raise RecordError(f"the file is larger than {MAX_BYTES >> 20} MB; split it")
    if isinstance(data, str):
        return _parse(encode(data), only_first)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _parse(encode(_decode(data, "utf-16", "the byte order mark says")), only_first)
    encoding = _encoding(data)
    trees = _parse(encode(_decode(data, encoding, "CA says") if encoding else _decode_unnamed(data)), only_first)
    for number, tree in enumerate(trees, 1):
        if (values := tree.sequence[0].get("CA")) and _codec(values[0]) not in (None, encoding or "utf-8"):
            raise RecordError(f"game {number} has a different encoding than the first; split the file")
    return trees


def _parse(data: bytes, only_first: bool) -> list[Any]:
    if not data.strip(b"\0 \t\r\n"):
        raise RecordError(f"the file is empty; a record looks like {EXAMPLE}")
    if data.count(b";") > MAX_NODES:
        raise RecordError(f"the file has more than {MAX_NODES:,} moves; split it")
    try:
        return [_sgf.parse_sgf_game(data)] if only_first else list(_sgf.parse_sgf_collection(data))
    except ValueError as error:
        if str(error) == "no SGF data found":
            raise RecordError(f"not an SGF file; a record looks like {EXAMPLE}") from None
        cause = re.sub(r"error parsing game (\d+)", lambda match: f"in game {int(match[1]) + 1}", str(error))
        raise RecordError(f"invalid SGF ({cause}); a record looks like {EXAMPLE}") from None


def _encoding(data: bytes) -> str | None:
    """Return the encoding that the first root names in CA; found in the raw bytes, before anything is decoded."""
    tokens, _ = _sgf.tokenise(data[:HEAD_BYTES])
    for (_, name), (kind, value) in itertools.pairwise(tokens[2:]):  # after "(" and ";"
        if name in (b"(", b")", b";"):
            break
        if name == b"CA" and kind == "V":
            return _codec(value)
    return None


def _codec(raw: bytes) -> str | None:
    """Return Python's name of an encoding; None for an empty value."""
    name = raw.decode("ascii", "replace").strip()
    try:
        codec = codecs.lookup(name).name if name else None
    except (LookupError, ValueError):
        codec = ""
    if codec is not None and not codec.startswith(CHARACTER_SETS):
        raise RecordError(f"CA[{shorten(name)}] is not a known encoding; write CA[UTF-8]")
    return codec


def _decode(data: bytes, encoding: str, reason: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeError as error:
        where = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise RecordError(
            f"the text is not valid {encoding}{where}, although {reason} so; correct CA or the text"
        ) from None


def _decode_unnamed(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str) -> bytes:
    """Encode text as UTF-8."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise RecordError(f"the text contains a lone surrogate at index {error.start}; remove it") from None


def shorten(text: str) -> str:
    """Return text from a file, shortened and made printable for an error message."""
    line = text if len(text) <= 24 else text[:21] + "..."
    return "".join(character if character.isprintable() else "?" for character in line)


def plain_text(raw: str) -> str:
    """Return the text of a raw property value, escapes resolved."""
    return str(_sgf.text_value(encode(raw)), "utf-8")


def raw_value(text: str) -> str:
    """Return text as a raw property value, escaped."""
    return str(_sgf.escape_text(encode(text)), "utf-8")


def serialise(
    root: Any, children: Callable[[Any], Sequence[Any]], properties: Callable[[Any], dict[str, list[str]]]
) -> str:
    """Return a tree of nodes as SGF text."""

    def encoded(node: Any) -> dict[str, list[bytes]]:
        return {
            name: [_checked(name, value) for value in values] for name, values in properties(node).items() if values
        }

    tree = _sgf.make_coarse_game_tree(root, children, encoded)
    return str(_sgf.serialise_game_tree(tree), "utf-8").rstrip("\n") + "\n"


def _checked(name: str, value: str) -> bytes:
    if not _sgf.is_valid_property_identifier(name):
        raise RecordError(f"{name!r} is not a property name; use capital letters")
    encoded = encode(value)
    if not _sgf.is_valid_property_value(encoded):
        raise RecordError(f"the value of {name} has an unescaped bracket; use set_text()")
    return encoded
