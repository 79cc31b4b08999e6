"""Human games: each replays, is won at its last move as its record says, and not before."""

from __future__ import annotations

from collections import Counter

import pytest
from support.game_data import GameData

from malecon import Havannah

WINNERS = {"W": "White", "B": "Black"}
CONNECTIONS = {"fork", "bridge", "ring"}


@pytest.mark.slow
def test_every_game_of_little_golem_replays_as_recorded(data: GameData) -> None:
    seen: Counter[str] = Counter()
    for number, base, winner, ending, moves in data.games():
        position = Havannah(base, swap_rule=True)
        position.play_all(moves[:-1])
        assert position.outcome is None, f"game {number} is over before its last move"
        position.play_all(moves[-1:])
        how = set(ending.split("+"))
        seen.update(how)
        if how <= CONNECTIONS:
            assert position.outcome is not None, f"game {number} should have been won"
            assert str(position.outcome.winner) == WINNERS[winner], f"game {number}"
            assert {str(way) for way in position.outcome.how} == how, f"game {number}"
        else:
            assert ending in ("resign", "other")
            assert position.outcome is None, f"game {number} ended by {ending}, not on the board"
    assert set(seen) >= CONNECTIONS | {"resign"}
