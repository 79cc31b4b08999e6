"""The time and simulations commands of a running engine.

An engine that refuses them, or whose configuration says `clock = "external"`, plays by an external clock: it is not
sent any, and the referee's clock alone decides whether a move is late.
"""

from __future__ import annotations

import math
from typing import Any

from malecon.games.errors import GameError
from malecon.players.clock import ClockLimit, TimeControl
from malecon.players.engine_files import EXTERNAL_CLOCK, EngineConfig
from malecon.players.gtp_client import CommandRefusedError, GtpClient
from malecon.players.player import Limit

COMMAND_SECONDS = 20.0  # seconds for a command that does not search
TIME_COMMAND, SIMULATIONS_COMMAND = "time_per_move", "simulations"  # commands of our own GTP server
BYO_YOMI_COMMAND, FISCHER_COMMAND = "kgs-time_settings", "kata-time_settings"  # extensions of KGS and KataGo
STANDARD_TIME = "time_settings 0 {whole_seconds} 1"  # standard GTP: overtime of this many seconds per move


class TimeCommands:
    """What one engine is told about its limits; a limit that does not change is sent once."""

    def __init__(self, name: str, config: EngineConfig, commands: frozenset[str]) -> None:
        self._name, self._config, self._commands = name, config, commands
        self._sent: dict[str, Any] = {}
        self.is_external = config.clock == EXTERNAL_CLOCK
        """Whether the referee alone keeps the time."""

    def send(self, client: GtpClient, colour: str, limit: Limit) -> None:
        """Send what has changed since the last move."""
        try:
            if not self.is_external:
                self._send_time(client, colour, limit)
        except CommandRefusedError:
            if self._config.seconds:
                raise  # the command that the configuration names
            self.is_external = True
        if limit.simulations is not None and self._is_new("simulations", limit.simulations):
            client.ask(self._simulations(limit.simulations), COMMAND_SECONDS)

    def restart(self) -> None:
        """Send the time control again before the next move: a new game resets some engines' clocks."""
        self._sent.pop("control", None)

    def _is_new(self, name: str, value: Any) -> bool:
        is_new = bool(self._sent.get(name) != value)
        self._sent[name] = value
        return is_new

    def _send_time(self, client: GtpClient, colour: str, limit: Limit) -> None:
        if isinstance(limit, ClockLimit):
            if self._is_new("control", limit.control):
                client.ask(self._settings(limit.control), COMMAND_SECONDS)
            seconds = f"{limit.left:.3f}" if TIME_COMMAND in self._commands else str(math.floor(limit.left))
            in_byo_yomi = limit.control.moves == 1 and BYO_YOMI_COMMAND not in self._commands
            moves = min(limit.moves_left, 1) if in_byo_yomi else limit.moves_left
            client.ask(f"time_left {colour} {seconds} {moves}", COMMAND_SECONDS)
            return
        if limit.remaining is not None:
            client.ask(f"time_left {colour} {math.floor(limit.remaining)} 0", COMMAND_SECONDS)
        if limit.seconds is not None and self._is_new("seconds", limit.seconds):
            client.ask(self._seconds(limit.seconds), COMMAND_SECONDS)

    def _seconds(self, seconds: float) -> str:
        template = f"{TIME_COMMAND} {{seconds}}" if TIME_COMMAND in self._commands else STANDARD_TIME
        values = {"whole_seconds": max(1, math.ceil(seconds)), "milliseconds": round(1000 * seconds)}
        return (self._config.seconds or template).format(seconds=f"{seconds:g}", **values)

    def _settings(self, control: TimeControl) -> str:
        """Return the command that sets a game clock."""
        main = math.floor(control.main)
        if control.increment and FISCHER_COMMAND in self._commands:
            return f"{FISCHER_COMMAND} fischer {control.main:g} {control.increment:g}"
        if control.periods > 1 and BYO_YOMI_COMMAND in self._commands:
            return f"{BYO_YOMI_COMMAND} byoyomi {main} {math.floor(control.period)} {control.periods}"
        moves = control.moves if control.period else 0
        return f"time_settings {main} {math.floor(control.period)} {moves}"

    def _simulations(self, simulations: int) -> str:
        if self._config.simulations:
            return self._config.simulations.format(simulations=simulations)
        if SIMULATIONS_COMMAND in self._commands:
            return f"{SIMULATIONS_COMMAND} {simulations}"
        raise GameError(f"{self._name} has no command for simulations; limit the seconds instead")
