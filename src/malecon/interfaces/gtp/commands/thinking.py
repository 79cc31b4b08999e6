"""Commands that think and give a move."""

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

IN_HASTE = Limit(simulations=100)  # where the answer is wanted at once
PATIENCE = 0.5  # seconds after which an interrupt that came at a bad moment is seen at the latest
ANSWERING = 0.005  # seconds between the end of a search and its answer at the other end of the pipe
SOLVE_SECONDS = 10.0
SURE = 1000  # simulations below which no value is trusted enough to resign


class Resignation(Exception):  # noqa: N818 (it is no error)
    """The player gives up instead of moving."""


def think(turn: CommandContext, limit: Limit, every: float, *, until_input: bool) -> Iterator[Thought]:
    """Let the engine think about the position; an interrupt ends it, or, where wanted, any input."""
    engine, lines = turn.session.engine, turn.lines

    def is_wanted() -> bool:
        return turn.is_interrupted or (until_input and lines.has_more)

    with lines.waking(engine.stop, at_interrupts_only=not until_input):
        for thought in engine.think_aloud(turn.session.position, IN_HASTE if is_wanted() else limit, every):
            yield thought
            if is_wanted():
                return


def less_the_answer(limit: Limit) -> Limit:
    """A limit that leaves time to choose a move, write it and send it."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=limit.seconds - min(ANSWERING, 0.05 * limit.seconds))


def decide(turn: CommandContext) -> Decision:
    """What the player would play within the limit of a move."""
    session = turn.session
    limit = less_the_answer(session.clock.limit(session.position.to_move))
    if isinstance(session.player, Engine):
        return list(think(turn, limit, PATIENCE, until_input=False))[-1]
    return session.player.decide(session.position, limit)


def generate(turn: CommandContext) -> str:
    """Play what the player decides; return it as the controller reads it."""
    session = turn.session
    try:
        return session.wire.generate(session.position, lambda: _move_or_resign(turn))
    except Resignation:
        session.position.resign()
        return "resign"


def _move_or_resign(turn: CommandContext) -> str:
    """Decide with the clock running."""
    session, begin = turn.session, time.perf_counter()
    decision = decide(turn)
    session.clock.spend(session.position.to_move, time.perf_counter() - begin)
    if decision.move == "resign" or is_hopeless(decision, session.settings.resign):
        raise Resignation
    return decision.move


def is_hopeless(decision: Decision, threshold: float) -> bool:
    """Whether a player that thinks should give up rather than play its move."""
    if not isinstance(decision, Thought) or threshold <= 0:
        return False
    return decision.proof == "loss" or (decision.value < threshold and decision.simulations >= SURE)


def check_colour(turn: CommandContext, word: str) -> None:
    """Raise GameError where a move cannot be asked for this colour now."""
    turn.session.check_turn(read_colour(word))


def _genmove(turn: CommandContext) -> str:
    check_colour(turn, *turn.words(1))
    return generate(turn)


def _reg_genmove(turn: CommandContext) -> str:
    check_colour(turn, *turn.words(1))
    return turn.session.wire.show(decide(turn).move)


def _solve(turn: CommandContext) -> str:
    words, session = turn.words(0, 1), turn.session
    seconds = read_seconds(words[0]) if words else SOLVE_SECONDS
    if not seconds:
        raise GameError("syntax error: solving takes some time, more than 0 seconds")
    if not session.position.is_over:
        ensure_warm(session.position.game, PROOF)
    room = {"memory": session.settings.memory, "threads": session.settings.threads}
    found = solve(session.position, seconds, **room, is_stopped=lambda: turn.is_interrupted)
    return solution_text(turn, found)


def solution_text(turn: CommandContext, found: Solution) -> str:
    """The winner, and the move that makes it so, holds out longest, or looks best where nothing is proved."""
    winner = "unknown" if not found.is_proved else "draw" if found.winner is None else str(found.winner).lower()
    return f"{winner} {turn.session.wire.show(found.move)}" if found.move else winner


COMMANDS = {
    "genmove": Command("COLOUR", "think and play; resign where it is hopeless", _genmove),
    "reg_genmove": Command("COLOUR", "the same, but neither play nor resign", _reg_genmove),
    "solve": Command(
        "[SECONDS]", "white, black, draw or unknown, with a move that makes it so; 10 seconds at most", _solve
    ),
}
