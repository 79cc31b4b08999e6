"""Players against players: openings, colours, seeds, and games on several processes.

A `Match` says everything about its games, so that any of them can be played again: game 17 is `play_game(match, 17)`.
Games come in pairs. A pair shares an opening, which each player begins once as White; the first opening is the empty
board, the others are single stones in an order that the seed decides.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any

from malecon.games.catalogue import position_class
from malecon.games.colours import WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.lab.contenders import make_contender
from malecon.players.engine import Thought
from malecon.players.factory import MEMORY
from malecon.players.player import Limit, Player

A, B = 0, 1  # the two sides of a match, whatever colour they have
FORFEIT = "forfeit"
SECOND = Limit(seconds=1.0)


@dataclass(frozen=True)
class Match:
    """Two players as text, and all that their games depend on."""

    a: str
    b: str
    limits: tuple[Limit, Limit] = (SECOND, SECOND)
    """How long A and B may think about a move."""
    games: int = 100
    seed: int = 1
    game: str = "havannah"
    options: tuple[tuple[str, Any], ...] = (("base", 5),)
    """Of the empty board."""
    openings: tuple[str, ...] = ()
    """Moves that pairs begin with, in turn; where there are none, the empty board and single stones."""
    memory: int = MEMORY
    threads: tuple[int, int] = (1, 1)

    def __post_init__(self) -> None:
        if self.games < 1:
            raise GameError(f"a match has one game or more, not {self.games}")
        for number in range(0, 2 * max(1, len(self.openings)), 2):
            if (outcome := self.start(number).outcome) is not None:
                raise GameError(f"the opening {self.openings[number // 2]!r} is over already ({outcome})")
        for side in (A, B):
            self.player(side, 0)

    @property
    def players(self) -> tuple[str, str]:
        """The texts of A and B."""
        return self.a, self.b

    def start(self, number: int = 0) -> Position:
        """The position from which a game is played."""
        position = position_class(self.game)(**dict(self.options))
        if self.openings:
            position.play_all(self.openings[number // 2 % len(self.openings)])
        elif number >= 2:
            stones = position.legal_moves
            random.Random(f"{self.seed} openings").shuffle(stones)
            position.play(stones[(number // 2 - 1) % len(stones)])
        return position

    def player(self, side: int, number: int) -> Player:
        """A fresh player for one game, with a seed of its own."""
        seed = random.Random(f"{self.seed} {number} {side}").getrandbits(31)
        return make_contender(self.players[side], seed=seed, memory=self.memory, threads=self.threads[side])

    def white(self, number: int) -> int:
        """Which side, A or B, is White in a game: A in the first of each pair."""
        return A if number % 2 == 0 else B


@dataclass
class Effort:
    """What a player put into a game."""

    moves: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def add(self, other: Effort) -> None:
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
    """Such as `ring` or `bridge and fork`, or `forfeit`."""
    efforts: tuple[Effort, Effort] = field(default_factory=lambda: (Effort(), Effort()))
    """Of A and B."""
    complaint: str = ""
    """Why the loser forfeited, in one line."""

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self.moves)


class Halted(Exception):  # noqa: N818 (nothing went wrong)
    """The match was left while the game went on."""


_halt: Event | None = None  # of this process, where it plays for another one


def play_game(match: Match, number: int) -> GameResult:
    """Play one game; a player that fails or plays an illegal move forfeits it."""
    position, white = match.start(number), match.white(number)
    efforts = (Effort(), Effort())
    players = tuple(match.player(side, number) for side in (A, B))
    while not position.is_over:
        if _halt is not None and _halt.is_set():
            raise Halted
        side = white if position.to_move == WHITE else 1 - white
        try:
            position.play(_decide(players[side], position.copy(), match.limits[side], efforts[side]))
        except Exception as error:
            complaint = " ".join(f"{match.players[side]}: {type(error).__name__}: {error}".split())
            return GameResult(number, white, tuple(position.moves), 1 - side, FORFEIT, efforts, complaint)
    outcome = position.outcome
    assert outcome is not None
    winner = None if outcome.winner is None else _side(outcome.winner, white)
    return GameResult(number, white, tuple(position.moves), winner, " and ".join(outcome.how), efforts)


def _side(colour: Colour, white: int) -> int:
    return white if colour == WHITE else 1 - white


def _decide(player: Player, position: Position, limit: Limit, effort: Effort) -> str:
    """Let a player choose a move, and count what it took."""
    begin = time.perf_counter()
    decision = player.decide(position, limit)
    effort.moves += 1
    effort.seconds += time.perf_counter() - begin
    effort.simulations += decision.simulations if isinstance(decision, Thought) else 0
    return decision.move


# --- several games at a time ----------------------------------------------------------------------------------------


def play_match(match: Match, jobs: int = 1) -> Generator[GameResult, None, None]:
    """Play the games on so many processes and give each as it ends; closing the iterator leaves the games under way.

    The games are the same for any number of processes, as long as limits are in simulations and players on one thread.
    """
    if jobs < 1:
        raise GameError(f"a match is played on one process or more, not {jobs}")
    return _play_here(match) if min(jobs, match.games) == 1 else _play_on_processes(match, min(jobs, match.games))


def _play_here(match: Match) -> Generator[GameResult, None, None]:
    _warm_up(match)
    for number in range(match.games):
        yield play_game(match, number)


def _play_on_processes(match: Match, jobs: int) -> Generator[GameResult, None, None]:
    """Keep as many games under way as there are processes, so that few are lost where the match is left early."""
    context = get_context("spawn")  # a fork would copy locks of compiled code's threads in whatever state they are
    halt = context.Event()
    numbers = iter(range(match.games))
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_process, initargs=(match, halt))
    try:
        with _deaf_to_ctrl_c():
            waiting = {pool.submit(play_game, match, number) for number in islice(numbers, jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                if (number := next(numbers, None)) is not None:
                    waiting.add(pool.submit(play_game, match, number))
                yield future.result()
    except BrokenProcessPool:
        raise GameError("a process that played games has died, perhaps for want of memory; fewer jobs may do") from None
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Let processes that start now be deaf from their first moment; only the main thread can see to that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_process(match: Match, halt: Event) -> None:
    """Ctrl-C is for the process that leads the match; this one is told between two moves."""
    global _halt
    _halt = halt
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _warm_up(match)


def _warm_up(match: Match) -> None:
    """Load compiled code before any clock runs; a player that fails here will do so in its game and forfeit."""
    for side in (A, B):
        with suppress(Exception):
            match.player(side, 0).decide(match.start(2), Limit(simulations=1))
