"""Commands that say how long moves may take."""

from __future__ import annotations

from malecon.interfaces.gtp.arguments import read_colour, read_count, read_seconds
from malecon.interfaces.gtp.clock import TimeSettings
from malecon.interfaces.gtp.command_context import Command, CommandContext

OFF = "off"


def _time_settings(turn: CommandContext) -> str:
    main, overtime, moves = turn.words(3)
    turn.session.clock.set(TimeSettings(read_seconds(main), read_seconds(overtime), read_count(moves)))
    return ""


def _time_left(turn: CommandContext) -> str:
    colour, seconds, moves = turn.words(3)
    turn.session.clock.set_left(read_colour(colour), read_seconds(seconds), read_count(moves))
    return ""


def _time_per_move(turn: CommandContext) -> str:
    clock = turn.session.clock
    if not (words := turn.words(0, 1)):
        return f"{clock.seconds:g}" if clock.seconds else OFF
    clock.seconds = None if words[0].lower() == OFF else read_seconds(words[0]) or None
    return ""


def _simulations(turn: CommandContext) -> str:
    clock = turn.session.clock
    if not (words := turn.words(0, 1)):
        return str(clock.simulations or OFF)
    clock.simulations = None if words[0].lower() == OFF else read_count(words[0]) or None
    return ""


COMMANDS = {
    "time_settings": Command("MAIN OVERTIME MOVES", "the clock of a game, in seconds", _time_settings),
    "time_left": Command("COLOUR SECONDS MOVES", "what is left to a player", _time_left),
    "time_per_move": Command("[SECONDS|off]", "a time for each move; alone, tell it", _time_per_move),
    "simulations": Command("[NUMBER|off]", "simulations of each move; alone, tell it", _simulations),
}
