"""The shortest bridge and fork with their cells, against the distances of the kernel and by filling the cells."""

from random import Random

import pytest

from malecon import Colour, Havannah
from malecon.games.outcome import Ending
from malecon.knowledge.havannah.connections import shortest_connections
from malecon.knowledge.havannah.evaluation import UNREACHABLE, cell_costs


def random_position(base: int, rng: Random) -> Havannah:
    """Play some random moves on an empty board."""
    position = Havannah(base)
    for _ in range(rng.randrange(position.geometry.num_cells * 2 // 3)):
        if position.is_over:
            break
        position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("base", [3, 4, 5, 8])
def test_the_fewest_stones_are_those_of_the_kernel(base, warm):
    rng = Random(base)
    for _ in range(15):
        position = random_position(base, rng)
        costs = cell_costs(position)
        for colour in Colour:
            found = shortest_connections(position, colour)
            least = min((connection.stones for connection in found.values()), default=UNREACHABLE)
            assert least == min(costs[colour].least, UNREACHABLE) or (not found and costs[colour].least > 90), position


def test_a_bridge_of_adjacent_stones_is_completed_by_its_cells():
    position = Havannah.from_stones(4, ["a1", "b1"], ["d4", "e4"])
    bridge = shortest_connections(position, Colour.WHITE)["bridge"]
    assert (bridge.stones, bridge.cells) == (2, ("c1", "d1"))


def test_among_equal_forks_one_through_own_stones_is_shown():
    position = Havannah(8, moves="h8 i8 g7 j9 f6 k10")
    fork = shortest_connections(position, Colour.WHITE)["fork"]
    assert (fork.stones, fork.cells) == (6, ("g2", "i3", "b4", "h4", "d5", "g5"))  # from the chain h8, g7, f6


def test_the_missing_cell_of_a_fork_completes_it():
    position = Havannah.from_stones(4, ["c1", "c2", "c3", "e4", "f5", "g5", "d5", "c5", "c6"], ["b2", "b3", "e3", "d6"])
    found = shortest_connections(position, Colour.WHITE)["fork"]
    assert (found.stones, found.cells) == (1, ("d4",))
    position.play(found.cells[0])
    assert Ending.FORK in position.outcome.how


def test_what_the_opponent_has_made_impossible_is_missing():
    corners = [Havannah(3).geometry.names[corner] for corner in Havannah(3).geometry.corners]
    position = Havannah.from_stones(3, ["b2"], corners)
    assert set(shortest_connections(position, Colour.WHITE)) == {"fork"}
    assert set(shortest_connections(position, Colour.BLACK)) >= {"bridge"}
