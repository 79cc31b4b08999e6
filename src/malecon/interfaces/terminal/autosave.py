"""What becomes of a game when it is saved or left: no game is lost, and no file of another game is overwritten."""

from __future__ import annotations

import os
import time
from pathlib import Path

from malecon.games.errors import GameError
from malecon.games.outcome import Ending, Outcome
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord, Node
from malecon.interfaces.terminal.screen import Prompt

State = tuple[list[str], Outcome | None]


class Keeper:
    """Writes the games of one session at the prompt.

    `record` is what the game goes on from: its headers, comments and variations are kept. `save_to` is the file
    that was chosen for the game when the session began.
    """

    def __init__(self, screen: Prompt, record: GameRecord, save_to: Path | None = None) -> None:
        self._screen = screen
        self._record = record
        self._save_to = save_to
        self._own_files: set[Path] = set()
        self._kept = (record.moves, record.position().outcome)

    def save(self, position: Position, name: str) -> None:
        """Write the game to a file that is new or that this session has written before."""
        if not name:
            raise GameError("save needs the name of a file, such as: save game.sgf")
        path = Path(name).expanduser()
        if path.exists() and path.resolve() not in self._own_files:
            raise GameError(f"{path} exists already and was not written by this game; give another name")
        self._write(position, path)

    def leave(self, position: Position) -> None:
        """Keep a game that has changed since it was saved: in the chosen file, a file of ours, or on the screen."""
        if self._kept == _state(position):
            return
        try:
            if path := self._save_to or (_new_file() if self._screen.is_interactive else None):
                self._write(position, path)
                return
        except (GameError, OSError) as error:
            self._screen.say(f"{error}; the game follows as SGF:", "red")
        self._screen.say(self._update(position).sgf().rstrip())
        self._kept = _state(position)

    def start_anew(self, position: Position) -> None:
        """Leave the game and go on with another, under the same names."""
        record = GameRecord.from_position(position, white=self._record.white, black=self._record.black)
        self._record, self._kept = record, _state(position)

    def _write(self, position: Position, path: Path) -> None:
        self._update(position).write(path)
        self._own_files.add(path.resolve())
        self._kept = _state(position)
        self._screen.say(f"Saved to {path}; malecon play --load FILE goes on with it.")

    def _update(self, position: Position) -> GameRecord:
        """The record with the game as its main line; what else it held stays as variations."""
        node: Node = self._record.root
        outcome = position.outcome
        for move in position.moves:
            node = node.branch(move)
        if outcome is not None and outcome.winner is not None and Ending.RESIGNATION in outcome.how:
            node = node.branch("resign", colour=outcome.winner.other)
        node.promote()
        return self._record


def _state(position: Position) -> State:
    return position.moves, position.outcome


def _new_file() -> Path:
    """A new file in the user's own data folder, named after the time."""
    home = os.environ.get("XDG_DATA_HOME")
    folder = (Path(home) if home else Path("~/.local/share").expanduser()) / "malecon" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}.sgf"
    while path.exists():
        path = path.with_stem(path.stem + "+")
    return path
