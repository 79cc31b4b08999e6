"""External GTP engines as players: `gtp:` and a command line, or the name of a configured engine.

The engine is sent the moves as they are played and asked for its own with `genmove`. It manages its own time, which is
measured in parallel. A move later than the limit plus a tolerance, a crash or an unreadable answer raises EngineError,
which forfeits a game of a match. Before the first game, `handshake` tests everything that a game needs. An engine that
fails it, cannot be started or does not suit the match stops the match. The engine is never asked whether a move is
legal.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from malecon.games.catalogue import sgf_dialect
from malecon.games.colours import Colour
from malecon.games.errors import GameError, IllegalMoveError, NotationError
from malecon.games.position import Position
from malecon.players.clock import ClockLimit
from malecon.players.engine_files import EngineConfig, find_engine
from malecon.players.gtp_client import CommandRefusedError, EngineError, GtpClient
from malecon.players.gtp_time import COMMAND_SECONDS, TimeCommands
from malecon.players.gtp_vertex import move_from_vertices, move_to_vertices
from malecon.players.player import (
    NO_LIMIT,
    RESIGN,
    TIME_LOSS,
    Decision,
    HandshakeError,
    Limit,
    Player,
    PlayerFault,
    check_not_over,
)

PREFIX = "gtp:"
SWAP = "swap"
GOGUI = "gogui"
DEFAULT_SECONDS = 600.0  # seconds for a move without a time limit
HANDSHAKE_SECONDS = 1.0  # most thinking time of the move before the first game
PROTOCOL = "2"


class GtpPlayer(Player):
    """An engine in its own process, started by the first decision and ended by `close`."""

    def __init__(self, text: str, *, seed: int = 0, memory: int = 512, threads: int = 1) -> None:
        self.name = text.strip()
        self._config = find_engine(self.name.removeprefix(PREFIX))
        self._arguments = self._config.arguments(seed=seed, memory=memory, threads=threads)
        self._client: GtpClient | None = None
        self._time: TimeCommands | None = None
        self._synced: Position | None = None  # the game as sent to the engine
        self._reported = ""  # name and version of the engine
        self.tolerance = self._config.tolerance

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:
        """Return the engine's move, `resign` included; the caller checks that it is legal."""
        check_not_over(position)
        client = self._client or self._start(position)
        self._sync(client, position)
        self._send_limit(client, position, limit)
        return self._answer(client, position, limit)

    def _answer(self, client: GtpClient, position: Position, limit: Limit) -> Decision:
        move = self._read(position, self._genmove(client, position.to_move, limit))
        self._synced = None if move == RESIGN or not position.is_legal(move) else position.copy()
        if self._synced is not None:
            self._synced.play(move)
        return Decision(move)

    def close(self) -> None:
        """End the engine process."""
        if self._client is not None:
            self._client.close()
            self._client, self._synced, self._time = None, None, None

    @property
    def digest(self) -> str:
        """A digest of the engine's files, which changes when it is rebuilt."""
        return self._config.digest()

    @property
    def identity(self) -> str:
        """Name and version as the engine reports them, once it runs, and the digest of its files."""
        return f"{self._reported} [{self.digest}]".strip()

    # --- the handshake ----------------------------------------------------------------------------------------------

    def handshake(self, start: Position, limit: Limit) -> None:
        """Test protocol, game, board, time command and a legal move; raise HandshakeError at the first that fails."""
        quick = replace(limit, seconds=min(limit.seconds, HANDSHAKE_SECONDS)) if limit.seconds else limit
        with self._testing("the protocol"):
            client = self._start(start)
            self._check_protocol(client)
        with self._testing("the board"):
            self._sync(client, start)
        with self._testing("the limit of a move"):
            self._send_limit(client, start, quick)
        with self._testing("a move"):
            move = self._read(start, client.ask(f"genmove {_colour_name(start.to_move)}", self._config.startup))
            if move != RESIGN:
                start.check_move(move)

    @contextmanager
    def _testing(self, what: str) -> Iterator[None]:
        """Turn what an engine does wrong into a HandshakeError of one line."""
        try:
            yield
        except (PlayerFault, IllegalMoveError, NotationError) as error:
            raise HandshakeError(f"{self.name} failed the handshake, no game was played: {what}: {error}") from None

    def _check_protocol(self, client: GtpClient) -> None:
        """Raise EngineError if the engine speaks another version of GTP; a few do not say which."""
        try:
            version = client.ask("protocol_version", COMMAND_SECONDS)
        except CommandRefusedError:
            return
        if version != PROTOCOL:
            raise EngineError(f"the engine speaks version {version[:20]!r} of GTP; version {PROTOCOL} is needed")

    # --- starting and syncing ---------------------------------------------------------------------------------------

    def _start(self, position: Position) -> GtpClient:
        client = self._client = GtpClient(self._arguments)
        commands = frozenset(client.ask("list_commands", self._config.startup).split())
        self._time = TimeCommands(self.name, self._config, commands)
        for command in self._config.initial:
            client.ask(command, COMMAND_SECONDS)
        words = [client.ask(name, COMMAND_SECONDS) for name in ("name", "version") if name in commands]
        self._reported = " ".join(" ".join(words).split())
        if "gogui-rules_game_id" in commands:
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
        assert self._time is not None
        self._time.restart()
        return start

    def _send_limit(self, client: GtpClient, position: Position, limit: Limit) -> None:
        assert self._time is not None
        self._time.send(client, _colour_name(position.to_move), limit)

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

    def _genmove(self, client: GtpClient, colour: Colour, limit: Limit) -> str:
        """Ask for a move within the time limit."""
        seconds = _allowance(limit)
        tolerance = self._config.tolerance
        begin = time.perf_counter()
        try:
            answer = client.ask(f"genmove {_colour_name(colour)}", seconds + tolerance)
        except EngineError:
            if (took := time.perf_counter() - begin) < seconds + tolerance:
                raise
            self.close()
            raise EngineError(
                f"no move after {took:.2f} s; the limit was {seconds:g} s plus {tolerance:g} s tolerance", TIME_LOSS
            ) from None
        return answer


def _allowance(limit: Limit) -> float:
    """Return the seconds in which a move must be made."""
    if isinstance(limit, ClockLimit):
        return limit.allowance
    return min((time for time in (limit.seconds, limit.remaining) if time is not None), default=DEFAULT_SECONDS)


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
