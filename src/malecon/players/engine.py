"""The engine: a search, a clock and a choice.

`decide` thinks and answers; `think_aloud` gives what is known while it thinks; `ponder` goes on thinking in the
background while the opponent does. `stop` ends any of them from another thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Value
from malecon.players.background_pns import BackgroundPns, precompile
from malecon.players.move_choice import choose_move, sample_move, seconds_for_move
from malecon.players.openings import balanced_move
from malecon.players.player import Decision, Limit, Player
from malecon.players.presets import preset_texts
from malecon.players.spec import check_exclusive, parse_for_any_game, parse_player
from malecon.search.alphabeta.searcher import AlphaBetaSearcher
from malecon.search.mcts.searcher import MctsSearcher, RootMove

AnySearcher: TypeAlias = MctsSearcher | AlphaBetaSearcher
DEFAULT_LIMIT = Limit(seconds=1.0)
FIRST_BATCH = 64
BATCH_SECONDS = 0.01  # how often the clock is looked at
ROUND_SECONDS = 0.1  # how often several threads wait for one another
MEGABYTE = 1 << 20
TABLE_PART = 8  # the prover's table beside the tree: this part of its memory
EVEN = 0.5


@dataclass(frozen=True)
class Thought(Decision):
    """A decision with what led to it."""

    value: float = EVEN
    """Expected result for the side to move: 1 is won, 0 lost."""
    line: tuple[str, ...] = ()
    """The moves expected from here on."""
    proof: str | None = None
    """`win`, `loss` or `draw` where the position is proved."""
    length: int = 0
    """Plies to the end of the proved line."""
    moves: tuple[RootMove, ...] = field(default=(), repr=False)
    """Every move of the board at the root, the most visited first."""
    simulations: int = 0
    seconds: float = 0.0


class Engine(Player):
    """A player by search, such as `Engine("malecon")` or `Engine("uct(c=0.4)+rave(r=50)")`.

    It plays whatever game it is given; a text that does not suit that game is an error then, or at once where `game`
    names it. `memory` is in megabytes. With one thread, a seed and a limit of simulations, a game is played again.
    """

    def __init__(
        self, player: str = "malecon", *, game: str | None = None, threads: int = 1, memory: int = 512, seed: int = 0
    ) -> None:
        if not all(isinstance(number, int) and number > 0 for number in (threads, memory)):
            raise GameError(f"an engine has at least 1 thread and 1 MB of memory, not {threads!r} and {memory!r}")
        self._text = player
        self.spec = parse_player(player, preset_texts(game), game) if game else parse_for_any_game(player, preset_texts)
        self._techniques: dict[str, dict[str, Value]] = self.spec.techniques(preset_texts(self.spec.game))
        check_exclusive(self._techniques, self.spec.game)
        self.name = str(self.spec)
        self._threads, self._memory, self._seed = threads, memory * MEGABYTE, seed
        self._random = Random(seed)
        self._searcher: AnySearcher | None = None
        self._prover: BackgroundPns | None = None
        self._kind: tuple[str, int] | None = None
        self._stopped = threading.Event()
        self._pondering: threading.Thread | None = None
        if game is not None:
            self._rehearse(game)

    # --- thinking --------------------------------------------------------------------------------------------------

    def decide(self, position: Position, limit: Limit = DEFAULT_LIMIT) -> Thought:
        """Think within the limit and choose."""
        *_, thought = self.think_aloud(position, limit, every=float("inf"))
        return thought

    def think_aloud(self, position: Position, limit: Limit = DEFAULT_LIMIT, every: float = 0.25) -> Iterator[Thought]:
        """Think within the limit; give what is known every so many seconds, and at the end."""
        if position.is_over:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        self._rehearse(position.game)
        start = last = time.perf_counter()
        if opening := balanced_move(position, self._random):
            yield Thought(opening, line=(opening,))
            return
        self.stop()
        self._stopped.clear()
        searcher = self._prepare(position)
        done = 0
        for done in self._batches(searcher, self._budget(position, limit), start):
            now = time.perf_counter()
            if now - last >= every:
                last = now
                yield self._thought(position, searcher, done, now - start, final=False)
        yield self._thought(position, searcher, done, time.perf_counter() - start, final=True)

    def line(self, move: str) -> tuple[str, ...]:
        """The moves expected after a move of the position that was thought about last, that move included."""
        return tuple(self._searcher.line(move)) if self._searcher else (move,)

    def stop(self) -> None:
        """End what the engine is thinking about, from any thread; a decision in the making is given at once."""
        self._stopped.set()
        if self._searcher is not None:
            self._searcher.halt()
        if self._pondering is not None and self._pondering is not threading.current_thread():
            self._pondering.join()
            self._pondering = None

    def ponder(self, position: Position) -> None:
        """Think about a position in the background until `stop` or the next decision, which keeps what was found."""
        self.stop()
        if position.is_over:
            return
        self._stopped.clear()
        searcher = self._prepare(position)
        self._pondering = threading.Thread(target=self._search_on, args=(searcher,), name="ponder", daemon=True)
        self._pondering.start()

    def _search_on(self, searcher: AnySearcher) -> None:
        for _ in self._batches(searcher, Limit(), time.perf_counter()):
            pass

    def _batches(self, searcher: AnySearcher, limit: Limit, start: float) -> Iterator[int]:
        """Run the search in batches of about equal time; give the simulations so far after each."""
        done, batch = 0, FIRST_BATCH
        most = limit.simulations or 1 << 62
        end = start + limit.seconds if limit.seconds is not None else float("inf")
        while done < most and searcher.proof is None and not self._stopped.is_set():
            begin = time.perf_counter()
            if begin >= end and done:
                break
            room = most - done
            if self._prover is not None and isinstance(searcher, MctsSearcher):
                self._prover.run_if_due(searcher, done)
                room = min(room, self._prover.simulations_until_due(done))
                begin = time.perf_counter()  # the speed of simulations is what counts below
            if self._threads > 1 and isinstance(searcher, MctsSearcher):
                run = searcher.run_for(min(ROUND_SECONDS, max(end - begin, 0.001)), most - done, self._stopped)
            else:
                run = searcher.run(min(batch, room))
            done += run
            if run == 0:
                break
            now = time.perf_counter()
            wanted = min(BATCH_SECONDS, max((end - now) / 2, 0.0002))  # a batch may be slower than the last
            batch = max(16, min(int(run * wanted / max(now - begin, 1e-6)) + 1, 2 * batch))
            yield done

    def _budget(self, position: Position, limit: Limit) -> Limit:
        """The limit for this move: a share of the game clock, and the cap of a weak level."""
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

    def _prepare(self, position: Position) -> AnySearcher:
        """The search of this engine, standing at the position; presets may differ from board to board."""
        kind = (position.game, position.size)
        if self._searcher is None or self._kind != kind:
            texts = preset_texts(position.game, position.size)
            self._techniques = parse_player(self._text, texts, position.game).techniques(texts)
            check_exclusive(self._techniques, position.game)
            self._prover = self._new_prover(position)
            self._searcher = self._new_searcher(position)
            self._kind = kind
        else:
            self._searcher.set_position(position)
            if self._prover is not None:
                self._prover.set_position(position)
        return self._searcher

    def _rehearse(self, game: str) -> None:
        """Have the compiled code of the prover before a clock runs, where the player has one."""
        if "pns" in self._techniques and "alphabeta" not in self._techniques:
            precompile(game)

    def _new_prover(self, position: Position) -> BackgroundPns | None:
        """What proves beside the search where the player has it; its table is small beside the tree."""
        if "pns" not in self._techniques or "alphabeta" in self._techniques:  # which refuses it
            return None
        return BackgroundPns(position, self._techniques["pns"], max(self._memory // MEGABYTE // TABLE_PART, 1))

    def _new_searcher(self, position: Position) -> AnySearcher:
        self._searcher = None  # its memory is free for the new one
        try:
            kind = AlphaBetaSearcher if "alphabeta" in self._techniques else MctsSearcher
            return kind(position, self._techniques, self._memory, self._seed, self._threads)
        except (MemoryError, OverflowError):  # more than there is, or than can be counted
            wanted = self._memory // MEGABYTE
            raise GameError(f"there is no room here for a tree of {wanted} MB; less memory would be right") from None

    def _thought(
        self, position: Position, searcher: AnySearcher, simulations: int, seconds: float, *, final: bool
    ) -> Thought:
        moves = searcher.root_moves()
        rule = self._techniques.get("final", {})
        best = moves[0] if searcher.is_ranked else choose_move(moves, str(rule.get("by", "visits")))
        temperature = float(rule.get("temperature", 0.0))
        if final and temperature > 0 and best.proof != "win":
            best = sample_move(moves, temperature, self._random)
        move, value, line = best.move, best.value, tuple(searcher.line(best.move))
        proof, length = searcher.proof, best.length if searcher.proof else 0
        if position.can_swap and value < EVEN:
            move, value, line = "swap", 1.0 - value, ("swap",)
            proof, length = ("win", length + 1) if proof == "loss" else (None, 0)
        return Thought(move, value, line, proof, length, tuple(moves), simulations, seconds)
