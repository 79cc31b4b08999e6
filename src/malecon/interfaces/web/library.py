"""The library that a server keeps if it is told to: a folder of SGF files, which the command line reads too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, HTTPException
from fastapi import Path as UrlPath
from pydantic import Field

from malecon.games.errors import GameError
from malecon.interfaces.web.answers import LibraryEntry
from malecon.interfaces.web.schema import MAX_RECORD, JsonObject, Message

NAME = r"^[a-z0-9]{1,40}$"
MAX_FILES = 10_000
GameName = Annotated[str, UrlPath(pattern=NAME)]


class LibraryGame(Message):
    """A game to keep, as SGF."""

    sgf: str = Field(max_length=MAX_RECORD)


class GameFolder:
    """SGF files by name. Names are letters and digits only, so that no request can leave the folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise GameError(f"cannot keep games in {path} ({error.strerror}); choose another --library") from None

    def _file(self, name: str) -> Path:
        if not re.match(NAME, name):
            raise GameError(f"{name!r} is not the name of a game; use letters and digits")
        return self.path / f"{name}.sgf"

    def games(self) -> list[JsonObject]:
        """Return all games with their names."""
        files = sorted(path for path in self.path.glob("*.sgf") if re.match(NAME, path.stem))
        return [{"id": path.stem, "sgf": path.read_text("utf-8", "replace")} for path in files[:MAX_FILES]]

    def put(self, name: str, sgf: str) -> None:
        """Write a game; readers see the old version or the new one, never a part."""
        file = self._file(name)
        if not file.exists() and sum(1 for _ in self.path.glob("*.sgf")) >= MAX_FILES:
            raise GameError(f"the library has {MAX_FILES:,} games; delete some first")
        temporary = file.with_suffix(".new")
        temporary.write_text(sgf, "utf-8")
        temporary.replace(file)

    def remove(self, name: str) -> None:
        """Delete a game; nothing happens if there is none of that name."""
        self._file(name).unlink(missing_ok=True)


def add_library(app: FastAPI, folder: GameFolder | None) -> None:
    """Add the routes of the library; without a folder they answer 404."""

    def opened() -> GameFolder:
        if folder is None:
            raise HTTPException(404, "this server keeps no library; start it with --library FOLDER")
        return folder

    @app.get("/api/library", summary="List the games that the server keeps", response_model=list[LibraryEntry])
    def games() -> list[JsonObject]:
        return opened().games()

    @app.put("/api/library/{name}", summary="Keep a game as SGF", status_code=204)
    def put(name: GameName, game: LibraryGame) -> None:
        opened().put(name, game.sgf)

    @app.delete("/api/library/{name}", summary="Delete a game of the library", status_code=204)
    def remove(name: GameName) -> None:
        opened().remove(name)
