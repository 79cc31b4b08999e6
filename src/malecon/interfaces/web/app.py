"""The web application: the page, the API under /api, and the WebSocket at /api/socket.

Everything that a page does goes through this API, and other programs may use it too; /api.html lists it. No request
names a file.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles

from malecon.games.errors import GameError
from malecon.interfaces.web import catalogue as reference
from malecon.interfaces.web import game_trees as records
from malecon.interfaces.web import overlays
from malecon.interfaces.web.positions import position_of, view
from malecon.interfaces.web.puzzles import puzzles
from malecon.interfaces.web.schema import MAX_RECORD, Answer, Game, RecordText, Tree
from malecon.interfaces.web.session import MAX_SESSIONS, Server, Session, one_line
from malecon.version import __version__

STATIC = Path(__file__).parent / "static"
MEMORY = 1024  # megabytes of all engines together
MAX_BODY = 2 * MAX_RECORD  # bytes
POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
Next = Callable[[Request], Awaitable[Response]]


def create_app(threads: int | None = None, memory: int = MEMORY) -> FastAPI:
    """The application, with so many threads and megabytes for all engines together."""
    server = Server(threads or os.cpu_count() or 1, memory)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        server.slots.close()

    app = FastAPI(
        title="Malecón",
        version=__version__,
        lifespan=lifespan,
        description=__doc__ or "",
        docs_url=None,  # the usual page of FastAPI comes from another site; ours is static/api.html
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    app.middleware("http")(_guard)
    app.exception_handler(GameError)(_explain)
    app.exception_handler(RequestValidationError)(_explain_form)
    _add_api(app)
    _add_records(app)
    _add_socket(app, server)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


async def _guard(request: Request, call_next: Next) -> Response:
    """Refuse long bodies and pages of other sites; let browsers keep nothing stale."""
    length = request.headers.get("content-length", "0" if request.method in ("GET", "HEAD", "OPTIONS") else "")
    if not length.isdecimal() or int(length) > MAX_BODY:
        return JSONResponse({"detail": f"a request says its length, at most {MAX_BODY:,} bytes"}, 413)
    if not _same_site(request.headers.get("origin"), request.headers.get("host")):
        return JSONResponse({"detail": "this server answers its own page only"}, 403)
    response = await call_next(request)
    response.headers["cache-control"] = "no-cache"
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["content-security-policy"] = POLICY
    return response


async def _explain(_: Request, error: Exception) -> JSONResponse:
    """A mistake in a game or record: one line."""
    return JSONResponse({"detail": str(error)}, 422)


async def _explain_form(_: Request, error: Exception) -> JSONResponse:
    """A request of the wrong form: one line that repeats nothing of it, for it may be no text at all."""
    return JSONResponse({"detail": one_line(error)}, 422)


def _same_site(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser."""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def _add_api(app: FastAPI) -> None:
    @app.get("/api/games", summary="Games and their boards")
    def games() -> list[Answer]:
        return reference.games()

    @app.get("/api/players/{game}", summary="Levels, presets, techniques and parameters of a game")
    def players(game: str) -> Answer:
        return reference.players(game)

    @app.get("/api/player/{game}", summary="Check a player's text")
    def player(game: str, text: Annotated[str, Query(max_length=1000)]) -> Answer:
        return reference.read_player(text, game)

    @app.post("/api/position", summary="A position: stones, legal moves, outcome")
    def position(game: Game) -> Answer:
        return view(position_of(game))

    @app.post("/api/costs", summary="Havannah's distance cost of every cell")
    def costs(game: Game) -> Answer:
        return overlays.costs(position_of(game))

    @app.get("/api/puzzles", summary="Puzzles: positions with one winning move")
    def list_puzzles() -> list[Answer]:
        return puzzles()

    @app.get("/api/health", summary="Sessions, and megabytes that engines may grow to")
    def health() -> Answer:
        server: Server = app.state.server
        return {
            "version": __version__,
            "sessions": len(server.sessions),
            "megabytes": server.shelf.megabytes,
            "threads": server.slots.count,
        }


def _add_records(app: FastAPI) -> None:
    @app.post("/api/record/read", summary="An SGF or HGF text as a tree of moves")
    def read_record(record: RecordText) -> Answer:
        return records.read_tree(record.text)

    @app.post("/api/record/write", summary="A tree of moves as SGF", response_class=PlainTextResponse)
    def write_record(tree: Tree) -> PlainTextResponse:
        return PlainTextResponse(records.write_tree(tree))

    @app.post("/api/picture", summary="A position as SVG")
    def picture(game: Game) -> Response:
        return Response(position_of(game)._repr_svg_(), media_type="image/svg+xml")


def _add_socket(app: FastAPI, server: Server) -> None:
    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        if not _same_site(websocket.headers.get("origin"), websocket.headers.get("host")):
            await websocket.close(4003, "this server answers its own page only")
            return
        if len(server.sessions) >= MAX_SESSIONS:
            await websocket.close(4008, "too many pages are open")
            return
        await websocket.accept()
        await Session(server, websocket).run()
