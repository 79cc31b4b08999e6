"""What jobs do in their threads: think about a position aloud, or judge all moves of a game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.web.encoding import ThoughtEncoder
from malecon.interfaces.web.engines import EngineKey, EnginePool
from malecon.interfaces.web.positions import position_of
from malecon.interfaces.web.scheduler import Flag, Scheduler
from malecon.interfaces.web.schema import MAX_REVIEW_SECONDS, MAX_SECONDS, Answer, Game, Limits, ReviewLimits
from malecon.players.engine import Engine
from malecon.players.player import Limit, Player
from malecon.warmup.steps import RULES, SEARCH, cold_steps, run_step, steps

EVERY = 0.22  # seconds between two thoughts told: a page draws more than four a second


@dataclass
class Progress:
    """What an analysis or a review has done in the slices before this one."""

    simulations: int = 0
    seconds: float = 0.0
    judged: int = 0
    finished: bool = False

    def is_spent(self, limits: Limits) -> bool:
        """Whether all that was asked for has been thought; where many wait, a slice may end at that very thought."""
        time_is_up = limits.seconds is not None and self.seconds >= limits.seconds
        return time_is_up or (limits.simulations is not None and self.simulations >= limits.simulations)


def limit_of(limits: Limits, progress: Progress | None = None) -> Limit:
    """The limit of a request, less what was used already; simulations alone may not take for ever."""
    seconds, simulations = limits.seconds, limits.simulations
    if simulations is not None and seconds is None:
        seconds = MAX_SECONDS
    if progress is not None:
        seconds = None if seconds is None else max(0.01, seconds - progress.seconds)
        simulations = None if simulations is None else max(1, simulations - progress.simulations)
    return Limit(seconds, simulations, limits.remaining, limits.increment)


def warm_first(game: str, parts: tuple[str, ...] = (RULES, SEARCH)) -> Iterator[Answer]:
    """Compile what the game needs and say so, where it is not compiled yet."""
    for step in cold_steps(steps(game, parts)):
        yield {"type": "compiling", "what": step.name, "seconds": step.seconds}
        run_step(step)


@dataclass(frozen=True)
class JobContext:
    """Where a job finds its engine, and how it is told to stop."""

    shelf: EnginePool
    place: EngineKey
    slots: Scheduler
    flag: Flag

    def take(self) -> Player:
        """The engine of this job; setting the flag stops it from now on."""
        player = self.shelf.take(self.place)
        if isinstance(player, Engine):
            self.flag.on_set = player.stop
        return player

    def put_back(self, player: Player) -> None:
        """Done with the engine."""
        self.flag.on_set = None
        self.shelf.put_back(self.place, player)


def think(desk: JobContext, game: Game, limits: Limits, progress: Progress | None) -> Iterator[Answer]:
    """Thoughts about a position as messages; with `progress`, one slice of an analysis that may go on later.

    Without it someone waits for the answer: when others wait too, it is given after a slice.
    """
    yield from warm_first(game.game)
    position = position_of(game)
    player = desk.take()
    try:
        if isinstance(player, Engine):
            yield from _think_aloud(desk, player, _open(position, progress), limit_of(limits, progress), progress)
            if progress and progress.is_spent(limits):
                _finish(progress)
        else:
            yield {"type": "thought", "final": True, "move": player.decide(position).move, "moves": [], "line": []}
            _finish(progress)
    finally:
        desk.put_back(player)


def _open(position: Position, progress: Progress | None) -> Position:
    """An analysis looks at a first move under the swap rule as if nobody could swap: else there is no search."""
    if progress is None or position.ply or not position.swap_rule:
        return position
    return type(position)(**{**position.options, "swap_rule": False})


def _think_aloud(
    desk: JobContext, engine: Engine, position: Position, limit: Limit, progress: Progress | None
) -> Iterator[Answer]:
    begin = time.perf_counter()
    before = (progress.simulations, progress.seconds) if progress else (0, 0.0)
    teller = ThoughtEncoder(engine, before)
    for thought in engine.think_aloud(position, limit, every=EVERY):
        if progress:
            progress.simulations, progress.seconds = before[0] + thought.simulations, before[1] + thought.seconds
        yield teller.tell(thought)
        if desk.slots.slice_over(begin, soon=progress is None):
            if progress:
                return
            engine.stop()
    _finish(progress)


def _finish(progress: Progress | None) -> None:
    if progress:
        progress.finished = True


def judge(desk: JobContext, game: Game, limits: ReviewLimits, progress: Progress) -> Iterator[Answer]:
    """A judgement for every move of a game, as many as a slice has time for."""
    from malecon.games.sgf.record import GameRecord
    from malecon.review.review import classify, review

    yield from warm_first(game.game)
    record = GameRecord.from_position(position_of(game))
    begin, limit = time.perf_counter(), Limit(limits.seconds or MAX_REVIEW_SECONDS, limits.simulations)
    player = desk.take()
    try:
        if not isinstance(player, Engine):
            raise GameError(f"{player.name} has no opinion of moves: choose another engine for a review")
        for judged in review(record, player, limit, judged=progress.judged):
            progress.judged = judged.ply
            yield {"type": "judgement", **judged.as_dict(), "white": judged.white_value, "mark": classify(judged)}
            if desk.flag.is_set or desk.slots.slice_over(begin, soon=False):
                return
        _finish(progress)
    finally:
        desk.put_back(player)
