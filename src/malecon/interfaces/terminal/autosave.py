"""Save games at the prompt: no game is lost on exit, and no file of another game is overwritten."""

from __future__ import annotations

import time
from pathlib import Path

from platformdirs import user_data_path

from malecon.games.errors import GameError
from malecon.games.outcome import Ending, Outcome
from malecon.games.position import Position
from malecon.games.sgf.record import GameRecord, Node
from malecon.interfaces.terminal.screen import Prompt

State = tuple[list[str], Outcome | None]


class Autosave:
    """Writes the games of one session.

    `record` is the record that the game continues; its headers, comments and variations are preserved. `save_to` is the
    file chosen on the command line, if any.
    """

    def __init__(self, screen: Prompt, record: GameRecord, save_to: Path | None = None) -> None:
        self._screen = screen
        self._record = record
        self._save_to = save_to
        self._own_files: set[Path] = set()
        self._saved = (record.moves, record.position().outcome)

    def save(self, position: Position, name: str) -> None:
        """Write the game to a file that is new or was written by this session."""
        if not name:
            raise GameError("save needs a file name, such as: save game.sgf")
        path = Path(name).expanduser()
        if path.exists() and path.resolve() not in self._own_files:
            raise GameError(f"{path} already exists and was not written by this session; choose another name")
        self._write(position, path)

    def save_changes(self, position: Position) -> None:
        """Save a changed game: to the chosen file or a new one in the user's data folder, or else print it."""
        if self._saved == _state(position):
            return
        try:
            if path := self._save_to or (_new_file() if self._screen.is_interactive else None):
                self._write(position, path)
                return
        except (GameError, OSError) as error:
            self._screen.say(f"{error}; the game follows as SGF:", "red")
        self._screen.say(self._update(position).sgf().rstrip())
        self._saved = _state(position)

    def start_new_game(self, position: Position) -> None:
        """Begin another game between the same players."""
        record = GameRecord.from_position(position, white=self._record.white, black=self._record.black)
        self._record, self._saved = record, _state(position)

    def _write(self, position: Position, path: Path) -> None:
        self._update(position).write(path)
        self._own_files.add(path.resolve())
        self._saved = _state(position)
        self._screen.say(f"Saved to {path}; continue with: malecon play --terminal --load {path}")

    def _update(self, position: Position) -> GameRecord:
        """Return the record with the game as its main line; other lines stay as variations."""
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
    """Return a new file in the user's data folder, named after the current time."""
    folder = user_data_path("malecon") / "games"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}.sgf"
    while path.exists():
        path = path.with_stem(path.stem + "+")
    return path
