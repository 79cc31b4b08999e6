"""Other engines as players: `gtp:` and a command, or a name that a file of engines knows.

The engine is told the moves as they are played and asked for its own. It plays by its own clock; ours runs beside it. A
move that comes later than the limit and a tolerance, a crash, or nonsense is an EngineError, which loses a game of a
match. Whether a move is legal is never asked of the engine.
"""

from __future__ import annotations

import math
import time
from typing import Any

from malecon.games.catalogue import sgf_dialect
from malecon.games.colours import Colour
from malecon.games.errors import GameError, NotationError
from malecon.games.position import Position
from malecon.players.engine_files import EngineConfig, find_engine
from malecon.players.gtp_client import EngineError, GtpClient
from malecon.players.gtp_vertex import move_from_vertices, move_to_vertices
from malecon.players.player import NO_LIMIT, RESIGN, Decision, Limit, Player

PREFIX = "gtp:"
SWAP = "swap"
GOGUI = "gogui"
PATIENCE = 600.0  # seconds for a move where the limit names none
MANNERS = 20.0  # seconds for a command that needs no thinking
OUR_TIME, OUR_SIMULATIONS = "time_per_move", "simulations"  # commands that engines like ours know
USUAL_TIME = "time_settings 0 {whole_seconds} 1"  # the protocol's own: so many seconds of overtime for every move


class GtpPlayer(Player):
    """An engine in a process of its own, which starts with the first decision and ends with `close`."""

    def __init__(self, text: str, *, seed: int = 0, memory: int = 512, threads: int = 1) -> None:
        self.name = text.strip()
        self._config = find_engine(self.name.removeprefix(PREFIX))
        self._words = self._config.arguments(seed=seed, memory=memory, threads=threads)
        self._client: GtpClient | None = None
        self._commands: frozenset[str] = frozenset()
        self._known: Position | None = None  # the game as the engine has it
        self._told: tuple[float | None, int | None] | None = None

    def decide(self, position: Position, limit: Limit = NO_LIMIT) -> Decision:
        """What the engine plays, `resign` included; whether that is legal is for others to say."""
        if position.is_over:
            raise GameError(f"there is nothing to decide: the game is over ({position.outcome})")
        client = self._client or self._start(position)
        self._follow(client, position)
        self._tell_limit(client, position, limit)
        move = self._read(position, self._genmove(client, position.to_move, limit))
        self._known = None if move == RESIGN or not position.is_legal(move) else position.copy()
        if self._known is not None:
            self._known.play(move)
        return Decision(move)

    def close(self) -> None:
        """End the engine."""
        if self._client is not None:
            self._client.close()
            self._client, self._known, self._told = None, None, None

    # --- starting and following -------------------------------------------------------------------------------------

    def _start(self, position: Position) -> GtpClient:
        client = self._client = GtpClient(self._words)
        self._commands = frozenset(client.ask("list_commands", self._config.startup).split())
        for command in self._config.initial:
            client.ask(command, MANNERS)
        if "gogui-rules_game_id" in self._commands:
            game = client.ask("gogui-rules_game_id", MANNERS).lower()
            if game != position.game:
                raise EngineError(f"it plays {game}, not {position.game}")
        return client

    def _follow(self, client: GtpClient, position: Position) -> None:
        """Tell the engine what has been played since it was asked last, or the whole game."""
        if self._known is None or not position.continues(self._known):
            self._known = self._new_game(client, position)
        for move in position.moves[self._known.ply :]:
            client.ask(f"play {_word(self._known.to_move)} {self._write(position, move)}", MANNERS)
            self._known.play(move)

    def _new_game(self, client: GtpClient, position: Position) -> Position:
        start = position.start()
        if start != position.new_game():
            raise EngineError("engines play on from the start of a game only, not from a position that was set up")
        client.ask(self._config.boardsize.format(size=board_text(position)), MANNERS)
        client.ask("clear_board", MANNERS)
        if position.swap_rule and self._config.swap:
            client.ask(self._config.swap, MANNERS)
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
            raise EngineError("it answered no move")
        if words[0].lower() in (SWAP, RESIGN):
            return words[0].lower()
        try:
            if self._config.coordinates == GOGUI:
                return position.parse_move(move_from_vertices(words[0]))
            return sgf_dialect(position.game).read_move(position, words[0], self._config.coordinates)
        except NotationError as error:
            raise EngineError(f"it answered {words[0][:30]!r}: {error}") from None

    # --- the clock --------------------------------------------------------------------------------------------------

    def _tell_limit(self, client: GtpClient, position: Position, limit: Limit) -> None:
        if limit.remaining is not None:
            left = math.floor(limit.remaining)
            client.ask(f"time_left {_word(position.to_move)} {left} 0", MANNERS)
        if self._told == (limit.seconds, limit.simulations):
            return
        if limit.seconds is not None:
            seconds, whole = limit.seconds, max(1, math.ceil(limit.seconds))
            template = self._time_template()
            values = {"seconds": f"{seconds:g}", "whole_seconds": whole, "milliseconds": round(1000 * seconds)}
            client.ask(template.format(**values), MANNERS)
        if limit.simulations is not None:
            client.ask(self._simulations_template().format(simulations=limit.simulations), MANNERS)
        self._told = limit.seconds, limit.simulations

    def _time_template(self) -> str:
        ours = f"{OUR_TIME} {{seconds}}" if OUR_TIME in self._commands else USUAL_TIME
        return self._config.seconds or ours

    def _simulations_template(self) -> str:
        if self._config.simulations:
            return self._config.simulations
        if OUR_SIMULATIONS in self._commands:
            return f"{OUR_SIMULATIONS} {{simulations}}"
        raise EngineError("it cannot be told how many simulations to run; a limit of seconds would be right")

    def _genmove(self, client: GtpClient, colour: Colour, limit: Limit) -> str:
        """Ask for a move, and hold the engine to its time."""
        seconds = min((time for time in (limit.seconds, limit.remaining) if time is not None), default=PATIENCE)
        tolerance = self._config.tolerance
        begin = time.perf_counter()
        try:
            answer = client.ask(f"genmove {_word(colour)}", seconds + tolerance)
        except EngineError:
            if (took := time.perf_counter() - begin) < seconds + tolerance:
                raise
            self.close()
            raise EngineError(f"no move after {took:.2f} s; it had {seconds:g} s, and {tolerance:g} s more") from None
        return answer


def board_text(position: Position) -> str:
    """The board as `boardsize` and people write it: `8`, `6x5`, or with what else its game has to say, `5x4/1`.

    >>> import malecon
    >>> board_text(malecon.Havannah(base=6, swap_rule=True))
    '6'
    """
    options = {name: value for name, value in position._options().items() if name not in position.extra_options}
    first, *others = map(str, options.values())
    size = "x".join([first, *others[:1]])
    texts = (first, size, *(size + sign + "".join(others[1:]) for sign in ("/", ": ")))
    return next((text for text in texts if _stands_for(position, text, options)), size)


def _stands_for(position: Position, text: str, options: dict[str, Any]) -> bool:
    try:
        return position.board_options(text) == options
    except GameError:
        return False


def _word(colour: Colour) -> str:
    return str(colour).lower()


__all__ = ["EngineConfig", "EngineError", "GtpPlayer"]
