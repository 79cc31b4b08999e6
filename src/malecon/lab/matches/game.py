"""One game of a match, from the first move to the last; every match and experiment plays through this module.

`play_game(match, number)` depends on its arguments only and returns plain values, so any executor can run it: in this
process, in another process, or on another machine. It returns a result or raises: a player at fault forfeits, but lack
of memory, a full disk or a player that does not suit the game is no result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event

from malecon.games.colours import WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.lab.matches.match import A, B, Match
from malecon.lab.store.provenance import code_version, machine_name
from malecon.players.clock import GameClock, parse_clock
from malecon.players.engine import Thought
from malecon.players.player import (
    CRASH,
    FORFEIT,
    TIME_LOSS,
    Decision,
    HandshakeError,
    PlayerFault,
    TimeLoss,
)

FAULTS = (FORFEIT, TIME_LOSS, CRASH)  # endings of games that a player lost by a fault of its own
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
class MoveNote:
    """What is known about one move of a game besides the move."""

    seconds: float
    clock: float | None = None
    """Seconds left after the move, of the main time or of the current period; None without a game clock."""
    value: float | None = None
    """The player's own estimate of its result, from 0 to 1; None if it has none."""
    simulations: int = 0
    line: tuple[str, ...] = ()
    """The moves that the player expects, its own first."""

    @property
    def text(self) -> str:
        """The note as a comment; empty if the player said nothing."""
        if self.value is None:
            return ""
        line = f"; {' '.join(self.line)}" if len(self.line) > 1 else ""
        return f"{self.value:.1%}, {self.simulations} simulations, {self.seconds:.2f} s{line}"


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
    """How the game ended: `ring`, `bridge and fork`, ..., `proof`, or one of FAULTS."""
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
    engines: tuple[str, str] = ("", "")
    """Name, version and digest of external engines; empty for other players."""
    notes: tuple[MoveNote, ...] = field(default=(), compare=False, repr=False)
    """A note on every move after the opening; the database does not keep them."""

    @property
    def is_forfeit(self) -> bool:
        """Whether the loser forfeited the game, lost it on time, or crashed."""
        return self.how in FAULTS

    @property
    def plies(self) -> int:
        """Number of moves played."""
        return len(self.moves)


class GameAborted(Exception):  # noqa: N818 (not an error)
    """The run was stopped before the game ended."""


class _Forfeit(Exception):  # noqa: N818 (a result)
    """A side loses the game by a fault of its own."""

    def __init__(self, side: int, reason: str, kind: str) -> None:
        super().__init__(reason)
        self.side, self.kind = side, kind


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
        engines=game.engines(),
        notes=tuple(game.notes),
    )


@contextmanager
def _naming_the_game(match: Match, number: int) -> Iterator[None]:
    """Turn faults of the machine and of the experiment into a one-line GameError; other exceptions are bugs."""
    try:
        yield
    except HandshakeError:
        raise
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
    """Test both players and load compiled code, once per process and match, before a clock runs.

    Raise HandshakeError if a player cannot make a single legal move: that is no result.
    """
    if match.key in _warm:
        return
    for side in (A, B):
        player = match.player(side, 0)
        clock, limit = _new_clock(match, side), match.limits[side]
        try:
            player.handshake(match.start(), clock.limit(limit) if clock else limit)
        finally:
            player.close()
    _warm.add(match.key)


def _new_clock(match: Match, side: int) -> GameClock | None:
    """Return the game clock of a side at the start of a game; None if it has none."""
    return GameClock(parse_clock(match.clocks[side])) if match.clocks[side] else None


class _RunningGame:
    """The position, the two players, and their shadows if the match compares players."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.position, self.white = match.start(number), match.white(number)
        self.stats = (PlayerStats(), PlayerStats())
        self.differing_moves = 0
        self.proved_winner: int | None = None
        self.notes: list[MoveNote] = []
        self.clocks = tuple(_new_clock(match, side) for side in (A, B))
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
                return 1 - forfeit.side, forfeit.kind, str(forfeit)
        outcome = position.outcome
        assert outcome is not None
        winner = None if outcome.winner is None else self._side(outcome.winner)
        return winner, " and ".join(outcome.how), ""

    def _side(self, colour: Colour) -> int:
        return self.white if colour == WHITE else 1 - self.white

    def _move(self, side: int) -> None:
        before = self.position.copy()
        with self._forfeits(side, PlayerFault):
            decision = self._decide(side, before)
        with self._forfeits(side, GameError):  # the move is illegal
            decision.carry_out(self.position)
        if self.match.adjudicate:
            self.proved_winner = _proved_winner(decision, side)
        if self.shadows:
            with self._forfeits(1 - side, PlayerFault):
                other = self.shadows[1 - side].decide(before, self.match.limits[1 - side])
            self.differing_moves += other.move != decision.move

    def _decide(self, side: int, position: Position) -> Decision:
        """Ask a player for a move, record time and simulations, and run its clock."""
        clock, limit, stats = self.clocks[side], self.match.limits[side], self.stats[side]
        begin = time.perf_counter()
        decision = self.players[side].decide(position, clock.limit(limit) if clock else limit)
        seconds = time.perf_counter() - begin
        stats.moves += 1
        stats.seconds += seconds
        thought = decision if isinstance(decision, Thought) else None
        stats.simulations += thought.simulations if thought else 0
        if clock is not None:
            _spend(clock, seconds, self.players[side].tolerance)
        left = clock.left if clock else None
        opinion = (thought.value, thought.simulations, thought.line) if thought and thought.simulations else ()
        self.notes.append(MoveNote(seconds, left, *opinion))
        return decision

    def engines(self) -> tuple[str, str]:
        """Return name, version and digest of external engines."""
        return self.players[A].identity, self.players[B].identity

    @contextmanager
    def _forfeits(self, side: int, fault: type[GameError]) -> Iterator[None]:
        """Turn a fault into the forfeit of a side."""
        try:
            yield
        except fault as error:
            reason = f"{self.match.players[side]}: {type(error).__name__}: {error}"
            kind = error.kind if isinstance(error, PlayerFault) else FORFEIT
            raise _Forfeit(side, " ".join(reason.split()), kind) from None

    def close(self) -> None:
        """Close all players."""
        for player in (*self.players, *self.shadows):
            player.close()


def _proved_winner(decision: Decision, side: int) -> int | None:
    """Return the side that wins according to a proof by the player that just moved."""
    proof = decision.proof if isinstance(decision, Thought) else None
    return {"win": side, "loss": 1 - side}.get(proof or "")


def _spend(clock: GameClock, seconds: float, tolerance: float) -> None:
    """Subtract the time of a move from a clock; raise TimeLoss if the flag has fallen."""
    if seconds > clock.allowance + tolerance:
        raise TimeLoss(f"the move took {seconds:.2f} s; {clock.allowance:.2f} s were left on the clock {clock.control}")
    clock.spend(seconds)
