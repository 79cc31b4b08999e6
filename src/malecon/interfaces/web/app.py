"""The web application: the page, the HTTP API under /api, and the WebSocket at /api/socket.

The page uses this API and nothing else, and other programs may use it too; /api.html documents it. No request can name
a file on the server.
"""

from __future__ import annotations

import gc
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

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.interfaces.web import catalogue, encoding, game_trees
from malecon.interfaces.web.positions import position_of, view
from malecon.interfaces.web.schema import MAX_RECORD, Game, JsonObject, RecordText, Tree
from malecon.interfaces.web.session import MAX_SESSIONS, Server, Session, one_line
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.version import __version__

STATIC = Path(__file__).parent / "static"
MEMORY = 1024  # megabytes for all engines together
MAX_BODY = 2 * MAX_RECORD  # bytes
POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
CROSS_ORIGIN = "cross-origin requests are not allowed"
Next = Callable[[Request], Awaitable[Response]]


def create_app(threads: int | None = None, memory: int = MEMORY) -> FastAPI:
    """Create the application; threads and megabytes are shared by all engines."""
    server = Server(threads or os.cpu_count() or 1, memory)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        server.scheduler.close()

    app = FastAPI(
        title="Malecón",
        version=__version__,
        lifespan=lifespan,
        description=__doc__ or "",
        docs_url=None,  # FastAPI's own page loads scripts from a CDN; ours is static/api.html
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    app.middleware("http")(_guard)
    app.exception_handler(GameError)(_game_error)
    app.exception_handler(RequestValidationError)(_validation_error)
    _add_api(app)
    _add_records(app)
    _add_socket(app, server)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


def preload_engine() -> None:
    """Load the compiled kernels of the engine before the first move needs them."""
    rules = position_class(DEFAULT_GAME)
    position = rules(**rules.board_options(rules.quick_board))
    Engine("malecon", memory=1).decide(position, Limit(simulations=1))
    gc.collect()
    gc.freeze()  # otherwise half a million permanent objects delay the collection of closed sessions for hours


async def _guard(request: Request, call_next: Next) -> Response:
    """Reject oversized and cross-origin requests; set the caching and security headers."""
    length = request.headers.get("content-length", "0" if request.method in ("GET", "HEAD", "OPTIONS") else "")
    if not length.isdecimal() or int(length) > MAX_BODY:
        return JSONResponse({"detail": f"request needs a Content-Length of at most {MAX_BODY:,} bytes"}, 413)
    if not _same_site(request.headers.get("origin"), request.headers.get("host")):
        return JSONResponse({"detail": CROSS_ORIGIN}, 403)
    response = await call_next(request)
    response.headers["cache-control"] = "no-cache"
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["content-security-policy"] = POLICY
    return response


async def _game_error(_: Request, error: Exception) -> JSONResponse:
    """Report an error in a game or record in one line."""
    return JSONResponse({"detail": str(error)}, 422)


async def _validation_error(_: Request, error: Exception) -> JSONResponse:
    """Report a malformed request in one line that quotes nothing of it: it may not be valid text."""
    return JSONResponse({"detail": one_line(error)}, 422)


def _same_site(origin: str | None, host: str | None) -> bool:
    """Return whether a request comes from our own page or from a program that is not a browser."""
    if origin is None:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def _add_api(app: FastAPI) -> None:
    @app.get("/api/games", summary="List games and their board sizes")
    def games() -> list[JsonObject]:
        return catalogue.games()

    @app.get("/api/players/{game}", summary="List levels, presets, techniques and parameters of a game")
    def players(game: str) -> JsonObject:
        return catalogue.players(game)

    @app.get("/api/player/{game}", summary="Check and normalise the text of a player")
    def player(game: str, text: Annotated[str, Query(max_length=1000)]) -> JsonObject:
        return catalogue.read_player(text, game)

    @app.post("/api/position", summary="Show a position: stones, legal moves, outcome")
    def position(game: Game) -> JsonObject:
        return view(position_of(game))

    @app.post("/api/costs", summary="Compute the stones that each side needs to win through every cell")
    def costs(game: Game) -> JsonObject:
        return encoding.cell_costs(position_of(game))

    @app.get("/api/puzzles", summary="List puzzles: positions with one winning move")
    def list_puzzles() -> list[JsonObject]:
        return catalogue.puzzles()

    @app.get("/api/health", summary="Show version, open sessions, engine memory limit and threads")
    def health() -> JsonObject:
        server: Server = app.state.server
        return {
            "version": __version__,
            "sessions": len(server.sessions),
            "megabytes": server.engines.megabytes,
            "threads": server.scheduler.slots,
        }


def _add_records(app: FastAPI) -> None:
    @app.post("/api/record/read", summary="Convert SGF or HGF to a tree of moves")
    def read_record(record: RecordText) -> JsonObject:
        return game_trees.read_tree(record.text)

    @app.post("/api/record/write", summary="Convert a tree of moves to SGF", response_class=PlainTextResponse)
    def write_record(tree: Tree) -> PlainTextResponse:
        return PlainTextResponse(game_trees.write_tree(tree))

    @app.post("/api/picture", summary="Draw a position as SVG")
    def picture(game: Game) -> Response:
        return Response(position_of(game)._repr_svg_(), media_type="image/svg+xml")


def _add_socket(app: FastAPI, server: Server) -> None:
    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        if not _same_site(websocket.headers.get("origin"), websocket.headers.get("host")):
            await websocket.close(4003, CROSS_ORIGIN)
            return
        if len(server.sessions) >= MAX_SESSIONS:
            await websocket.close(4008, "too many open sessions")
            return
        await websocket.accept()
        await Session(server, websocket).run()
