"""Threats made by a single stone in playouts, checked against every cell of the board."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.oracle import around, by_name, name

from malecon import BLACK, WHITE, Colour, Havannah
from malecon.games.havannah.geometry import NO_CELL
from malecon.kernel import Struct, new_structs
from malecon.knowledge.havannah.mates import new_threat, winning_cell_next_to, winning_liberty
from malecon.knowledge.havannah.near_wins import (
    BY_CORNERS,
    BY_RING,
    BY_SIDES,
    NEAR_WINS,
    NOT_NEAR,
    init_contacts,
    near_win,
)

NOTHING = np.uint64(NO_CELL)


def random_positions(base: int, count: int, stones: int) -> list[Havannah]:
    """Return positions of random games that are not over after `stones` moves."""
    random, found = Random(base), []
    while len(found) < count:
        position = Havannah(base)
        while not position.is_over and position.ply < stones:
            position.play(random.choice(position.legal_moves))
        if not position.is_over:
            found.append(position)
    return found


def cell_name(position: Havannah, cell: Any) -> str | None:
    return None if int(cell) == NO_CELL else position.move_name(int(cell))


def chain_of(position: Havannah, stone: str) -> set[str]:
    """Return the stones connected to a stone."""
    own = set(position.stones(WHITE) if stone in position.stones(WHITE) else position.stones(BLACK))
    chain, frontier = {stone}, [stone]
    while frontier:
        beside = {name(cell) for cell in around(by_name(position.base)[frontier.pop()])} & own - chain
        chain |= beside
        frontier += beside
    return chain


def initial_contacts(position: Havannah) -> Struct:
    """Return the contacts of both colours as a playout that begins here has them."""
    scratch = new_structs(NEAR_WINS)[0]
    init_contacts(position.struct, position.boards[0], scratch)
    return scratch


def winning_liberties(position: Havannah, stone: str, colour: Colour) -> set[str]:
    """Return the winning cells of a colour adjacent to a stone's chain, by the rules alone."""
    cells = {name(cell) for member in chain_of(position, stone) for cell in around(by_name(position.base)[member])}
    return cells & set(position.winning_cells(colour))


@pytest.mark.parametrize(("base", "stones"), [(3, 10), (4, 20), (5, 34), (7, 70)])
def test_a_winning_cell_next_to_a_stone_is_always_found(base: int, stones: int) -> None:
    seen = 0
    for position in random_positions(base, 25, stones):
        struct, board = position.struct, position.boards[0]
        for colour in (WHITE, BLACK):
            wins = set(position.winning_cells(colour))
            for stone in position.stones(colour):
                code, side = np.uint64(position.move_code(stone)), np.uint64(int(colour))
                found = cell_name(position, winning_cell_next_to(struct, board, code, side, NOTHING))
                beside = wins & {name(cell) for cell in around(by_name(base)[stone])}
                assert (found in beside) if beside else found is None
                seen += bool(beside)
                if len(beside) == 1 and found:
                    excluded = np.uint64(position.move_code(found))
                    assert int(winning_cell_next_to(struct, board, code, side, excluded)) == NO_CELL
    assert seen > 5


def test_only_the_given_number_of_stones_is_examined() -> None:
    position = Havannah(4, moves="a1 d4 b1 d5 c1 e4")  # White needs d1 to connect two corners
    struct, board, first = position.struct, position.boards[0], np.uint64(position.move_code("a1"))
    far = [int(winning_liberty(struct, board, np.uint64(WHITE), (first, count), NOTHING)) for count in (1, 2, 3)]
    assert far[0] == NO_CELL
    assert position.move_name(far[2]) == "d1"


TWO_BRIDGE = """
           . . O .
          O . O . .
         . . O . . .
        . . O . X . .
         . O . . X .
          O . . X .
           . . X ."""


def test_a_stone_that_adds_a_side_makes_threats() -> None:
    position = Havannah.from_text(TWO_BRIDGE, BLACK)
    struct, board, stone = position.struct, position.boards[0], np.uint64(position.move_code("a2"))
    first = np.uint64(new_threat(struct, board, initial_contacts(position), np.uint64(WHITE), stone))
    second = winning_liberty(struct, board, np.uint64(WHITE), (stone, 1), first)
    assert {cell_name(position, first), cell_name(position, second)} == {"b2", "b3"}


@pytest.mark.slow
@pytest.mark.parametrize("base", [4, 5, 6])
def test_new_threats_are_real_and_few_are_missed(base: int) -> None:
    random = Random(base)
    made = missed = 0
    for _ in range(20):
        position = Havannah(base)
        scratch = initial_contacts(position)
        while True:
            move, colour = random.choice(position.legal_moves), position.to_move
            before = set(position.winning_cells(colour))
            position.play(move)
            if position.is_over:
                break
            side, code = np.uint64(int(colour)), np.uint64(position.move_code(move))
            found = cell_name(position, new_threat(position.struct, position.boards[0], scratch, side, code))
            assert found is None or found in winning_liberties(position, move, colour)
            if winning_liberties(position, move, colour) - before:
                made += 1
                missed += found is None
    assert made > 20
    assert missed <= 0.06 * made  # rings filled elsewhere, and forks from three chains at once


@pytest.mark.parametrize(
    ("stones", "stone", "near"),
    [
        ({"c3", "d3", "e5"}, "c3", NOT_NEAR),  # no side, no corner
        ({"c3", "c4", "c5", "d6", "e6"}, "c3", BY_RING),
        ({"b1", "c1", "d1", "d2"}, "b1", NOT_NEAR),  # one side only
        ({"b1", "h6"}, "b1", NOT_NEAR),  # two chains with one side each
        ({"b1", "d8", "e8", "f9"}, "b1", BY_SIDES),  # the other chain has two sides
        ({"d8", "e8", "f9"}, "e8", BY_SIDES),
        ({"a1", "e5"}, "a1", NOT_NEAR),  # a corner alone
        ({"a1", "e1"}, "a1", BY_CORNERS),  # another corner is occupied
        ({"a1", "b1", "c1", "d1"}, "d1", BY_CORNERS),  # the next corner is one step away
    ],
)
def test_a_win_is_near_if_one_more_stone_may_complete_it(stones: set[str], stone: str, near: int) -> None:
    position = Havannah(5)
    others = iter(["f6", "f7", "g7", "g6", "f5"])  # far from the edge
    for own in sorted(stones):
        position.play_all([own, next(others)])
    chain = position.struct.chains[position.move_code(stone)]
    assert near_win(position.struct, initial_contacts(position), np.uint64(WHITE), chain) == near
