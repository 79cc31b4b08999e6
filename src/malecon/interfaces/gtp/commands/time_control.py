"""Commands that set the limits of a move and the game clock."""

from __future__ import annotations

from malecon.interfaces.gtp.arguments import read_colour, read_count, read_seconds
from malecon.interfaces.gtp.clock import TimeSettings
from malecon.interfaces.gtp.command_context import Command, CommandContext

OFF = "off"


def _time_settings(context: CommandContext) -> str:
    main, overtime, moves = context.arguments(3)
    context.session.clock.set(TimeSettings(read_seconds(main), read_seconds(overtime), read_count(moves)))
    return ""


def _time_left(context: CommandContext) -> str:
    colour, seconds, moves = context.arguments(3)
    context.session.clock.set_time_left(read_colour(colour), read_seconds(seconds), read_count(moves))
    return ""


def _time_per_move(context: CommandContext) -> str:
    clock = context.session.clock
    if not (words := context.arguments(0, 1)):
        return f"{clock.seconds:g}" if clock.seconds else OFF
    clock.seconds = None if words[0].lower() == OFF else read_seconds(words[0]) or None
    return ""


def _simulations(context: CommandContext) -> str:
    clock = context.session.clock
    if not (words := context.arguments(0, 1)):
        return str(clock.simulations or OFF)
    clock.simulations = None if words[0].lower() == OFF else read_count(words[0]) or None
    return ""


COMMANDS = {
    "time_settings": Command(
        "MAIN OVERTIME MOVES",
        "set the game clock in seconds: main time, then overtime for a number of moves",
        _time_settings,
    ),
    "time_left": Command("COLOUR SECONDS MOVES", "set a player's remaining time, and moves in overtime", _time_left),
    "time_per_move": Command("[SECONDS|off]", "set the time per move, or print it", _time_per_move),
    "simulations": Command("[NUMBER|off]", "set the simulations per move, or print them", _simulations),
}
