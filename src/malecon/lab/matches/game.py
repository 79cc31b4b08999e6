"""One game of a match, from the first move to the last; every match and experiment plays through this module.

`play_game(match, number)` depends on its arguments only and returns plain values, so any executor can run it: in this
process, in another process, or on another machine. It returns a result or raises: a player at fault forfeits, but lack
of memory, a full disk or a player that does not suit the game is no result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event

from malecon.games.colours import WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.lab.matches.match import A, B, Match
from malecon.lab.store.provenance import code_version, machine_name
from malecon.players.engine import Thought
from malecon.players.player import Decision, Limit, Player, PlayerFault
from malecon.warmup.load import SHORT, load_player

FORFEIT = "forfeit"
NO_THREAD = "can't start new thread"  # Python's words for a limit of the system
PROVED = "proof"  # ending of an adjudicated game
SHADOW = " shadow"  # role of a player that is only asked for its choice; part of its seed


@dataclass
class PlayerStats:
    """Moves, thinking time and simulations of one player."""

    moves: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def add(self, other: PlayerStats) -> None:
        """Add the figures of another game."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.simulations += other.simulations


@dataclass(frozen=True)
class GameResult:
    """A finished game of a match."""

    number: int
    white: int
    """The side that played White, A or B."""
    moves: tuple[str, ...]
    """All moves, including the opening."""
    winner: int | None
    """A, B, or None for a draw."""
    how: str
    """How the game ended: `ring`, `bridge and fork`, ..., `forfeit` or `proof`."""
    stats: tuple[PlayerStats, PlayerStats] = field(default_factory=lambda: (PlayerStats(), PlayerStats()))
    """Figures of A and B."""
    forfeit_reason: str = ""
    """Why the loser forfeited, in one line."""
    differing_moves: int | None = None
    """Moves for which the opponent would have chosen another one; None unless the match compares players."""
    started: float = 0.0
    """Start time in seconds since 1970."""
    seconds: float = 0.0
    """Duration of the game."""
    code: str = field(default_factory=code_version)
    machine: str = field(default_factory=machine_name)

    @property
    def plies(self) -> int:
        """Number of moves played."""
        return len(self.moves)


class GameAborted(Exception):  # noqa: N818 (not an error)
    """The run was stopped before the game ended."""


class _Forfeit(Exception):  # noqa: N818 (a result)
    """A side loses the game by a fault of its own."""

    def __init__(self, side: int, reason: str) -> None:
        super().__init__(reason)
        self.side = side


_stop_event: Event | None = None  # set in worker processes
_warm: set[str] = set()  # keys of matches whose compiled code this process has loaded


def is_stopped() -> bool:
    """Return whether this worker process has been asked to abandon its games."""
    return _stop_event is not None and _stop_event.is_set()


def set_stop_event(event: Event) -> None:
    """Abort games of this process, between two moves, once the event is set."""
    global _stop_event
    _stop_event = event


def play_game(match: Match, number: int) -> GameResult:
    """Play one game; a player that raises PlayerFault or plays an illegal move forfeits.

    Any other exception means that the game has no result: a GameError names the game, so that a run can stop with it.
    """
    with _naming_the_game(match, number):
        _warm_up(match)
        started, start = time.time(), time.perf_counter()
        game = _RunningGame(match, number)
        try:
            winner, how, forfeit_reason = game.play()
        finally:
            game.close()
    return GameResult(
        number,
        game.white,
        tuple(game.position.moves),
        winner,
        how,
        game.stats,
        forfeit_reason,
        game.differing_moves if match.compare else None,
        started,
        time.perf_counter() - start,
    )


@contextmanager
def _naming_the_game(match: Match, number: int) -> Iterator[None]:
    """Turn faults of the machine and of the experiment into a one-line GameError; other exceptions are bugs."""
    try:
        yield
    except (GameError, MemoryError, OSError, ImportError, RuntimeError) as error:
        if (reason := _fault_text(error)) is None:
            raise
        raise GameError(f"no result in game {number + 1} of {match.a} against {match.b}: {reason}") from None


