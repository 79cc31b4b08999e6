"""Commands that search and return a move: `genmove`, `reg_genmove`, `solve`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from malecon.games.errors import GameError
from malecon.interfaces.gtp.arguments import read_colour, read_seconds
from malecon.interfaces.gtp.command_context import Command, CommandContext
from malecon.players.engine import Engine, Thought
from malecon.players.player import Decision, Limit
from malecon.players.solve import Solution, solve
from malecon.warmup.steps import PROOF, ensure_warm

INTERRUPTED_LIMIT = Limit(simulations=100)  # for a search that is interrupted before it starts
POLL_SECONDS = 0.5  # an interrupt between two batches is noticed after this time at the latest
ANSWER_SECONDS = 0.005  # between the end of a search and its answer at the other end of the pipe
SOLVE_SECONDS = 10.0
MIN_RESIGN_SIMULATIONS = 1000  # with fewer simulations, a value is too uncertain to resign


class Resignation(Exception):  # noqa: N818 (not an error)
    """The player resigns instead of moving."""


def think(context: CommandContext, limit: Limit, every: float, *, until_input: bool) -> Iterator[Thought]:
    """Search the position and yield thoughts; an interrupt, or with `until_input` any input, stops the search."""
    engine, reader = context.session.engine, context.reader

    def must_stop() -> bool:
        return context.is_interrupted or (until_input and reader.has_input)

    def stop_if_asked() -> None:
        if must_stop():
            engine.stop()

    with reader.on_input(stop_if_asked):
        start_limit = INTERRUPTED_LIMIT if must_stop() else limit
        for thought in engine.think_aloud(context.session.position, start_limit, every):
            yield thought
            if must_stop():
                return


def reserve_answer_time(limit: Limit) -> Limit:
    """Return a limit that leaves time to choose, write and send the move."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=limit.seconds - min(ANSWER_SECONDS, 0.05 * limit.seconds))


def decide(context: CommandContext) -> Decision:
    """Return the player's decision within the limit of a move."""
    session = context.session
    limit = reserve_answer_time(session.clock.limit(session.position.to_move))
    if isinstance(session.player, Engine):
        return list(think(context, limit, POLL_SECONDS, until_input=False))[-1]
    return session.player.decide(session.position, limit)


def generate(context: CommandContext) -> str:
    """Play the player's move and return it in the controller's format."""
    session = context.session
    try:
        return session.move_format.generate(session.position, lambda: _move_or_resign(context))
    except Resignation:
        session.position.resign()
        return "resign"


def _move_or_resign(context: CommandContext) -> str:
    """Decide on a move while the clock runs; raise Resignation if the position is hopeless."""
    session, start = context.session, time.perf_counter()
    decision = decide(context)
    session.clock.spend(session.position.to_move, time.perf_counter() - start)
    if decision.move == "resign" or is_hopeless(decision, session.settings.resign):
        raise Resignation
    return decision.move


def is_hopeless(decision: Decision, threshold: float) -> bool:
    """Return whether an engine should resign: a proved loss, or a reliable value below the threshold."""
    if not isinstance(decision, Thought) or threshold <= 0:
        return False
    return decision.proof == "loss" or (decision.value < threshold and decision.simulations >= MIN_RESIGN_SIMULATIONS)


def check_colour(context: CommandContext, word: str) -> None:
    """Raise GameError if this colour is not to move."""
    context.session.check_turn(read_colour(word))


def _genmove(context: CommandContext) -> str:
    check_colour(context, *context.arguments(1))
    return generate(context)


def _reg_genmove(context: CommandContext) -> str:
    check_colour(context, *context.arguments(1))
    return context.session.move_format.show(decide(context).move)


def _solve(context: CommandContext) -> str:
    words, session = context.arguments(0, 1), context.session
    seconds = read_seconds(words[0]) if words else SOLVE_SECONDS
    if not seconds:
        raise GameError("syntax error: solve needs more than 0 seconds")
    if not session.position.is_over:
        ensure_warm(session.position.game, PROOF)
    resources = {"memory": session.settings.memory, "threads": session.settings.threads}
    solution = solve(session.position, seconds, **resources, is_stopped=lambda: context.is_interrupted)
    return solution_text(context, solution)


def solution_text(context: CommandContext, solution: Solution) -> str:
    """Return the winner and the best move: the winning, the longest-resisting or, without a proof, the likeliest."""
    winner = (
        "unknown" if not solution.is_proved else "draw" if solution.winner is None else str(solution.winner).lower()
    )
    return f"{winner} {context.session.move_format.show(solution.move)}" if solution.move else winner


COMMANDS = {
    "genmove": Command("COLOUR", "search and play a move, or resign if the position is hopeless", _genmove),
    "reg_genmove": Command("COLOUR", "search and print a move without playing it or resigning", _reg_genmove),
    "solve": Command(
        "[SECONDS]",
        "print white, black, draw or unknown, and the best move; the default limit is 10 seconds",
        _solve,
    ),
}
