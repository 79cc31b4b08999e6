"""Settled endgames of Amazons: what is called won or lost is, by looking at everything that may follow."""

from __future__ import annotations

import random

import pytest
from support.amazons_endgames import beside_oracle, is_won

from malecon import BLACK, WHITE, Amazons, Colour
from malecon.games.contract import CALM, KIND_BITS, KIND_MASK, LOST_LATER, WON_LATER, find_threats, play
from malecon.kernel import new_structs
from malecon.search.mcts.worker import worker_type


def settled(position: Amazons) -> tuple[int, int]:
    """What is known of a position, and the plies that it takes."""
    worker = new_structs(worker_type("amazons"))
    found = int(find_threats(position.struct, position.boards[0], worker[0], 1))
    return found & int(KIND_MASK), found >> int(KIND_BITS)


@pytest.mark.parametrize(
    ("drawn", "side", "kind", "turns"),
    [
        ("O . # X\n. # # .\n# # # #\n# # # #", WHITE, WON_LATER, 3),
        ("O . # X\n. # # .\n# # # #\n# # # #", BLACK, LOST_LATER, 2),
        ("O . # X\n# # # .\n# # # #\n# # # #", WHITE, LOST_LATER, 2),
        ("O . # X\n# # . .\n# # # #\n# # # #", WHITE, CALM, 0),
        (". . . .\nO # # X\n. # # .\n# . # .", WHITE, CALM, 0),
        ("O # # X\n. # # .\n. # # #\n. # # #", WHITE, WON_LATER, 3),
    ],
)
def test_regions_that_nobody_else_reaches_are_counted(drawn: str, side: Colour, kind: int, turns: int) -> None:
    assert settled(Amazons.from_text(drawn, side)) == (kind, 2 * turns)


def test_an_amazon_that_has_moved_must_shoot_first() -> None:
    position = Amazons.from_text("O . # X\n. # # .\n# # # #\n# # # #", WHITE)
    step, _ = position.move_steps("a4-b4/a4")
    play(position.struct, position.boards[0], step)
    assert settled(position) == (CALM, 0)


@pytest.mark.parametrize("layout", ["a1 / d4", "a1 b2 / d4", "a1 d1 / a4 d4"])
def test_what_is_settled_ends_so_whatever_is_played(layout: str) -> None:
    dice, counts = random.Random(layout), {CALM: 0, WON_LATER: 0, LOST_LATER: 0}
    for _ in range(60):
        position = Amazons(4, layout=layout)
        while not position.is_over:
            kind, plies = settled(position)
            counts[kind] += 1
            if kind != CALM:
                assert is_won(beside_oracle(position)) == (kind == WON_LATER), str(position)
                assert plies % 4 == (2 if kind == WON_LATER else 0), "the winner makes the last move"
            position.play(dice.choice(position.legal_moves))
    assert all(counts.values())