def _fault_text(error: Exception) -> str | None:
    """Return what is wrong with the machine or the experiment; None if it is neither."""
    if isinstance(error, MemoryError):
        return "out of memory; play fewer games in parallel"
    if isinstance(error, RuntimeError) and NO_THREAD not in str(error):
        return None
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, GameError) else f"{type(error).__name__}: {text}"


def _warm_up(match: Match) -> None:
    """Load compiled code before a clock runs; a player at fault here forfeits when it repeats that in its game."""
    if match.key in _warm:
        return
    for side in (A, B):
        player = match.player(side, 0)
        try:
            with suppress(PlayerFault):
                load_player(player, match.start(), _shortest(match.limits[side]))
        finally:
            player.close()
    _warm.add(match.key)


def _shortest(limit: Limit) -> Limit:
    """Return a tiny limit of the same kind: an external engine may lack a command for the other kind."""
    if limit.simulations is not None:
        return Limit(simulations=SHORT.simulations)
    return SHORT if limit.seconds is None and limit.remaining is None else Limit(seconds=SHORT.seconds)


class _RunningGame:
    """The position, the two players, and their shadows if the match compares players."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.position, self.white = match.start(number), match.white(number)
        self.stats = (PlayerStats(), PlayerStats())
        self.differing_moves = 0
        self.proved_winner: int | None = None
        self.players = tuple(match.player(side, number) for side in (A, B))
        self.shadows = tuple(match.player(side, number, SHADOW) for side in (A, B)) if match.compare else ()

    def play(self) -> tuple[int | None, str, str]:
        """Play to the end; return the winner, how the game ended, and the reason of a forfeit."""
        position = self.position
        while not position.is_over:
            if self.proved_winner is not None:
                return self.proved_winner, PROVED, ""
            if is_stopped():
                raise GameAborted
            try:
                self._move(self._side(position.to_move))
            except _Forfeit as forfeit:
                return 1 - forfeit.side, FORFEIT, str(forfeit)
        outcome = position.outcome
        assert outcome is not None
        winner = None if outcome.winner is None else self._side(outcome.winner)
        return winner, " and ".join(outcome.how), ""

    def _side(self, colour: Colour) -> int:
        return self.white if colour == WHITE else 1 - self.white

    def _move(self, side: int) -> None:
        before = self.position.copy()
        with self._forfeits(side, PlayerFault):
            decision = _decide(self.players[side], before, self.match.limits[side], self.stats[side])
        with self._forfeits(side, GameError):  # the move is illegal
            decision.carry_out(self.position)
        if self.match.adjudicate:
            self.proved_winner = _proved_winner(decision, side)
        if self.shadows:
            with self._forfeits(1 - side, PlayerFault):
                other = self.shadows[1 - side].decide(before, self.match.limits[1 - side])
            self.differing_moves += other.move != decision.move

    @contextmanager
    def _forfeits(self, side: int, fault: type[GameError]) -> Iterator[None]:
        """Turn a fault into the forfeit of a side."""
        try:
            yield
        except fault as error:
            reason = f"{self.match.players[side]}: {type(error).__name__}: {error}"
            raise _Forfeit(side, " ".join(reason.split())) from None

    def close(self) -> None:
        """Close all players."""
        for player in (*self.players, *self.shadows):
            player.close()


def _proved_winner(decision: Decision, side: int) -> int | None:
    """Return the side that wins according to a proof by the player that just moved."""
    proof = decision.proof if isinstance(decision, Thought) else None
    return {"win": side, "loss": 1 - side}.get(proof or "")


def _decide(player: Player, position: Position, limit: Limit, stats: PlayerStats) -> Decision:
    """Ask a player for a move and record time and simulations."""
    begin = time.perf_counter()
    decision = player.decide(position, limit)
    stats.moves += 1
    stats.seconds += time.perf_counter() - begin
    stats.simulations += decision.simulations if isinstance(decision, Thought) else 0
    return decision
