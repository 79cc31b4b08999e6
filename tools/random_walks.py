"""Random games of any game that OpenSpiel has too, walked through by both, move for move in our notation.

`agreement` does the same for Havannah with compiled games and the swap rule, which is quicker; here each position tells
its legal moves, so that notation, numbering and rules are all held to OpenSpiel.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from malecon.games.catalogue import position_class
from malecon.games.colours import WHITE
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.openspiel.peer import Peer, peer_of

BOARDS = {"breakthrough": ("4x2/1", "5x4/1", "6x3", "6x6", "7x5", "8x8", "9x8", "12x10"), "amazons": ("10x10",)}
BATCH = 50  # games that a process walks through before it reports


class DisagreementError(GameError):
    """OpenSpiel sees a game otherwise than we do."""


@dataclass
class Tally:
    """What was compared and found equal."""

    games: int = 0
    plies: int = 0
    winners: dict[float, int] = field(default_factory=lambda: {1.0: 0, -1.0: 0, 0.0: 0})  # by White's result

    def add(self, other: Tally) -> None:
        """Count another tally's games too."""
        self.games += other.games
        self.plies += other.plies
        for result, count in other.winners.items():
            self.winners[result] += count


@dataclass(frozen=True)
class Walk:
    """Games to compare: a pure function of these four."""

    game: str
    board: str
    games: int
    seed: int


def walk(batch: Walk) -> Tally:
    """Walk through random games; DisagreementError at the first difference."""
    rules, peer, dice, tally = position_class(batch.game), peer_of(batch.game), random.Random(batch.seed), Tally()
    start = rules(**rules.board_options(batch.board))
    for _ in range(batch.games):
        position, state = start.copy(), peer.game(start).new_initial_state()
        while not position.is_over:
            if difference := _difference(peer, position, state):
                raise _disagreement(batch, position, difference)
            move = dice.choice(position.legal_moves)
            peer.play(position, state, move)
            position.play(move)
        if difference := _difference(peer, position, state):
            raise _disagreement(batch, position, difference)
        tally.games += 1
        tally.plies += position.ply
        tally.winners[white_result(position)] += 1
    return tally


def white_result(position: Position) -> float:
    """1 where White has won, -1 where Black has, 0 for a draw."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == WHITE else -1.0


def _difference(peer: Peer, position: Position, state: Any) -> str | None:
    """What OpenSpiel sees otherwise in a position, or None."""
    if position.is_over != bool(state.is_terminal()):
        return f"for us the game {'is over' if position.is_over else 'goes on'}, for OpenSpiel not"
    if position.is_over:
        ours, theirs = white_result(position), state.returns()[0]
        return None if ours == theirs else f"White's result is {ours:g} for us and {theirs:g} for OpenSpiel"
    differing = set(position.legal_moves) ^ set(peer.legal_moves(position, state))
    return f"other legal moves: {' '.join(sorted(differing))}" if differing else None


def _disagreement(batch: Walk, position: Position, difference: str) -> DisagreementError:
    return DisagreementError(f"{batch.game} {batch.board}: {difference}, after {' '.join(position.moves)}")


def walks(game: str, games: int, seed: int = 1) -> Iterator[Walk]:
    """Split a number of games over the boards that OpenSpiel has as well."""
    boards = BOARDS.get(game, (position_class(game).default_board,))
    for number, board in enumerate(boards):
        left = games // len(boards) + (number < games % len(boards))
        while left > 0:
            yield Walk(game, board, min(left, BATCH), seed)
            left -= BATCH
            seed += 1
