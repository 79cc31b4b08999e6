"""The evaluation of an Amazons position in words and numbers: every term for each side, and its queens' distances."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from malecon.games.amazons.geometry import MAX_SIDE
from malecon.games.amazons.position import Amazons
from malecon.games.amazons.rules import queen_mobility
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.position import Position
from malecon.kernel import Struct, new_structs
from malecon.knowledge.amazons.bits import HALF, WIDTH
from malecon.knowledge.amazons.evaluation import FAST, SLOW, lead_in_squares
from malecon.knowledge.amazons.terms import CLIP, TERMS, fill_layers
from malecon.knowledge.evaluation import Evaluation, Term

Distances = Mapping[str, int]
FAR = 1000  # more moves than any way on the board takes


def explain(position: Position) -> Evaluation:
    """The terms of both sides, and the moves that the nearest amazon of each needs to every square."""
    assert isinstance(position, Amazons)
    scratch = new_structs(TERMS)[0]
    leads = [float(lead_in_squares(position.struct, position.boards[0], scratch, kind)) for kind in (FAST, SLOW)]
    queens = {colour: _distances(position, scratch, colour, as_queens=True) for colour in Colour}
    kings = {colour: _distances(position, scratch, colour, as_queens=False) for colour in Colour}
    contest = _contest(queens[WHITE], queens[BLACK])
    terms = [
        Term("t1: squares nearer for queens", *_both(_nearer, queens)),
        Term("t2: squares nearer for kings", *_both(_nearer, kings)),
        Term("c1: closeness of queens", *(_closeness(queens[colour]) for colour in Colour)),
        Term("c2: king moves ahead", *_both(_ahead, kings)),
        Term("mobility: squares to move to", *(_mobility(position, colour) for colour in Colour)),
        Term("w: squares fought for", contest, contest),
        Term("lead by t1, the fast evaluation", *_signed(leads[0])),
        Term("lead by all terms, the slow one", *_signed(leads[1])),
    ]
    maps = {f"queen moves of {colour}": {square: str(d) for square, d in queens[colour].items()} for colour in Colour}
    return Evaluation(leads[0], terms, maps)


def _distances(position: Amazons, scratch: Struct, colour: Colour, *, as_queens: bool) -> dict[str, int]:
    """The moves that a colour's nearest amazon needs to the squares to which it can come."""
    depth = int(fill_layers(position.struct, position.boards[0], scratch, np.uint64(colour), as_queens))
    found = {}
    for distance in range(1, depth + 1):
        low, high = (int(word) for word in scratch.layers[colour, distance])
        bits = low | high << HALF
        for place in range(bits.bit_length()):
            if bits >> place & 1:
                y, x = divmod(place, WIDTH)
                found[position.geometry.name(MAX_SIDE * y + x)] = distance
    return found


def _both(term: Callable[[Distances, Distances], float], distances: Mapping[Colour, Distances]) -> tuple[float, float]:
    """A term for White and for Black."""
    return term(distances[WHITE], distances[BLACK]), term(distances[BLACK], distances[WHITE])


def _nearer(own: Distances, other: Distances) -> float:
    return float(sum(moves < other.get(square, FAR) for square, moves in own.items()))


def _closeness(own: Distances) -> float:
    return sum(2.0 ** (1 - moves) for moves in own.values())


def _contest(white: Distances, black: Distances) -> float:
    return sum(2.0 ** -abs(moves - black[square]) for square, moves in white.items() if square in black)


def _ahead(own: Distances, other: Distances) -> float:
    moves_ahead = (other.get(square, FAR) - moves for square, moves in own.items())
    return sum(max(0, min(CLIP, moves)) for moves in moves_ahead) / CLIP


def _mobility(position: Amazons, colour: Colour) -> float:
    squares = map(position.geometry.number, position.amazons(colour))
    return float(sum(int(queen_mobility(position.struct, position.boards[0], np.uint64(square))) for square in squares))


def _signed(lead: float) -> tuple[float | None, float | None]:
    """A lead in the column of the side that has it."""
    return (lead, None) if lead > 0 else (None, -lead) if lead < 0 else (0.0, 0.0)
