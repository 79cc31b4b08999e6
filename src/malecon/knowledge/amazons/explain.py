"""Breakdown of the Amazons evaluation: every term for each side, and the queen distances."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from malecon.games.amazons.geometry import MAX_SIDE
from malecon.games.amazons.position import Amazons
from malecon.games.amazons.rules import queen_mobility
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.position import Position
from malecon.kernel import Struct, new_structs
from malecon.knowledge.amazons.bits import WIDTH, WORD_BITS
from malecon.knowledge.amazons.evaluation import FAST, SLOW, lead_in_squares
from malecon.knowledge.amazons.terms import CLIP, TERMS, fill_layers
from malecon.knowledge.evaluation import Evaluation, Term

Distances = Mapping[str, int]
FAR = 1000  # longer than any path on the board


def explain(position: Position) -> Evaluation:
    """Return the terms of both sides, and the moves that each side's nearest amazon needs to every square."""
    assert isinstance(position, Amazons)
    scratch = new_structs(TERMS)[0]
    leads = [float(lead_in_squares(position.struct, position.boards[0], scratch, kind)) for kind in (FAST, SLOW)]
    queens = {colour: _distances(position, scratch, colour, as_queens=True) for colour in Colour}
    kings = {colour: _distances(position, scratch, colour, as_queens=False) for colour in Colour}
    contested = _contested(queens[WHITE], queens[BLACK])
    terms = [
        Term("t1: squares closer by queen moves", *_both(_closer, queens)),
        Term("t2: squares closer by king moves", *_both(_closer, kings)),
        Term("c1: proximity by queen moves", *(_closeness(queens[colour]) for colour in Colour)),
        Term("c2: clipped lead in king moves", *_both(_ahead, kings)),
        Term("mobility: reachable squares", *(_mobility(position, colour) for colour in Colour)),
        Term("w: contested squares", contested, contested),
        Term("lead by the fast evaluation (t1)", *_signed(leads[0])),
        Term("lead by the slow evaluation (all terms)", *_signed(leads[1])),
    ]
    maps = {f"queen distances, {colour}": {square: str(d) for square, d in queens[colour].items()} for colour in Colour}
    return Evaluation(leads[0], terms, maps)


def _distances(position: Amazons, scratch: Struct, colour: Colour, *, as_queens: bool) -> dict[str, int]:
    """Return the moves that a colour's nearest amazon needs to each square it can reach."""
    depth = int(fill_layers(position.struct, position.boards[0], scratch, np.uint64(colour), as_queens))
    found = {}
    for distance in range(1, depth + 1):
        low, high = (int(word) for word in scratch.layers[colour, distance])
        bits = low | high << WORD_BITS
        for index in range(bits.bit_length()):
            if bits >> index & 1:
                y, x = divmod(index, WIDTH)
                found[position.geometry.name(MAX_SIDE * y + x)] = distance
    return found


def _both(term: Callable[[Distances, Distances], float], distances: Mapping[Colour, Distances]) -> tuple[float, float]:
    """Return a term for White and for Black."""
    return term(distances[WHITE], distances[BLACK]), term(distances[BLACK], distances[WHITE])


def _closer(own: Distances, other: Distances) -> float:
    return float(sum(moves < other.get(square, FAR) for square, moves in own.items()))


def _closeness(own: Distances) -> float:
    return sum(2.0 ** (1 - moves) for moves in own.values())


def _contested(white: Distances, black: Distances) -> float:
    return sum(2.0 ** -abs(moves - black[square]) for square, moves in white.items() if square in black)


def _ahead(own: Distances, other: Distances) -> float:
    moves_ahead = (other.get(square, FAR) - moves for square, moves in own.items())
    return sum(max(0, min(CLIP, moves)) for moves in moves_ahead) / CLIP


def _mobility(position: Amazons, colour: Colour) -> float:
    squares = map(position.geometry.number, position.amazons(colour))
    return float(sum(int(queen_mobility(position.struct, position.boards[0], np.uint64(square))) for square in squares))


def _signed(lead: float) -> tuple[float | None, float | None]:
    """Put a lead in the column of the side that has it."""
    return (lead, None) if lead > 0 else (None, -lead) if lead < 0 else (0.0, 0.0)
