"""A position of each game, and the static evaluation after a move."""

from __future__ import annotations

import numpy as np
import pytest
from support.searching import techniques

from malecon import Amazons, Breakthrough, Havannah
from malecon.games.contract import copy_position, play
from malecon.games.position import Position
from malecon.kernel import new_structs
from malecon.search.static_eval import static_chance

POSITIONS = {
    "havannah": lambda: Havannah(4, moves="d4 c3 e5"),
    "breakthrough": lambda: Breakthrough(5, 4, moves="b2-b3"),
    "amazons": lambda: Amazons(5, layout="a1 / e5", moves="a1-b2/a1"),
}


@pytest.fixture(params=POSITIONS.values(), ids=POSITIONS.keys())
def position(request: pytest.FixtureRequest) -> Position:
    """A position of each game in turn, Black to move."""
    found: Position = request.param()
    return found


def chance_after(position: Position, move: int) -> float:
    """Black's chance by evaluation after one of its moves, or step of a move."""
    after = position.copy()
    records = new_structs(position.struct.dtype)
    copy_position(records[0], position.struct, position.boards[0])
    play(records[0], position.boards[0], np.uint64(move))
    after.structs[0] = records[0]
    return 1 - static_chance(after, techniques("uct", game=position.game))
