"""Comparison of random games with OpenSpiel, move by move in our notation, for any game that OpenSpiel has.

Run it through `python -m tools.agreement --game NAME`. `agreement` does Havannah itself, faster, with compiled games
and the swap rule; here legal moves come from positions, so that notation, numbering and rules are all compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from malecon.games.catalogue import position_class
from malecon.games.colours import WHITE
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.openspiel.peer import Peer, peer_of

BATCH_SIZE = 50  # games that a process compares before it reports

T = TypeVar("T")


class DisagreementError(GameError):
    """OpenSpiel and our rules differ."""


@dataclass
class Tally:
    """Number of compared games and plies, and the results."""

    games: int = 0
    plies: int = 0
    results: dict[float, int] = field(default_factory=lambda: {1.0: 0, -1.0: 0, 0.0: 0})
    """Number of games by the result of White."""

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.games += other.games
        self.plies += other.plies
        for result, count in other.results.items():
            self.results[result] += count


@dataclass(frozen=True)
class GameBatch:
    """Random games to compare, determined by these fields."""

    game: str
    board: str
    games: int
    seed: int


def compare_games(batch: GameBatch) -> Tally:
    """Compare random games; raise DisagreementError at the first difference."""
    rules, peer, rng, tally = position_class(batch.game), peer_of(batch.game), random.Random(batch.seed), Tally()
    start = rules(**rules.board_options(batch.board))
    for _ in range(batch.games):
        position, state = start.copy(), peer.game(start).new_initial_state()
        while not position.is_over:
            _check(batch, peer, position, state)
            move = rng.choice(position.legal_moves)
            peer.play(position, state, move)
            position.play(move)
        _check(batch, peer, position, state)
        tally.games += 1
        tally.plies += position.ply
        tally.results[white_result(position)] += 1
    return tally


def white_result(position: Position) -> float:
    """Return 1 if White has won, -1 if Black has, 0 for a draw."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == WHITE else -1.0


def _check(batch: GameBatch, peer: Peer, position: Position, state: Any) -> None:
    if difference := _difference(peer, position, state):
        moves = " ".join(position.moves)
        raise DisagreementError(f"{batch.game} {batch.board}: {difference}, after {moves}")


def _difference(peer: Peer, position: Position, state: Any) -> str | None:
    """Describe how OpenSpiel differs in a position, or return None."""
    if position.is_over != bool(state.is_terminal()):
        return f"for us the game {'is over' if position.is_over else 'continues'}, for OpenSpiel not"
    if position.is_over:
        ours, theirs = white_result(position), state.returns()[0]
        return None if ours == theirs else f"White's result is {ours:g} for us and {theirs:g} for OpenSpiel"
    differing = set(position.legal_moves) ^ set(peer.legal_moves(position, state))
    return f"different legal moves: {' '.join(sorted(differing))}" if differing else None


def split(games: int, kinds: Sequence[T], batch_size: int, seed: int) -> Iterator[tuple[T, int, int]]:
    """Split a number of games evenly over kinds of boards; yield (kind, games, seed) of each batch."""
    for number, kind in enumerate(kinds):
        left = games // len(kinds) + (number < games % len(kinds))
        while left > 0:
            yield kind, min(left, batch_size), seed
            left -= batch_size
            seed += 1


def game_batches(game: str, games: int, seed: int = 1) -> Iterator[GameBatch]:
    """Split a number of games over the boards that OpenSpiel has as well."""
    boards = peer_of(game).boards or (position_class(game).default_board,)
    for board, count, batch_seed in split(games, boards, BATCH_SIZE, seed):
        yield GameBatch(game, board, count, batch_seed)
