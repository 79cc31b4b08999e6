"""The engine: a search, a clock and the choice of a move.

`decide` returns a decision; `think_aloud` also yields what is known while thinking. `stop` ends both from another
thread. `analyse` and `analyse_aloud` are the same for asyncio.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

from malecon.games.errors import GameError, check_type
from malecon.games.position import Position
from malecon.knowledge.technique import Value
from malecon.players.async_search import run_search, stream_search
from malecon.players.background_pns import precompile
from malecon.players.move_choice import balanced_move, choose_move, sample_move, seconds_for_move
from malecon.players.player import Limit, Player, check_seed
from malecon.players.presets import preset_texts
from malecon.players.proved import proved_thought, with_proofs
from malecon.players.searchers import Resources, memory_bytes, new_searcher
from malecon.players.spec import check_exclusive, parse_for_any_game, parse_player
from malecon.players.thought import EVEN, Thought
from malecon.search.searcher import Searcher

__all__ = ["Engine", "Thought"]

DEFAULT_LIMIT = Limit(seconds=1.0)
FIRST_BATCH, SMALLEST_BATCH = 64, 16
BATCH_SECONDS = 0.01  # how often the clock is checked
ROUND_SECONDS = 0.1  # how often several threads synchronise
UNLIMITED = 1 << 62
ShouldStop = Callable[[], bool]


def _never() -> bool:
    return False


class Engine(Player):
    """A player by search, such as `Engine("malecon")` or `Engine("uct(c=0.4)+rave(r=50)")`.

    It plays whatever game it is given. A text that does not suit the game raises GameError then, or at once if `game`
    is given. `memory` is in megabytes. With one thread, a seed and a limit of simulations, games are reproducible.

    The tree of a search is kept for the next decision if that continues the same game; with `reuse=False` every
    decision starts a new one. An engine may be shared by threads: a second caller waits until the first has finished.
    As a context manager it frees its memory at the end.
    """

    def __init__(
        self,
        player: str = "malecon",
        *,
        game: str | None = None,
        threads: int = 1,
        memory: int = 512,
        seed: int = 0,
        reuse: bool = True,
    ) -> None:
        check_type(player, str, "a player is text, such as 'malecon' or 'uct(c=0.4)+rave'")
        for name, number in (("threads", threads), ("memory", memory)):
            check_type(number, int, f"{name} must be a positive integer")
            if number <= 0:
                raise GameError(f"{name} must be a positive integer, not {number}")
        check_seed(seed)
        self._text = player
        numbers = {"threads": threads, "memory": memory, "seed": seed, "reuse": reuse}
        self._arguments: dict[str, Any] = {"player": player, "game": game, **numbers}
        self.spec = parse_player(player, preset_texts(game), game) if game else parse_for_any_game(player, preset_texts)
        self._techniques: dict[str, dict[str, Value]] = self.spec.techniques(preset_texts(self.spec.game))
        check_exclusive(self._techniques, self.spec.game)
        self.name = str(self.spec)
        self._resources = Resources(memory, threads, seed)
        self._random = Random(seed)
        self._searcher: Searcher | None = None
        self._searcher_key: tuple[Any, ...] = ()
        self._stopped = threading.Event()
        self._busy, self._owner = threading.Lock(), 0
        if game is not None:
            self._precompile(game)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings; the copy starts with an empty tree."""
        return _new_engine, (self._arguments,)

    def check(self, start: Position) -> None:
        """Raise GameError if the techniques do not suit this board or cannot be combined."""
        texts = preset_texts(start.game, start.size)
        techniques = parse_player(self._text, texts, start.game).techniques(texts)
        check_exclusive(techniques, start.game)
        if "alphabeta" in techniques:  # its search checks more than that, before it starts
            new_searcher(start, techniques, replace(self._resources, memory=1))

    # --- thinking ---------------------------------------------------------------------------------------------------

    def decide(self, position: Position, limit: Limit = DEFAULT_LIMIT, *, should_stop: ShouldStop = _never) -> Thought:
        """Think within the limit and choose a move."""
        *_, thought = self.think_aloud(position, limit, every=float("inf"), should_stop=should_stop)
        return thought

    def think_aloud(
        self,
        position: Position,
        limit: Limit = DEFAULT_LIMIT,
        every: float = 0.25,
        *,
        should_stop: ShouldStop = _never,
    ) -> Iterator[Thought]:
        """Think within the limit; yield what is known every `every` seconds, and the decision at the end.

        `should_stop` is called many times a second. Unlike `stop`, it also ends a search that begins after the request;
        it may raise an exception if no decision is wanted. The engine belongs to this generator until it is exhausted
        or closed.
        """
        check_type(position, Position, "an engine searches a position, such as malecon.Havannah()")
        check_type(limit, Limit, "a limit is a malecon.Limit, such as malecon.Limit(seconds=1)")
        if position.is_over:
            raise GameError(f"the game is over ({position.outcome}); there is no move to choose")
        with self._exclusive():
            for thought in self._think(position, limit, every, should_stop):
                yield thought
                self._owner = threading.get_ident()  # a generator may be continued on another thread

    async def analyse(self, position: Position, limit: Limit = DEFAULT_LIMIT) -> Thought:
        """Think on another thread, for asyncio; cancelling the task stops the search."""
        return await run_search(lambda stopped: self.decide(position, limit, should_stop=stopped))

    def analyse_aloud(
        self, position: Position, limit: Limit = DEFAULT_LIMIT, every: float = 0.25
    ) -> AsyncIterator[Thought]:
        """Return an asynchronous iterator over what `think_aloud` yields; leaving its loop stops the search."""
        return stream_search(lambda stopped: self.think_aloud(position, limit, every, should_stop=stopped))

    def _think(self, position: Position, limit: Limit, every: float, should_stop: ShouldStop) -> Iterator[Thought]:
        self._precompile(position.game)
        start = last = time.perf_counter()
        if opening := balanced_move(position, self._random):
            yield Thought(opening, line=(opening,), position=position.copy())
            return
        if "proofs" in self._techniques and (proved := proved_thought(position)) is not None:
            self._searcher = None  # it may be about another position
            yield proved
            return
        self._stopped.clear()
        searcher = self._prepare(position)
        done = 0
        for done in self._batches(searcher, self._budget(position, limit), start, should_stop):
            now = time.perf_counter()
            if now - last >= every:
                last = now
                yield self._thought(position, searcher, done, now - start, final=False)
        yield self._thought(position, searcher, done, time.perf_counter() - start, final=True)

    def line(self, move: str) -> tuple[str, ...]:
        """Return the expected moves after a move of the last position, that move included."""
        if self._owner == threading.get_ident():  # between two thoughts of this thread
            return self._line(move)
        with self._exclusive():
            return self._line(move)

    def _line(self, move: str) -> tuple[str, ...]:
        return tuple(self._searcher.line(move)) if self._searcher else (move,)

    def stop(self) -> None:
        """Make the engine decide at once, from any thread."""
        self._stopped.set()
        if (searcher := self._searcher) is not None:
            searcher.halt()

    def reset(self) -> None:
        """Forget the search and start the random numbers again: the engine decides as a new one would."""
        with self._exclusive():
            self._searcher, self._random = None, Random(self._resources.seed)

    def close(self) -> None:
        """Free the memory and the threads of the search, once it has ended; the next decision starts a new one."""
        with self._exclusive():
            self._searcher = None

    @property
    def memory_bytes(self) -> int:
        """Size of the arrays of the search; 0 before the first decision."""
        return memory_bytes(self._searcher)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Wait until no other thread uses the engine; raise GameError if this thread already does."""
        if self._owner == threading.get_ident():
            raise GameError("this engine is already thinking; exhaust or close the other think_aloud first")
        with self._busy:
            self._owner = threading.get_ident()
            try:
                yield
            finally:
                self._owner = 0

    def _batches(self, searcher: Searcher, limit: Limit, start: float, should_stop: ShouldStop) -> Iterator[int]:
        """Run the search in batches of about equal time; yield the simulations so far after each.

        At least one batch runs, whatever the clock says: a decision without simulations would be a guess.
        """
        done, batch = 0, FIRST_BATCH
        most = limit.simulations or UNLIMITED
        end = start + limit.seconds if limit.seconds is not None else float("inf")
        while done < most and not searcher.is_finished:
            begin = time.perf_counter()
            is_late = should_stop() or self._stopped.is_set() or begin >= end
            if is_late and done:
                break
            if is_late:
                run = searcher.run(min(SMALLEST_BATCH, most))
            elif searcher.threads > 1:
                run = searcher.run(most - done, min(ROUND_SECONDS, max(end - begin, 0.001)), self._stopped)
            else:
                run = searcher.run(min(batch, most - done), stopped=self._stopped)
            done += run
            now = time.perf_counter()
            target = min(BATCH_SECONDS, max((end - now) / 2, 0.0002))  # the next batch may be slower
            batch = max(SMALLEST_BATCH, min(int(run * target / max(now - begin, 1e-6)) + 1, 2 * batch))
            yield done

    def _budget(self, position: Position, limit: Limit) -> Limit:
        """Return the limit for this move: a share of the game clock, and the cap of a weak level."""
        seconds = limit.seconds
        if limit.remaining is not None:
            share = seconds_for_move(limit.remaining, limit.increment, position.expected_moves_left)
            seconds = min(share, seconds) if seconds is not None else share
        simulations = limit.simulations
        if "cap" in self._techniques:
            cap = int(self._techniques["cap"].get("simulations", 100))
            simulations = min(cap, simulations or cap)
        if seconds is None and simulations is None:
            seconds = DEFAULT_LIMIT.seconds
        return Limit(seconds=seconds, simulations=simulations)

    # --- the search behind it -----------------------------------------------------------------------------------------

    def _prepare(self, position: Position) -> Searcher:
        """Return the engine's search at the position; presets may differ from board to board."""
        key = (position.game, position.size, os.getpid())  # threads do not survive a fork
        if self._arguments["reuse"] and self._searcher is not None and self._searcher_key == key:
            self._searcher.set_position(position)
            return self._searcher
        texts = preset_texts(position.game, position.size)
        self._techniques = parse_player(self._text, texts, position.game).techniques(texts)
        check_exclusive(self._techniques, position.game)
        self._searcher = None  # free its memory first
        self._searcher, self._searcher_key = new_searcher(position, self._techniques, self._resources), key
        return self._searcher

    def _precompile(self, game: str) -> None:
        """Load the kernels of proof-number search, if the player has it, before a clock runs."""
        if "pns" in self._techniques and "alphabeta" not in self._techniques:
            precompile(game)

    def _thought(
        self, position: Position, searcher: Searcher, simulations: int, seconds: float, *, final: bool
    ) -> Thought:
        moves = searcher.root_moves()
        if "proofs" in self._techniques:
            moves = with_proofs(position, moves)
        rule = self._techniques.get("final", {})
        best = moves[0] if searcher.is_ranked else choose_move(moves, str(rule.get("by", "visits")))
        temperature = float(rule.get("temperature", 0.0))
        if final and temperature > 0 and best.proof != "win":
            best = sample_move(moves, temperature, self._random)
        move, value, line = best.move, best.value, tuple(searcher.line(best.move))
        proof = searcher.proof or ("loss" if all(row.proof == "loss" for row in moves) else None)
        length = best.length if proof else 0
        if position.can_swap and value < EVEN:
            move, value, line = "swap", 1.0 - value, ("swap",)
            proof, length = ("win", length + 1) if proof == "loss" else (None, 0)
        return Thought(move, value, line, proof, length, tuple(moves), simulations, seconds, position.copy())


def _new_engine(arguments: dict[str, Any]) -> Engine:
    return Engine(**arguments)
