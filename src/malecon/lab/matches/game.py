"""One game of a match from its first move to its last: the one way in which matches and experiments play.

`play_game(match, number)` needs nothing but its arguments and gives back plain values, so any executor can run it: this
process, another one, or another machine.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event

from malecon.games.colours import WHITE, Colour
from malecon.games.position import Position
from malecon.lab.matches.match import A, B, Match
from malecon.lab.store.provenance import code_version, machine_name
from malecon.players.engine import Thought
from malecon.players.player import Decision, Limit, Player

FORFEIT = "forfeit"
PROVED = "proof"  # the end of a game that was stopped because it was decided
SHADOW = " shadow"  # the role of a player that is asked only


@dataclass
class PlayerStats:
    """What a player put into a game."""

    moves: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def add(self, other: PlayerStats) -> None:
        """Count another game's effort too."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.simulations += other.simulations


@dataclass(frozen=True)
class GameResult:
    """One game of a match."""

    number: int
    white: int
    """Which side, A or B, was White."""
    moves: tuple[str, ...]
    """All of them, those of the opening too."""
    winner: int | None
    """A, B, or None for a draw."""
    how: str
    """Such as `ring` or `bridge and fork`, or `forfeit`, or `proof`."""
    stats: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))
    """Of A and B."""
    complaint: str = ""
    """Why the loser forfeited, in one line."""
    differing_moves: int | None = None
    """Moves that the other player would have chosen differently, where the match asks."""
    began: float = 0.0
    """When, in seconds since 1970."""
    seconds: float = 0.0
    """How long the game took, players and all."""
    code: str = field(default_factory=code_version)
    machine: str = field(default_factory=machine_name)

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.moves)


class GameAborted(Exception):  # noqa: N818 (nothing went wrong)
    """The match was left while the game went on."""


_halt: Event | None = None  # of this process, where it plays for another one
_warm: set[str] = set()  # the matches of which this process has loaded the code


def set_stop_event(halt: Event) -> None:
    """Leave games of this process between two moves once this event is set."""
    global _halt
    _halt = halt


def play_game(match: Match, number: int) -> GameResult:
    """Play one game; a player that fails or plays an illegal move forfeits it."""
    _warm_up(match)
    began, start = time.time(), time.perf_counter()
    table = _Table(match, number)
    try:
        winner, how, complaint = table.play()
    finally:
        table.close()
    return GameResult(
        number,
        table.white,
        tuple(table.position.moves),
        winner,
        how,
        table.stats,
        complaint,
        table.differing_moves if match.compare else None,
        began,
        time.perf_counter() - start,
    )


def _warm_up(match: Match) -> None:
    """Load compiled code before any clock runs; a player that fails here will do so in its game and forfeit."""
    if match.key in _warm:
        return
    _warm.add(match.key)
    for side in (A, B):
        player = match.player(side, 0)
        with suppress(Exception):
            player.decide(match.start(2), Limit(simulations=1))
        player.close()


class _Table:
    """A game under way: the board, two players, and those who only look on."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.position, self.white = match.start(number), match.white(number)
        self.stats = (PlayerStats(), PlayerStats())
        self.differing_moves = 0
        self.proved: int | None = None  # the side that has won for certain, where games may end by that
        self.players = tuple(match.player(side, number) for side in (A, B))
        self.shadows = tuple(match.player(side, number, SHADOW) for side in (A, B)) if match.compare else ()

    def play(self) -> tuple[int | None, str, str]:
        """Play to the end; return the winner, how it was won, and the complaint of who forfeited."""
        position = self.position
        while not position.is_over:
            if self.proved is not None:
                return self.proved, PROVED, ""
            if _halt is not None and _halt.is_set():
                raise GameAborted
            side = self._side(position.to_move)
            try:
                self._move(side)
            except Exception as error:
                complaint = f"{self.match.players[side]}: {type(error).__name__}: {error}"
                return 1 - side, FORFEIT, " ".join(complaint.split())
        outcome = position.outcome
        assert outcome is not None
        winner = None if outcome.winner is None else self._side(outcome.winner)
        return winner, " and ".join(outcome.how), ""

    def _side(self, colour: Colour) -> int:
        return self.white if colour == WHITE else 1 - self.white

    def _move(self, side: int) -> None:
        before = self.position.copy()
        decision = _decide(self.players[side], before, self.match.limits[side], self.stats[side])
        decision.carry_out(self.position)
        if self.match.adjudicate:
            self.proved = _proved_winner(decision, side)
        if self.shadows:
            other = self.shadows[1 - side].decide(before, self.match.limits[1 - side])
            self.differing_moves += other.move != decision.move

    def close(self) -> None:
        """Let the players go."""
        for player in (*self.players, *self.shadows):
            player.close()


def _proved_winner(decision: Decision, side: int) -> int | None:
    """The side that wins by the proof of the player who just moved."""
    proof = decision.proof if isinstance(decision, Thought) else None
    return {"win": side, "loss": 1 - side}.get(proof or "")


def _decide(player: Player, position: Position, limit: Limit, effort: PlayerStats) -> Decision:
    """Let a player choose a move, and count what it took."""
    begin = time.perf_counter()
    decision = player.decide(position, limit)
    effort.moves += 1
    effort.seconds += time.perf_counter() - begin
    effort.simulations += decision.simulations if isinstance(decision, Thought) else 0
    return decision
