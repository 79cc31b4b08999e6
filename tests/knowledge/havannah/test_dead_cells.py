"""Dead cells: the two shapes, look-alikes, and that a stone on a dead cell changes no game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from malecon import WHITE, Colour, Havannah
from malecon.games.havannah import rules
from malecon.games.havannah.geometry import NUM_SYMMETRIES, geometry
from malecon.kernel import Struct, Structs, kernel, new_structs, random_below, rng_state
from malecon.knowledge.havannah.dead_cells import is_dead
from malecon.players.engine import Engine
from malecon.players.player import Limit

DEAD = {
    "in the second row, four and two": """
           . O O . .
          . O * O . .
         . . X X . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "on a side, two and two": """
           . O * X . .
          . . O X . . .
         . . . . . . . .
        . . . . . . . . .
       . . . . . . . . . .
      . . . . . . . . . . .
       . . . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .""",
    "in front of a corner, four and two": """
           O O . .
          O * X . .
         . O X . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .""",
    "in front of a corner, five and one": """
           O O . .
          O * O . .
         . O X . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .""",
}
ALIVE = {
    "a neighbour is empty": """
           . O O . .
          . O * O . .
         . . X . . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "a stone of the four has the other colour, and would be joined": """
           . O O . .
          . O * X . .
         . . X O . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "three and three in the second row: the middle of one three may be enclosed": """
           . O O . .
          . O * X . .
         . . X X . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "four and two far from the edge": """
           . . . . .
          . . . . . .
         . . . . . . .
        . . . O O . . .
       . . . O * O . . .
        . . . X X . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "on a side, three and one: the middle of the three may be enclosed": """
           . O * X . .
          . . O O . . .
         . . . . . . . .
        . . . . . . . . .
       . . . . . . . . . .
      . . . . . . . . . . .
       . . . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .""",
    "on a side next to a corner: White does not touch the side yet": """
           O * X . .
          . O X . . .
         . . . . . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
    "on a corner": """
           * O . . .
          X O . . . .
         . . . . . . .
        . . . . . . . .
       . . . . . . . . .
        . . . . . . . .
         . . . . . . .
          . . . . . .
           . . . . .""",
}


def marked(text: str) -> tuple[Havannah, int]:
    """Return the drawn position and its cell marked `*`."""
    return Havannah.from_text(text.replace("*", ".")), text.split().index("*")


def dead_cells(position: Havannah) -> list[int]:
    empties = position.struct.empties[: int(position.struct.num_moves)]
    return [int(cell) for cell in empties if is_dead(position.struct, position.boards[0], int(cell))]


@pytest.mark.parametrize("text", DEAD.values(), ids=DEAD.keys())
@pytest.mark.parametrize("symmetry", range(NUM_SYMMETRIES))
def test_dead_shapes_are_dead_in_every_direction_for_both_sides(text: str, symmetry: int) -> None:
    position, cell = marked(text)
    image = geometry(position.base).symmetries[symmetry]
    names = position.cells
    white, black = ([names[image[names.index(n)]] for n in position.stones(Colour(c))] for c in (0, 1))
    for one, other in ((white, black), (black, white)):
        turned = Havannah.from_stones(position.base, one, other, WHITE)
        assert dead_cells(turned) == [image[cell]]


@pytest.mark.parametrize("text", ALIVE.values(), ids=ALIVE.keys())
def test_look_alikes_of_dead_shapes_are_alive(text: str) -> None:
    position, cell = marked(text)
    assert not is_dead(position.struct, position.boards[0], cell)


def test_a_look_alike_next_to_a_corner_can_win_a_fork() -> None:
    position = Havannah.from_text("""
           O . X .
          O O X . .
         O . X . . .
        . O . . . . .
         . O . . . .
          O X . . .
           . . . .""")
    assert position.parse_move("b1") in position.winning_cells(WHITE)


# --- no game changes ------------------------------------------------------------------------------------------------


DICE = np.dtype(
    [("throws", "u8"), ("rng", "u8")]
)  # if `rng` came first, numba would confuse workers with dice and warn
MOST_EMPTY = 10


@kernel
def fill(position: Struct, board: Struct, dice: Struct, empties: int) -> bool:
    """Play random non-winning moves until `empties` cells are left; return False if none is found in time."""
    tries = 0
    while position.num_moves > empties and tries < 1000:
        cell = np.uint64(position.empties[random_below(dice, position.num_moves)])
        tries += 1
        if rules.wins_at(position, board, np.uint64(position.to_move), cell) == 0:
            rules.play_havannah(position, board, cell)
    return position.num_moves == empties


@kernel
def has_dead_cell(position: Struct, board: Struct) -> bool:
    for index in range(position.num_moves):  # noqa: SIM110 (any() does not compile)
        if is_dead(position, board, np.uint64(position.empties[index])):
            return True
    return False


@kernel
def find_position(positions: Structs, boards: Structs, dice: Struct, empties: int) -> None:
    """Set positions[0] to a position without a winner that has `empties` empty cells, some of them dead."""
    while True:
        positions[0] = positions[1]
        if fill(positions[0], boards[0], dice, empties) and has_dead_cell(positions[0], boards[0]):
            return


def with_dead_cells(base: int, empties: int, seed: int) -> Iterator[Havannah]:
    """Yield positions with dead cells, without end."""
    dice = new_structs(DICE)
    dice[0].rng = rng_state(seed)
    while True:
        found = Havannah(base)
        positions = rules.new_positions(found.boards, base, 2)
        find_position(positions, found.boards, dice[0], empties)
        found.structs[0] = positions[0]
        yield found


def win_history(position: Havannah, order: list[int], first: Colour, extra: tuple[int, Colour] | None) -> list[int]:
    """Return what each stone of an order wins, up to the first win; `extra` is a stone placed before."""
    record, board = position.structs.copy()[0], position.boards[0]
    story = []
    if extra:
        record.to_move = extra[1]
        story.append(int(rules.play_havannah(record, board, extra[0])))
    for place, cell in enumerate(order):
        record.to_move = first if place % 2 == 0 else first.other
        story.append(int(rules.play_havannah(record, board, cell)))
        if story[-1]:
            break
    return story


@pytest.mark.parametrize(("base", "empties"), [(4, 18), (4, 10), (5, 30), (5, 20)])
def test_a_stone_on_a_dead_cell_changes_no_game_that_follows(base: int, empties: int) -> None:
    dice = random.Random(base)
    for position in islice(with_dead_cells(base, empties, seed=empties), 100):
        rest = [int(cell) for cell in position.struct.empties[:empties]]
        for cell in dead_cells(position):
            order = dice.sample([c for c in rest if c != cell], len(rest) - 1)
            first = Colour(dice.randrange(2))
            plain = win_history(position, order, first, None)
            for colour in Colour:
                assert win_history(position, order, first, (cell, colour)) == [0, *plain], f"\n{position}"


@kernel
def value(positions: Structs, boards: Structs, depth: int, leaves_out: bool) -> int:
    """Return 1, 0 or -1 for the side to move at positions[depth] by full search, with or without dead cells."""
    position, board = positions[depth], boards[0]
    best, tried = -1, 0
    for index in range(position.num_moves):
        cell = np.uint64(position.empties[index])
        if leaves_out and is_dead(position, board, cell):
            continue
        tried += 1
        positions[depth + 1] = positions[depth]
        if rules.play_havannah(positions[depth + 1], board, cell) != 0:
            return 1
        best = max(best, -value(positions, boards, depth + 1, leaves_out))
        if best == 1:
            return 1
    return best if tried > 0 else 0


@pytest.mark.parametrize("base", [4, 5])
def test_pruning_dead_cells_changes_no_winner(base: int) -> None:
    results = set()
    for position in islice(with_dead_cells(base, 7, seed=base), 300):
        positions = rules.new_positions(position.boards, base, MOST_EMPTY)
        positions[0] = position.struct
        found = [int(value(positions, position.boards, 0, leaves_out)) for leaves_out in (False, True)]
        assert found[0] == found[1], f"\n{position}"
        results.add(found[0])
    assert results >= {1, -1}, "these endgames are all alike: the test shows nothing"


# --- in the tree ----------------------------------------------------------------------------------------------------


def root_moves(position: Havannah, player: str) -> set[str]:
    thought = Engine(player, memory=8, seed=1).decide(position, Limit(simulations=200))
    return {row.move for row in thought.moves}


def test_the_technique_prunes_dead_cells_from_the_tree() -> None:
    position, cell = marked(DEAD["in the second row, four and two"])
    everything = set(position.legal_moves)
    assert root_moves(position, "uct") == everything
    assert root_moves(position, "uct+dead_cells") == everything - {position.cells[cell]}


def test_a_position_with_only_dead_cells_still_has_a_move() -> None:
    position = next(with_dead_cells(4, 1, seed=1))
    thought = Engine("uct+mcts_solver+dead_cells", memory=8, seed=1).decide(position, Limit(simulations=50))
    assert thought.move in position.legal_moves
    assert thought.proof == "draw"


def test_the_opponent_may_play_on_a_dead_cell() -> None:
    position, cell = marked(DEAD["in the second row, four and two"])
    engine = Engine("uct+rave+mcts_solver+dead_cells+patterns", memory=8, seed=1)
    engine.decide(position, Limit(simulations=500))
    position.play(position.cells[cell])
    assert engine.decide(position, Limit(simulations=500)).move in position.legal_moves
