"""Game clocks: their text, Fischer increments, byo-yomi, and the limits that players get."""

import pytest

from malecon.games.errors import GameError
from malecon.players.clock import GameClock, parse_clock
from malecon.players.engine_files import EngineConfig
from malecon.players.gtp_client import CommandRefusedError
from malecon.players.gtp_time import TimeCommands
from malecon.players.player import Limit


@pytest.mark.parametrize("text", ["60", "60+0.6", "0.5+0.01", "60+3x10", "0+5x2", "60+30/5"])
def test_a_clock_is_written_as_it_is_read(text):
    assert str(parse_clock(text)) == text


@pytest.mark.parametrize("text", ["", "fast", "-3", "60+", "60+3x", "60+3x10/2", "0", "60+0x10", "60+30/0", "60,5"])
def test_anything_else_is_an_error_of_one_line(text):
    with pytest.raises(GameError) as error:
        parse_clock(text)
    assert "\n" not in str(error.value)


def test_an_increment_is_added_after_every_move():
    clock = GameClock(parse_clock("10+2"))
    assert (clock.allowance, clock.left) == (10, 10)
    clock.spend(4)
    assert (clock.allowance, clock.left) == (8, 8)
    limit = clock.limit(Limit(simulations=7))
    assert (limit.seconds, limit.simulations, limit.remaining, limit.increment) == (None, 7, 8, 2)


def test_a_period_of_byo_yomi_is_lost_only_if_it_is_used_up():
    clock = GameClock(parse_clock("10+3x5"))
    assert clock.allowance == 25
    clock.spend(12)  # two seconds of the first period
    assert (clock.left, clock.periods, clock.allowance) == (5, 3, 15)
    clock.spend(11)  # two periods and a second
    assert (clock.left, clock.periods, clock.allowance) == (5, 1, 5)
    clock.spend(4.9)
    assert (clock.left, clock.periods) == (5, 1)
    limit = clock.limit(Limit())
    assert 4.9 < limit.seconds < 5
    assert limit.remaining is None


def test_a_canadian_period_lasts_for_several_moves():
    clock = GameClock(parse_clock("1+30/3"))
    clock.spend(11)
    assert (clock.left, clock.moves, clock.allowance) == (20, 2, 20)
    clock.spend(5)
    assert (clock.left, clock.moves) == (15, 1)
    clock.spend(1)
    assert (clock.left, clock.moves) == (30, 3)


class Recorder:
    """Stands for an engine that refuses some commands."""

    def __init__(self, refused=()):
        self.lines, self.refused = [], refused

    def ask(self, command, seconds):
        self.lines.append(command)
        if command.split()[0] in self.refused:
            raise CommandRefusedError("unknown command")


@pytest.mark.parametrize(
    ("clock", "commands", "lines"),
    [
        ("60+0.5", (), ["time_settings 60 0 0", "time_left white 60 0"]),
        ("60+0.5", ("kata-time_settings",), ["kata-time_settings fischer 60 0.5", "time_left white 60 0"]),
        ("60+0.5", ("time_per_move",), ["time_settings 60 0 0", "time_left white 60.000 0"]),
        ("60+30/5", (), ["time_settings 60 30 5", "time_left white 60 0"]),
        ("0+3x10", (), ["time_settings 0 10 1", "time_left white 10 1"]),
        ("0+3x10", ("kgs-time_settings",), ["kgs-time_settings byoyomi 0 10 3", "time_left white 10 3"]),
    ],
)
def test_an_engine_gets_the_time_commands_that_it_knows(clock, commands, lines):
    engine, limit = Recorder(), GameClock(parse_clock(clock)).limit(Limit())
    time = TimeCommands("gtp:x", EngineConfig("x"), frozenset(commands))
    time.send(engine, "white", limit)
    assert engine.lines == lines
    time.send(engine, "white", limit)
    assert engine.lines == [*lines, lines[-1]], "the time control itself is sent once"


def test_an_engine_that_refuses_a_time_command_is_sent_no_other():
    engine, time = Recorder(["time_settings"]), TimeCommands("gtp:x", EngineConfig("x"), frozenset())
    for _ in range(2):
        time.send(engine, "white", GameClock(parse_clock("60")).limit(Limit()))
    assert time.is_external
    assert engine.lines == ["time_settings 60 0 0"]
