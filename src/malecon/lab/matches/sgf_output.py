"""Games of a match as SGF game records, and a file that collects them."""

from __future__ import annotations

from pathlib import Path

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.outcome import Ending
from malecon.games.sgf.dialect import RESIGN
from malecon.games.sgf.record import GameRecord
from malecon.lab.matches.game import PROVED, GameResult
from malecon.lab.matches.match import B, Match
from malecon.players.clock import parse_clock
from malecon.players.player import CRASH, FORFEIT, TIME_LOSS

RESULTS = {FORFEIT: "+Forfeit", TIME_LOSS: "+Time", CRASH: "+Forfeit", PROVED: "+"}


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
    _annotate(record, match, result)
    if result.is_forfeit or result.how == PROVED:
        winner = "W" if result.winner == white else "B"
        record.result = winner + RESULTS[result.how]
        remark = result.forfeit_reason or "adjudicated: the winner is proved"
        record.end.comment = f"{record.end.comment}\n{remark}".strip()
    return record


def _annotate(record: GameRecord, match: Match, result: GameResult) -> None:
    """Write the clocks and what the players thought of their moves; clocks that differ are in the comment."""
    if any(match.clocks):
        control = parse_clock(match.clocks[0] or match.clocks[1])
        record.root.set_text("TM", f"{control.main:g}")
        record.root.set_text("OT", str(control).partition("+")[2])
        if match.clocks[0] != match.clocks[1]:
            record.comment += f"; clocks: A {match.clocks[0] or 'none'}, B {match.clocks[1] or 'none'}"
    nodes = list(record.root.main_line())
    for node, note in zip(nodes[len(match.start(result.number).moves) :], result.notes, strict=False):
        if note.clock is not None:
            node.set_text("WL" if node.colour == WHITE else "BL", f"{note.clock:.3f}")
        node.comment = note.text


class GameFile:
    """An SGF file; every game is appended as it ends, so an interrupted match keeps its games."""

    def __init__(self, path: Path, *, append: bool = False) -> None:
        if path.exists() and not append:
            raise GameError(f"{path} already exists; choose another name")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        self._path = path

    def add(self, match: Match, result: GameResult) -> None:
        """Append a game."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(game_record(match, result).sgf())
