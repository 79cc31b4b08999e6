"""Jobs that run in the scheduler's threads: think about a position, review a game, solve a position."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord
from malecon.interfaces.web.encoding import ThoughtEncoder
from malecon.interfaces.web.engines import EngineKey, EnginePool
from malecon.interfaces.web.positions import position_of
from malecon.interfaces.web.scheduler import Scheduler, StopFlag
from malecon.interfaces.web.schema import (
    MAX_REVIEW_SECONDS,
    MAX_SECONDS,
    Game,
    JsonObject,
    Limits,
    ReviewLimits,
    Solve,
)
from malecon.players.engine import Engine
from malecon.players.player import Limit, Player
from malecon.review.facts import mistake_facts
from malecon.review.review import MoveEvaluation, classify, review
from malecon.solver.shortest_line import Budget, shortest_line
from malecon.solver.solver import Solver, TimeSlicer

UPDATE_SECONDS = 0.22  # between two thoughts: more than four updates per second
SOLVER_MEMORY = 32  # megabytes of a solver's table; there are at most as many tables as threads
SOLVER_SECONDS = 0.02  # between two checks whether to stop
LINE_NODES = 5_000_000  # node limit of a proved line


@dataclass
class Progress:
    """Work done by the earlier time slices of an analysis or review."""

    simulations: int = 0
    seconds: float = 0.0
    reviewed: int = 0
    """Moves of a game that have been reviewed."""
    finished: bool = False

    def has_reached(self, limits: Limits) -> bool:
        """Return whether the limits of the request are used up; a slice may end exactly there."""
        time_is_up = limits.seconds is not None and self.seconds >= limits.seconds
        return time_is_up or (limits.simulations is not None and self.simulations >= limits.simulations)


def search_limit(limits: Limits, progress: Progress | None = None) -> Limit:
    """Return the limit of a request less the work already done; a limit of simulations also gets a time limit."""
    seconds, simulations = limits.seconds, limits.simulations
    if simulations is not None and seconds is None:
        seconds = MAX_SECONDS
    if progress is not None:
        seconds = None if seconds is None else max(0.01, seconds - progress.seconds)
        simulations = None if simulations is None else max(1, simulations - progress.simulations)
    return Limit(seconds, simulations, limits.remaining, limits.increment)


@dataclass(frozen=True)
class JobContext:
    """What a job needs from the server: its engine, the scheduler and its stop flag."""

    engines: EnginePool
    key: EngineKey
    scheduler: Scheduler
    stop_flag: StopFlag

    def acquire_player(self) -> Player:
        """Return the player of this job; setting the stop flag interrupts its search."""
        player = self.engines.acquire(self.key)
        if isinstance(player, Engine):
            self.stop_flag.on_set = player.stop
        return player

    def release_player(self, player: Player) -> None:
        """Return the player to the pool."""
        self.stop_flag.on_set = None
        self.engines.release(self.key, player)


# --- thinking ---------------------------------------------------------------------------------------------------------


def think(context: JobContext, game: Game, limits: Limits, progress: Progress | None) -> Iterator[JsonObject]:
    """Yield thoughts about a position as messages.

    With `progress` this is one time slice of an analysis that may continue later. Without it a person is waiting for
    the move: the search ends after one slice if other jobs are waiting.
    """
    position = position_of(game, context.stop_flag.check)
    player = context.acquire_player()
    try:
        if isinstance(player, Engine):
            start = _without_first_swap(position, progress)
            yield from _search(context, player, start, search_limit(limits, progress), progress)
            if progress and progress.has_reached(limits):
                _finish(progress)
        else:
            yield {"type": "thought", "final": True, "move": player.decide(position).move, "moves": [], "line": []}
            _finish(progress)
    finally:
        context.release_player(player)


def _without_first_swap(position: Position, progress: Progress | None) -> Position:
    """Analyse a first move without the swap rule: with it the engine picks a balanced move and does not search."""
    if progress is None or position.ply or not position.swap_rule:
        return position
    return type(position)(**{**position.options, "swap_rule": False})


def _search(
    context: JobContext, engine: Engine, position: Position, limit: Limit, progress: Progress | None
) -> Iterator[JsonObject]:
    start = time.perf_counter()
    before = (progress.simulations, progress.seconds) if progress else (0, 0.0)
    encoder = ThoughtEncoder(engine, before)
    thoughts = engine.think_aloud(position, limit, UPDATE_SECONDS, should_stop=context.stop_flag.check)
    for thought in thoughts:
        if progress:
            progress.simulations, progress.seconds = before[0] + thought.simulations, before[1] + thought.seconds
        yield encoder.encode(thought)
        if context.scheduler.should_yield(start, urgent=progress is None):
            if progress:
                return
            engine.stop()
    _finish(progress)


def _finish(progress: Progress | None) -> None:
    if progress:
        progress.finished = True


# --- review -----------------------------------------------------------------------------------------------------------


def review_game(context: JobContext, game: Game, limits: ReviewLimits, progress: Progress) -> Iterator[JsonObject]:
    """Yield an evaluation of every move of a game, as many as fit into a time slice.

    Every position starts with an empty tree: with a limit of simulations and one thread, reviews are reproducible.
    """
    stop_flag = context.stop_flag
    record = GameRecord.from_position(position_of(game, stop_flag.check))
    seconds = limits.seconds or (None if limits.simulations else MAX_REVIEW_SECONDS)
    start, limit = time.perf_counter(), Limit(seconds, limits.simulations)
    positions = list(record.positions())
    player = context.acquire_player()
    try:
        if not isinstance(player, Engine):
            raise GameError(f"{player.name} cannot review games: choose another engine")
        found = review(record, player, limit, skip=progress.reviewed, fresh=True, should_stop=stop_flag.check)
        for evaluated in found:
            progress.reviewed = evaluated.ply
            yield _evaluation(evaluated, positions[evaluated.ply - 1])
            if stop_flag.is_set or context.scheduler.should_yield(start, urgent=False):
                return
        _finish(progress)
    finally:
        context.release_player(player)


def _evaluation(evaluated: MoveEvaluation, before: Position) -> JsonObject:
    """Return an evaluation as a message; a mistake comes with its facts."""
    mark = classify(evaluated)
    facts = mistake_facts(evaluated, before) if mark else []
    white = evaluated.white_value
    return {"type": "evaluation", **evaluated.as_dict(), "white": white, "mark": mark or None, "facts": facts}


# --- solving ----------------------------------------------------------------------------------------------------------


def solve(scheduler: Scheduler, stop_flag: StopFlag, message: Solve) -> Iterator[JsonObject]:
    """Yield the verdict on a position; it is None if the proof exceeds the node limit or its time slice.

    A line that takes too long ends early.
    """
    start = time.perf_counter()

    def should_stop() -> bool:
        return stop_flag.is_set or scheduler.should_yield(start, urgent=True)

    solver = Solver(position_of(message.game, stop_flag.check), memory=SOLVER_MEMORY)
    slicer = TimeSlicer(SOLVER_SECONDS)
    while solver.nodes < message.nodes and not should_stop() and not slicer.run(solver, message.nodes - solver.nodes):
        pass
    yield {
        "type": "verdict",
        "verdict": solver.verdict,
        "move": solver.move,
        "length": solver.length,
        "line": shortest_line(solver, budget=Budget(LINE_NODES, should_stop)) if message.line else [],
        "nodes": solver.nodes,
    }
