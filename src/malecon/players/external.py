"""External GTP engines as players: `gtp:` and a command line, or the name of a configured engine.

The engine is sent the moves as they are played and asked for its own with `genmove`. It manages its own time, which is
measured in parallel. A move later than the limit plus a tolerance, a crash or an unreadable answer raises EngineError,
which forfeits a game of a match. An engine that cannot be started or does not suit the match raises GameError, which
stops the match. The engine is never asked whether a move is legal.
"""

from __future__ import annotations

import math
import re
import time

from malecon.games.catalogue import sgf_dialect
from malecon.games.colours import Colour
from malecon.games.errors import GameError, NotationError
from malecon.games.position import Position
from malecon.players.engine_files import EngineConfig, find_engine
from malecon.players.gtp_client import EngineError, GtpClient
from malecon.players.gtp_vertex import move_from_vertices, move_to_vertices
from malecon.players.player import NO_LIMIT, RESIGN, Decision, Limit, Player, check_not_over

PREFIX = "gtp:"
SWAP = "swap"
GOGUI = "gogui"
DEFAULT_SECONDS = 600.0  # seconds for a move without a time limit
COMMAND_SECONDS = 20.0  # seconds for any other command
TIME_COMMAND, SIMULATIONS_COMMAND = "time_per_move", "simulations"  # commands of our own GTP server
STANDARD_TIME = "time_settings 0 {whole_seconds} 1"  # standard GTP: overtime of this many seconds per move


class GtpPlayer(Player):
    """An engine in its own process, started by the first decision and ended by `close`."""

    def __init__(self, text: str, *, seed: int = 0, memory: int = 512, threads: int = 1) -> None:
        self.name = text.strip()
        self._config = find_engine(self.name.removeprefix(PREFIX))
        self._arguments = self._config.arguments(seed=seed, memory=memory, threads=threads)
        self._client: GtpClient | None = None
        self._commands: frozenset[str] = frozenset()
        self._synced: Position | None = None  # the game as sent to the engine
        self._sent_limit: tuple[float | None, int | None] | None = None

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:
        """Return the engine's move, `resign` included; the caller checks that it is legal."""
        check_not_over(position)
        client = self._client or self._start(position)
        self._sync(client, position)
        self._send_limit(client, position, limit)
        move = self._read(position, self._genmove(client, position.to_move, limit))
        self._synced = None if move == RESIGN or not position.is_legal(move) else position.copy()
        if self._synced is not None:
            self._synced.play(move)
        return Decision(move)

    def close(self) -> None:
        """End the engine process."""
        if self._client is not None:
            self._client.close()
            self._client, self._synced, self._sent_limit = None, None, None

    # --- starting and syncing ---------------------------------------------------------------------------------------

    def _start(self, position: Position) -> GtpClient:
        client = self._client = GtpClient(self._arguments)
        self._commands = frozenset(client.ask("list_commands", self._config.startup).split())
        for command in self._config.initial:
            client.ask(command, COMMAND_SECONDS)
        if "gogui-rules_game_id" in self._commands:
            game = client.ask("gogui-rules_game_id", COMMAND_SECONDS).lower()
            if game != position.game:
                raise GameError(f"{self.name} plays {game}, not {position.game}")
        return client

    def _sync(self, client: GtpClient, position: Position) -> None:
        """Send the engine the moves since its last decision, or the whole game."""
        if self._synced is None or not position.continues(self._synced):
            self._synced = self._new_game(client, position)
        for move in position.moves[self._synced.ply :]:
            client.ask(f"play {_colour_name(self._synced.to_move)} {self._write(position, move)}", COMMAND_SECONDS)
            self._synced.play(move)

    def _new_game(self, client: GtpClient, position: Position) -> Position:
        start = position.start()
        if start != position.new_game():
            raise GameError("engines cannot start from a set-up position; start from the initial position")
        client.ask(self._config.boardsize.format(size=board_text(position)), COMMAND_SECONDS)
        client.ask("clear_board", COMMAND_SECONDS)
        if position.swap_rule and self._config.swap:
            client.ask(self._config.swap, COMMAND_SECONDS)
        return start

    # --- moves ------------------------------------------------------------------------------------------------------

    def _write(self, position: Position, move: str) -> str:
        if move == SWAP:
            return move
        if self._config.coordinates == GOGUI:
            return move_to_vertices(move)
        return sgf_dialect(position.game).write_move(position, move, self._config.coordinates)

    def _read(self, position: Position, text: str) -> str:
        words = text.split()
        if not words:
            raise EngineError("the engine answered genmove without a move")
        if words[0].lower() in (SWAP, RESIGN):
            return words[0].lower()
        try:
            if self._config.coordinates == GOGUI:
                return position.parse_move(move_from_vertices(words[0]))
            return sgf_dialect(position.game).read_move(position, words[0], self._config.coordinates)
        except NotationError as error:
            raise EngineError(f"the engine answered {words[0][:30]!r}: {error}") from None

    # --- the clock --------------------------------------------------------------------------------------------------

    def _send_limit(self, client: GtpClient, position: Position, limit: Limit) -> None:
        if limit.remaining is not None:
            left = math.floor(limit.remaining)
            client.ask(f"time_left {_colour_name(position.to_move)} {left} 0", COMMAND_SECONDS)
        if self._sent_limit == (limit.seconds, limit.simulations):
            return
        if limit.seconds is not None:
            seconds, whole = limit.seconds, max(1, math.ceil(limit.seconds))
            template = self._time_template()
            values = {"seconds": f"{seconds:g}", "whole_seconds": whole, "milliseconds": round(1000 * seconds)}
            client.ask(template.format(**values), COMMAND_SECONDS)
        if limit.simulations is not None:
            client.ask(self._simulations_template().format(simulations=limit.simulations), COMMAND_SECONDS)
        self._sent_limit = limit.seconds, limit.simulations

    def _time_template(self) -> str:
        template = f"{TIME_COMMAND} {{seconds}}" if TIME_COMMAND in self._commands else STANDARD_TIME
        return self._config.seconds or template

    def _simulations_template(self) -> str:
        if self._config.simulations:
            return self._config.simulations
        if SIMULATIONS_COMMAND in self._commands:
            return f"{SIMULATIONS_COMMAND} {{simulations}}"
        raise GameError(f"{self.name} has no command for simulations; limit the seconds instead")

    def _genmove(self, client: GtpClient, colour: Colour, limit: Limit) -> str:
        """Ask for a move within the time limit."""
        seconds = min((time for time in (limit.seconds, limit.remaining) if time is not None), default=DEFAULT_SECONDS)
        tolerance = self._config.tolerance
        begin = time.perf_counter()
        try:
            answer = client.ask(f"genmove {_colour_name(colour)}", seconds + tolerance)
        except EngineError:
            if (took := time.perf_counter() - begin) < seconds + tolerance:
                raise
            self.close()
            raise EngineError(
                f"no move after {took:.2f} s; the limit was {seconds:g} s plus {tolerance:g} s tolerance"
            ) from None
        return answer


def board_text(position: Position) -> str:
    """Return the argument of `boardsize`: the text of the board, but one number for NxN.

    >>> import malecon
    >>> board_text(malecon.Breakthrough(6, 6))
    '6'
    """
    square = re.fullmatch(r"([0-9]+)x\1", position.board_text)
    return square[1] if square else position.board_text


def _colour_name(colour: Colour) -> str:
    return str(colour).lower()


__all__ = ["EngineConfig", "EngineError", "GtpPlayer"]
