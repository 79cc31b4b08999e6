"""Decided endgames of Amazons, checked against an exhaustive search."""

from __future__ import annotations

import random

import pytest
from support.amazons_endgames import beside_oracle, is_won

from malecon import BLACK, WHITE, Amazons, Colour
from malecon.games.contract import CALM, KIND_BITS, KIND_MASK, LOST_LATER, WON_LATER, find_threats, play
from malecon.kernel import new_structs
from malecon.search.mcts.worker import worker_type


def threats_at(position: Amazons) -> tuple[int, int]:
    """Return the kind of threat found in a position, and its plies."""
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
def test_separate_regions_are_decided_by_counting_moves(drawn: str, side: Colour, kind: int, turns: int) -> None:
    assert threats_at(Amazons.from_text(drawn, side)) == (kind, 2 * turns)


def test_nothing_is_decided_between_a_move_and_its_arrow() -> None:
    position = Amazons.from_text("O . # X\n. # # .\n# # # #\n# # # #", WHITE)
    step, _ = position.move_steps("a4-b4/a4")
    play(position.struct, position.boards[0], step)
    assert threats_at(position) == (CALM, 0)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["a1 / d4", "a1 b2 / d4", "a1 d1 / a4 d4"])
def test_decided_endgames_match_an_exhaustive_search(layout: str) -> None:
    dice, counts = random.Random(layout), {CALM: 0, WON_LATER: 0, LOST_LATER: 0}
    for _ in range(60):
        position = Amazons(4, layout=layout)
        while not position.is_over:
            kind, plies = threats_at(position)
            counts[kind] += 1
            if kind != CALM:
                assert is_won(beside_oracle(position)) == (kind == WON_LATER), str(position)
                assert plies % 4 == (2 if kind == WON_LATER else 0), "the winner makes the last move"
            position.play(dice.choice(position.legal_moves))
    assert all(counts.values())
