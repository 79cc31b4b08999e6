"""How fast we are, and beside it OpenSpiel on the same machine in the same minute.

A measurement is a row; `measure` yields them one by one so that a table can grow while it runs. What is measured and
its yardstick take turns in short rounds of the same length and the best round of each counts: other work on the machine
can only slow a round down, and then it is unfair to neither.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, TypeAlias

import numpy as np

from malecon.games.contract import copy_position
from malecon.games.errors import GameError
from malecon.games.havannah import rules
from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.position import Havannah
from malecon.kernel import Record, Records, kernel, new_records, rng_state
from malecon.lab import openspiel as peer
from malecon.players.engine import Engine
from malecon.players.player import Limit

BASES = (4, 5, 6, 8, 10)
ROUNDS = 10
DICE = np.dtype([("rng", "u8")])

Figures: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.unsignedinteger[Any]]]"  # one for each game


@dataclass(frozen=True)
class Measurement:
    """One row of the benchmark."""

    what: str
    """What was counted, such as `random games`."""
    game: str
    base: int
    per_second: float
    """By one thread of ours."""
    openspiel_per_second: float | None = None
    """Simulations of OpenSpiel's MCTS bot; None where OpenSpiel is not installed."""
    ratio: float | None = None
    """How many times as fast we are; None where there is nothing to compare with."""

    def as_dict(self) -> dict[str, Any]:
        """The row as plain values, ready for JSON."""
        return asdict(self)


@kernel
def play_random_games(positions: Records, boards: Records, dice: Record, lengths: Records, endings: Records) -> None:
    """Play a random game from positions[0] for each place in `lengths`; write its plies, and how it was won (0: drawn).

    positions[1] is where they are played.
    """
    board, position = boards[0], positions[1]
    for game in range(lengths.size):
        copy_position(position, positions[0], board)
        lengths[game] = rules.play_randomly(position, board, dice)
        endings[game] = position.how


class RandomGames:
    """Random Havannah games from the empty board, one after the other from a seed."""

    def __init__(self, base: int, seed: int) -> None:
        self._boards = geometry(base).board
        self._positions = rules.new_positions(self._boards, base, 2)
        self._dice = new_records(DICE)
        self._dice[0].rng = rng_state(seed)

    def play(self, games: int) -> tuple[Figures, Figures]:
        """Play so many games; return the plies of each, and how each was won as the bits of `rules`."""
        lengths, endings = np.zeros(games, np.uint16), np.zeros(games, np.uint8)
        play_random_games(self._positions, self._boards, self._dice[0], lengths, endings)
        return lengths, endings


LEAST_SEARCHED = 4  # smaller boards are solved before they can be timed
SEARCHES = {"rave search": "rave(r=500)+expand(visits=10)+solver", "malecon search": "malecon"}


def measure(bases: Sequence[int] = BASES, seconds: float = 2.0, *, openspiel: bool = True) -> Iterator[Measurement]:
    """Measure every base for about `seconds` a row, and OpenSpiel for as long where it is wanted and installed."""
    if not seconds > 0:
        raise GameError(f"a measurement takes some time: seconds must be more than 0, not {seconds}")
    with_peer = openspiel and peer.is_installed()
    for base in bases:
        yield random_games(base, seconds, with_peer=with_peer)
    for what, player in SEARCHES.items():
        for base in (base for base in bases if base >= LEAST_SEARCHED):
            yield search(what, player, base, seconds, with_peer=with_peer)


def random_games(base: int, seconds: float, *, with_peer: bool) -> Measurement:
    """Uniformly random Havannah games from the empty board, as many as one thread can play."""
    play = RandomGames(base, seed=base).play
    play(10)  # compile, or load from the cache
    games = max(1, round(seconds / ROUNDS * _per_second(play, 100)))
    ours, theirs = [], []
    for number in range(ROUNDS):
        ours.append(_per_second(play, games))
        if with_peer:
            theirs.append(_simulations_per_second(base, seconds / ROUNDS, seed=number))
    return _row("random games", base, max(ours), max(theirs, default=None))


def search(what: str, player: str, base: int, seconds: float, *, with_peer: bool) -> Measurement:
    """Simulations of one thread from the empty board, the tree growing all the time; the middle round counts."""
    engine, position = Engine(player, seed=base), Havannah(base)
    engine.decide(position, Limit(simulations=10))  # compile, or load from the cache
    ours, theirs = [], []
    for number in range(ROUNDS):
        thought = engine.decide(position, Limit(seconds=seconds / ROUNDS))
        ours.append(thought.simulations / thought.seconds)
        if with_peer:
            theirs.append(_simulations_per_second(base, seconds / ROUNDS, seed=number))
    return _row(what, base, median(ours), median(theirs) if theirs else None)


def _row(what: str, base: int, ours: float, theirs: float | None) -> Measurement:
    return Measurement(what, "havannah", base, ours, theirs, ours / theirs if theirs else None)


def _per_second(play: Callable[[int], object], games: int) -> float:
    begin = time.perf_counter()
    play(games)
    return games / (time.perf_counter() - begin)


def _simulations_per_second(base: int, seconds: float, seed: int) -> float:
    """OpenSpiel's searches of the empty board, one after the other until the time is up."""
    spent, searches = 0.0, 0
    while spent < seconds or searches == 0:
        spent += peer.search_seconds(base, seed)
        searches += 1
    return searches * peer.SIMULATIONS / spent
