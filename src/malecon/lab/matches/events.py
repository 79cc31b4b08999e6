"""A match as JSON lines, one object per event, for other tools.

| event | when |
|---|---|
| `start` | once: players, board, limits, clocks, seed, version of the code |
| `game_started` | a game is given to a worker: number, White, Black, opening |
| `move` | every move after the opening, once its game has ended: ply, move, seconds, clock, value, simulations, line |
| `game` | a game has ended: winner, ending, forfeit, times, engines, all moves |
| `end` | once: `finished`, `interrupted` or `error` with its text, and the number of games |
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from malecon.games.errors import GameError
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import Match
from malecon.lab.store.provenance import code_version


class EventLog:
    """A file to which events are appended as they happen."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise GameError(f"cannot write the events to {path}: {error.strerror}") from None
        self._games = 0

    def start(self, matches: list[Match]) -> None:
        """Describe the run; all matches share everything but the players."""
        settings = asdict(matches[0])
        conditions = {name: settings[name] for name in settings if name not in ("a", "b", "engines", "options")}
        pairs = [{"match": match.key, "a": match.a, "b": match.b, "engines": match.engines} for match in matches]
        self._write("start", matches=pairs, options=dict(matches[0].options), **conditions, code=code_version())

    def game_started(self, match: Match, number: int) -> None:
        """Report that a game was given to a worker."""
        white = match.white(number)
        names = {"white": match.players[white], "black": match.players[1 - white]}
        self._write("game_started", match=match.key, number=number, **names, opening=match.start(number).moves)

    def game(self, match: Match, result: GameResult) -> None:
        """Report the moves and the result of a game."""
        self._games += 1
        first = result.plies - len(result.notes) if len(result.notes) <= result.plies else 0
        for ply, note in enumerate(result.notes, first + 1):
            move = result.moves[ply - 1] if ply <= result.plies else None  # a resignation or an illegal move has none
            self._write("move", match=match.key, number=result.number, ply=ply, move=move, **asdict(note))
        values = {name: value for name, value in asdict(result).items() if name != "notes"}
        winner = None if result.winner is None else match.players[result.winner]
        self._write("game", match=match.key, **values | {"winner": winner, "winner_side": result.winner})

    def end(self, reason: str, error: str = "") -> None:
        """Report why the run ended, and close the file."""
        self._write("end", reason=reason, **({"error": error} if error else {}), games=self._games)
        self._file.close()

    def _write(self, event: str, **values: Any) -> None:
        self._file.write(json.dumps({"event": event, "time": time.time(), **values}) + "\n")
        self._file.flush()
