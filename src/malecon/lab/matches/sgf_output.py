"""Games of a match as SGF game records, and a file that collects them."""

from __future__ import annotations

from pathlib import Path

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.outcome import Ending
from malecon.games.sgf.dialect import RESIGN
from malecon.games.sgf.record import GameRecord
from malecon.lab.matches.game import FORFEIT, PROVED, GameResult
from malecon.lab.matches.match import B, Match


def game_record(match: Match, result: GameResult) -> GameRecord:
    """Return the record of a game; the player names are the players' texts, the comment names side and opening."""
    position = match.start(result.number).start()
    position.play_all(result.moves)
    white = result.white
    record = GameRecord.from_position(position, white=match.players[white], black=match.players[1 - white])
    record.event, record.round = f"match, seed {match.seed}", str(result.number + 1)
    opening = " ".join(match.start(result.number).moves)
    record.comment = f"A is {'Black' if white == B else 'White'}; opening: {opening or 'the empty board'}"
    if result.how == Ending.RESIGNATION:
        record.play(RESIGN, colour=WHITE if result.winner != white else BLACK)
    if result.how in (FORFEIT, PROVED):
        winner = "W" if result.winner == white else "B"
        record.result = f"{winner}+Forfeit" if result.how == FORFEIT else winner + "+"
        record.end.comment = result.forfeit_reason or "adjudicated: the winner is proved"
    return record


class GameFile:
    """A new SGF file; every game is appended as it ends, so an interrupted match keeps its games."""

    def __init__(self, match: Match, path: Path) -> None:
        if path.exists():
            raise GameError(f"{path} already exists; choose another name")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self._match, self._path = match, path

    def add(self, result: GameResult) -> None:
        """Append a game."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(game_record(self._match, result).sgf())
