"""The engine: a search, a clock and a choice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.players.player import Decision, Limit, Player
from malecon.players.presets import PRESETS
from malecon.players.spec import parse_player
from malecon.search.searcher import RootMove, Searcher

DEFAULT_LIMIT = Limit(seconds=1.0)
FIRST_BATCH = 64
BATCH_SECONDS = 0.01  # how often the clock is looked at
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Thought(Decision):
    """A decision with what led to it."""

    value: float = 0.5
    """Expected result for the side to move: 1 is won, 0 lost."""
    line: tuple[str, ...] = ()
    proof: str | None = None
    """`win`, `loss` or `draw` where the position is proved."""
    length: int = 0
    """Plies to the end of the proved line."""
    moves: tuple[RootMove, ...] = field(default=(), repr=False)
    simulations: int = 0
    seconds: float = 0.0


class Engine(Player):
    """A player by search, such as `Engine("malecon")` or `Engine("uct(c=0.4)+rave(r=50)")`."""

    def __init__(self, player: str = "malecon", *, memory: int = 512, seed: int = 0) -> None:
        self.spec = parse_player(player, PRESETS)
        self.name = str(self.spec)
        self._memory, self._seed = memory * MEGABYTE, seed
        self._searcher: Searcher | None = None
        self._searched: type[Position] | None = None

    def decide(self, position: Position, limit: Limit = DEFAULT_LIMIT) -> Thought:
        """Think within the limit and choose."""
        *_, thought = self.think_aloud(position, limit, every=1e9)
        return thought

    def think_aloud(self, position: Position, limit: Limit = DEFAULT_LIMIT, every: float = 0.25) -> Iterator[Thought]:
        """Think within the limit; give what is known every so many seconds, and at the end."""
        if position.is_over:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        start = time.perf_counter()
        searcher = self._prepare(position)
        last, done = start, 0
        for done in _batches(searcher, limit, start):
            if time.perf_counter() - last >= every:
                last = time.perf_counter()
                yield self._thought(searcher, done, last - start)
        yield self._thought(searcher, done, time.perf_counter() - start)

    def _prepare(self, position: Position) -> Searcher:
        if self._searcher is None or self._searched is not type(position):
            techniques = self.spec.techniques(PRESETS)
            self._searcher = Searcher(position, techniques, self._memory, self._seed)
            self._searched = type(position)
        else:
            self._searcher.set_position(position)
        return self._searcher

    def _thought(self, searcher: Searcher, simulations: int, seconds: float) -> Thought:
        moves = searcher.root_moves()
        best = choose(moves, "visits")
        line = tuple(searcher.line(best.move))
        return Thought(best.move, best.value, line, best.proof, best.length, tuple(moves), simulations, seconds)


def _batches(searcher: Searcher, limit: Limit, start: float) -> Iterator[int]:
    """Run the search in batches of about equal time; give the simulations so far after each."""
    done, batch = 0, FIRST_BATCH
    most = limit.simulations or 1 << 62
    end = start + limit.seconds if limit.seconds is not None else float("inf")
    while done < most and searcher.proof is None:
        begin = time.perf_counter()
        if begin >= end:
            break
        run = searcher.run(min(batch, most - done))
        done += run
        spent = max(time.perf_counter() - begin, 1e-6)
        wanted = min(BATCH_SECONDS, max(end - time.perf_counter(), 0.0005))
        batch = max(16, min(int(run * wanted / spent) + 1, 2 * batch))
        yield done


def choose(moves: list[RootMove], by: str) -> RootMove:
    """The move to play: the shortest proved win, no proved loss if there is another move, else the best by a rule."""
    wins = [move for move in moves if move.proof == "win"]
    if wins:
        return min(wins, key=lambda move: move.length)
    hopeful = [move for move in moves if move.proof != "loss"]
    if not hopeful:
        return max(moves, key=lambda move: (move.length, move.visits))
    rules = {
        "visits": lambda move: (move.visits, move.value),
        "value": lambda move: (move.visits > 0, move.value),
        "wins": lambda move: (move.visits * move.value, move.value),
        "secure": lambda move: (move.visits > 0, move.value - 1.0 / (move.visits + 1) ** 0.5),
    }
    return max(hopeful, key=rules[by])
