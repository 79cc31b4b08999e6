"""Havannah in SGF: our own files and Little Golem's HGF.

GM marks grid coordinates. RU[LG] marks Little Golem coordinates, or SO or EV in a file without GM. Little Golem's files
use capital letters, a colour alone in RE names the loser, and RU[LG] implies the swap rule. Without a mark, the case of
the letters decides. If mark and case disagree, or there is no mark, the other coordinates are tried whenever the more
likely ones make a move illegal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError, RecordError
from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.notation import SWAP, cell_name, littlegolem_name, read_cell, read_littlegolem_cell
from malecon.games.havannah.position import Havannah
from malecon.games.outcome import Ending
from malecon.games.position import Position
from malecon.games.sgf.dialect import COLOUR_LETTERS, Properties, SgfDialect, WrittenMove, side_to_start, single_value
from malecon.games.sgf.grammar import plain_text, raw_value, shorten

GRID, LITTLEGOLEM = "grid", "littlegolem"
NO_SWAP = "noswap"
STONES = {"AW": WHITE, "AB": BLACK}

_LG_MARK = re.compile(r"\blg\b")
_NO_SWAP = re.compile(r"\b(no|without)[ -]?swap\b")
_SWAP = re.compile(r"\b(swap|pie|lg)\b")


class HavannahSgf(SgfDialect):
    """Cells, board size, swap rule and setup of Havannah in SGF."""

    game = "havannah"
    coordinates = (GRID, LITTLEGOLEM)
    endings = (Ending.RING, Ending.BRIDGE, Ending.FORK)
    start_properties = frozenset({"SZ", "AW", "AB", "AE", "PL"})

    def likely_coordinates(self, root: Properties, moves: Sequence[WrittenMove]) -> list[str]:
        """Return one system if mark and case agree, else both, the marked one first."""
        stones = [plain_text(raw) for name in ("AW", "AB", "AE") for raw in root.get(name, ())]
        mark, case = _mark(root), _case([*stones, *(text for _, text in moves)])
        if mark and case in (mark, None):
            return [mark]
        first = mark or case or GRID
        return [first, LITTLEGOLEM if first == GRID else GRID]

    def names_loser(self, coordinates: str) -> bool:
        """Return True for Little Golem's files."""
        return coordinates == LITTLEGOLEM

    # --- the start --------------------------------------------------------------------------------------------------

    def read_start(self, root: Properties, moves: Sequence[WrittenMove], coordinates: str) -> Havannah:
        """Return an empty board, or the stones that the root sets up."""
        base = _base(root)
        removed = set(_cells(root, "AE", base, coordinates))
        white, black = ([c for c in _cells(root, name, base, coordinates) if c not in removed] for name in STONES)
        to_move = side_to_start(root, moves, WHITE if len(white) <= len(black) else BLACK)
        swapped = any(text.lower() == SWAP for _, text in moves)
        if not white and not black and to_move == WHITE:
            return Havannah(base, swap_rule=swapped or _offers_swap(_rules(root)))
        if swapped:
            raise RecordError("swap is legal only in answer to White's first stone on an empty board")
        try:
            return Havannah.from_stones(base, white, black, to_move)
        except GameError as error:
            raise RecordError(f"AW and AB: {error}") from None

    def write_start(self, start: Position, root: Properties, coordinates: str) -> Properties:
        """Return SZ, RU and setup stones; an RU text that means the same is kept."""
        assert isinstance(start, Havannah)
        properties = {"SZ": [str(start.base)], "RU": [_write_rules(start, root, coordinates)]}
        if not _is_empty(start):
            properties["PL"] = [COLOUR_LETTERS[start.to_move]]
            for name, colour in STONES.items():
                properties[name] = [self.write_move(start, cell, coordinates) for cell in start.stones(colour)]
        return {name: values for name, values in properties.items() if values != [""]}

    # --- moves ------------------------------------------------------------------------------------------------------

    def read_move(self, position: Position, text: str, coordinates: str) -> str:
        """Return a cell in grid coordinates, or `swap`."""
        if coordinates == GRID or text.lower() == SWAP:
            return position.parse_move(text)
        assert isinstance(position, Havannah)
        return cell_name(read_littlegolem_cell(text, position.base), position.base)

    def write_move(self, position: Position, move: str, coordinates: str) -> str:
        """Return a cell in these coordinates, or `swap`."""
        if coordinates == GRID or move == SWAP:
            return move
        assert isinstance(position, Havannah)
        return littlegolem_name(read_cell(move, position.base), position.base)


def _mark(root: Properties) -> str | None:
    """Return the coordinates that the root marks, if any."""
    if _LG_MARK.search(_rules(root)):
        return LITTLEGOLEM
    if "GM" in root:
        return GRID
    source, event = (plain_text(root.get(name, [""])[0]).strip().lower() for name in ("SO", "EV"))
    return LITTLEGOLEM if "littlegolem" in source or re.match(r"hav(annah)?\.", event) else None


def _case(cells: Sequence[str]) -> str | None:
    """Return the coordinates that the case of the letters suggests, if any."""
    letters = {text[0].isupper() for text in cells if re.fullmatch("[A-Za-z]{1,2}[0-9]+", text)}
    return None if not letters else LITTLEGOLEM if True in letters else GRID


def _rules(root: Properties) -> str:
    return plain_text(root.get("RU", [""])[0]).strip().lower()


def _offers_swap(rules: str) -> bool:
    return not _NO_SWAP.search(rules) and bool(_SWAP.search(rules))


def _write_rules(start: Havannah, root: Properties, coordinates: str) -> str:
    """Return the raw value of RU: unchanged if it is correct, else our words followed by the rest of the old text.

    LG marks Little Golem coordinates, so it appears in those files and nowhere else.
    """
    text = _rules(root)
    is_littlegolem = coordinates == LITTLEGOLEM
    is_correct = _offers_swap(text) == start.swap_rule or not _is_empty(start)
    if text and is_correct and bool(_LG_MARK.search(text)) == is_littlegolem:
        return root["RU"][0]
    items = [item.strip() for item in plain_text(root.get("RU", [""])[0]).split(",")]
    replaced = ("", SWAP, NO_SWAP)
    kept = [item for item in items if item.lower() not in replaced and not _LG_MARK.search(item.lower())]
    ours = ["LG"] if is_littlegolem else []
    if start.swap_rule != _offers_swap(", ".join(ours + kept).lower()):
        ours.append(SWAP if start.swap_rule else NO_SWAP)
    return raw_value(", ".join(ours + kept))


def _is_empty(start: Havannah) -> bool:
    """Return whether the board is empty and White is to move."""
    return start.to_move == WHITE and int(start.struct.num_moves) == len(start.cells)


def _base(root: Properties) -> int:
    text = single_value(root, "SZ")
    if not text:
        raise RecordError("the root has no SZ; add the base, such as SZ[8]")
    if not re.fullmatch("[0-9]{1,3}", text):
        raise RecordError(f"SZ[{shorten(text)}] is not a base; write a number, such as SZ[8]")
    try:
        return geometry(int(text)).base
    except GameError as error:
        raise RecordError(f"SZ[{text}]: {error}") from None


def _cells(root: Properties, name: str, base: int, coordinates: str) -> list[str]:
    """Return the cells of a setup property in grid coordinates."""
    read = read_cell if coordinates == GRID else read_littlegolem_cell
    cells = []
    for raw in root.get(name, ()):
        text = plain_text(raw)
        try:
            cells.append(cell_name(read(text, base), base))
        except GameError as error:
            raise RecordError(f"{name}[{shorten(text)}]: {error}") from None
    return cells
