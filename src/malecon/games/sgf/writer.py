"""Game records to SGF text, such as `(;FF[4]CA[UTF-8]GM[havannah]SZ[8]AP[malecon:0.1.0];W[d4];B[swap])`.

Properties that we do not interpret are written as they were read. sgfmill orders the properties of a node: FF first,
then alphabetically.
"""

from __future__ import annotations

from malecon.games.catalogue import sgf_dialect
from malecon.games.errors import GameError, RecordError
from malecon.games.sgf.dialect import COLOUR_LETTERS, DRAW, MOVE_COLOURS, RESIGN, Properties, SgfDialect
from malecon.games.sgf.grammar import serialise
from malecon.games.sgf.node import Node, Root
from malecon.games.sgf.reader import MANAGED, Check, check_coordinates, never_stop
from malecon.version import __version__


def write_game(root: Root, coordinates: str, result: str, check: Check = never_stop) -> str:
    """Return a tree as SGF; `result` is the raw value of RE, empty for none."""
    dialect = sgf_dialect(root.start.game)
    check_coordinates(dialect, coordinates)
    head = _head(dialect, root, coordinates, result)

    def properties(node: Node) -> Properties:
        check()
        return head if node is root else _properties(dialect, node, coordinates)

    text = serialise(root, lambda node: node.children, properties)
    if "CA" not in head and not text.isascii():
        head["CA"] = ["UTF-8"]
        text = serialise(root, lambda node: node.children, properties)
    return text


def _head(dialect: SgfDialect, root: Root, coordinates: str, result: str) -> Properties:
    """Return the root properties. GM, AP and CA appear in our own coordinates only, not in those of other sites."""
    kept = {name: values for name, values in root.properties.items() if name not in MANAGED | dialect.start_properties}
    head = kept | dialect.write_start(root.start, kept, coordinates) | {"FF": ["4"]}
    if coordinates == dialect.coordinates[0]:
        head |= {"CA": ["UTF-8"], "GM": [dialect.game], "AP": head.get("AP", [f"malecon:{__version__}"])}
    if result:
        head["RE"] = [result]
    return head


def _properties(dialect: SgfDialect, node: Node, coordinates: str) -> Properties:
    properties = {name: values for name, values in node.properties.items() if name not in MOVE_COLOURS}
    if node.move is not None and node.colour is not None:
        properties[COLOUR_LETTERS[node.colour]] = [_value(dialect, node, coordinates)]
    return properties


def _value(dialect: SgfDialect, node: Node, coordinates: str) -> str:
    if node.move is None or node.move in (RESIGN, DRAW):
        return node.move or ""
    try:
        return dialect.write_move(node.root.start, node.move, coordinates)
    except GameError as error:
        raise RecordError(f"cannot write {node.move} in {coordinates} coordinates: {error}") from None
