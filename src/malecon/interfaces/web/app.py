"""The web application: the page, the HTTP API under /api, and the WebSocket at /api/socket.

The page uses this API and nothing else, and other programs may use it too; /api.html documents it. No request can name
a file on the server; games of the library have names of letters and digits in one folder.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from malecon.games.catalogue import DEFAULT_GAME, position_class
from malecon.games.errors import GameError
from malecon.interfaces.web import answers, catalogue, encoding, game_trees
from malecon.interfaces.web.access import Access, Guard
from malecon.interfaces.web.answers import Problem, documented, documented_text
from malecon.interfaces.web.friend_socket import add_friends
from malecon.interfaces.web.library import GameFolder, add_library
from malecon.interfaces.web.needs import needs
from malecon.interfaces.web.openings import openings, read_book
from malecon.interfaces.web.positions import BadMoveError, position_of, view
from malecon.interfaces.web.schema import MAX_RECORD, Game, JsonObject, RecordText, Tree
from malecon.interfaces.web.session import MAX_SESSIONS, Server, Session, one_line
from malecon.interfaces.web.work import BusyError, while_connected
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.system import num_cores
from malecon.version import __version__
from malecon.warmup.steps import EVALUATION, PROOF, RULES, SEARCH, cold_steps, steps

STATIC = Path(__file__).parent / "static"
MEMORY = 1024  # megabytes for all engines together
MAX_BODY = 2 * MAX_RECORD  # bytes
LOCAL = Access()
JSON, SVG, TEXT = "application/json", "image/svg+xml", "text/plain"


def create_app(
    threads: int | None = None,
    memory: int = MEMORY,
    access: Access = LOCAL,
    library: Path | None = None,
    book: Path | None = None,
) -> FastAPI:
    """Create the application; threads and megabytes are shared by all engines.

    `library` is a folder for games, `book` a file of first moves.
    """
    if book:
        read_book(book)  # its errors are reported at once
    server = Server(threads or num_cores(), memory, access.token)
    server.library = GameFolder(library) if library else None
    app = _new_fastapi(server)
    app.add_middleware(Guard, access=access, max_body=MAX_BODY)
    app.exception_handler(GameError)(_game_error)
    app.exception_handler(RequestValidationError)(_validation_error)
    app.exception_handler(BusyError)(_busy)
    _add_players(app)
    _add_lists(app, server, book)
    _add_positions(app, server)
    _add_overlays(app, server)
    _add_records(app, server)
    _add_socket(app, server)
    add_friends(app, server.friends, server.compiler)
    add_library(app, server.library)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    return app


def _new_fastapi(server: Server) -> FastAPI:
    """Return an application without routes that closes the server at its end."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        server.close()

    app = FastAPI(
        title="Malecón",
        version=__version__,
        lifespan=lifespan,
        responses={422: {"model": Problem}, 503: {"model": Problem}},
        description=__doc__ or "",
        docs_url=None,  # FastAPI's own page loads scripts from a CDN; ours is static/api.html
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.server = server
    return app


def preload_engine() -> None:
    """Load the compiled kernels of the engine before the first move needs them; never compile here."""
    if not cold_steps(steps(DEFAULT_GAME, (RULES, SEARCH))):
        rules = position_class(DEFAULT_GAME)
        position = rules(**rules.board_options(rules.quick_board))
        Engine("malecon", memory=1).decide(position, Limit(simulations=1))
    gc.collect()
    gc.freeze()  # otherwise half a million permanent objects delay the collection of closed sessions for hours


async def _game_error(_: Request, error: Exception) -> JSONResponse:
    """Report an error in a game or record in one line, and how many moves of the game are legal."""
    legal = {"legalMoves": error.legal_moves} if isinstance(error, BadMoveError) else {}
    return JSONResponse({"detail": str(error), **legal}, 422)


async def _validation_error(_: Request, error: Exception) -> JSONResponse:
    """Report a malformed request in one line that quotes nothing of it: it may not be valid text."""
    return JSONResponse({"detail": one_line(error)}, 422)


async def _busy(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"detail": "the server is busy; try again"}, 503)


def _add_players(app: FastAPI) -> None:
    @app.get(
        "/api/players/{game}",
        summary="List levels, presets, techniques and parameters of a game",
        response_model=answers.PlayersInfo,
    )
    def players(game: str) -> JsonObject:
        return catalogue.players(game)

    @app.get(
        "/api/player/{game}", summary="Check and normalise the text of a player", response_model=answers.PlayerInfo
    )
    def player(game: str, text: Annotated[str, Query(max_length=1000)]) -> JsonObject:
        return catalogue.read_player(text, game)


def _add_lists(app: FastAPI, server: Server, book: Path | None) -> None:
    @app.get("/api/games", summary="List games and their board sizes", response_model=list[answers.GameInfo])
    def games() -> list[JsonObject]:
        return catalogue.games()

    @app.get(
        "/api/puzzles", summary="List puzzles: positions with one winning move", response_model=list[answers.PuzzleInfo]
    )
    def list_puzzles() -> list[JsonObject]:
        return catalogue.puzzles()

    @app.get(
        "/api/openings/{board}",
        summary="List first moves of Havannah with White's expected result",
        response_model=answers.OpeningsInfo,
    )
    def first_moves(board: str) -> JsonObject:
        return openings(board, book)

    @app.get(
        "/api/health",
        summary="Show version, open sessions, engine memory and threads",
        response_model=answers.HealthInfo,
    )
    def health() -> JsonObject:
        return {
            "version": __version__,
            "sessions": len(server.sessions),
            "friends": len(server.friends),
            "megabytes": server.engines.megabytes,
            "threads": server.scheduler.slots,
            "library": server.library is not None,
        }


def _add_positions(app: FastAPI, server: Server) -> None:
    desk, compiler = server.positions, server.compiler

    @app.post(
        "/api/position",
        summary="Show a position: stones, legal moves, outcome",
        responses=documented(answers.PositionInfo),
    )
    async def position(game: Game, request: Request) -> Response:
        await while_connected(compiler.ensure(game.game), request)
        return Response(await desk.run(request, lambda stop: view(position_of(game, stop.check))), media_type=JSON)


def _add_overlays(app: FastAPI, server: Server) -> None:
    desk, compiler = server.positions, server.compiler

    @app.post(
        "/api/costs",
        summary="Compute the stones that each side needs through every cell",
        responses=documented(answers.CostsInfo),
    )
    async def costs(game: Game, request: Request) -> Response:
        await while_connected(compiler.ensure(game.game, EVALUATION), request)
        answer = await desk.run(request, lambda stop: encoding.cell_costs(position_of(game, stop.check)))
        return Response(answer, media_type=JSON)

    @app.post(
        "/api/net",
        summary="Show White's chance and each move's probability by the net",
        responses=documented(answers.NetInfo),
    )
    async def net(game: Game, request: Request) -> Response:
        answer = await desk.run(request, lambda stop: encoding.opinion(position_of(game, stop.check)))
        return Response(answer, media_type=JSON)

    @app.post(
        "/api/needs",
        summary="Show what each side needs, and the opponent's threat",
        responses=documented(answers.NeedsInfo),
    )
    async def what_is_needed(game: Game, request: Request) -> Response:
        await while_connected(compiler.ensure(game.game, EVALUATION, PROOF), request)
        answer = await desk.run(request, lambda stop: needs(position_of(game, stop.check), stop.check))
        return Response(answer, media_type=JSON)

    @app.post("/api/picture", summary="Draw a position as SVG", response_class=Response, responses=documented_text(SVG))
    async def picture(game: Game, request: Request) -> Response:
        await while_connected(compiler.ensure(game.game), request)
        answer = await desk.run(request, lambda stop: position_of(game, stop.check)._repr_svg_())
        return Response(answer, media_type=SVG)


def _add_records(app: FastAPI, server: Server) -> None:
    desk, compiler = server.records, server.compiler

    @app.post(
        "/api/record/read", summary="Convert SGF or HGF to a tree of moves", responses=documented(answers.TreeInfo)
    )
    async def read_record(record: RecordText, request: Request) -> Response:
        await while_connected(compiler.ensure(game_trees.named_game(record.text)), request)
        answer = await desk.run(request, lambda stop: game_trees.read_tree(record.text, stop.check))
        return Response(answer, media_type=JSON)

    @app.post(
        "/api/records/read",
        summary="Convert all games of a text to trees of moves",
        responses=documented(list[answers.TreeInfo]),
    )
    async def read_records(record: RecordText, request: Request) -> Response:
        await while_connected(compiler.ensure(game_trees.named_game(record.text)), request)
        answer = await desk.run(request, lambda stop: game_trees.read_trees(record.text, stop.check))
        return Response(answer, media_type=JSON)

    @app.post(
        "/api/record/write",
        summary="Convert a tree of moves to SGF",
        response_class=Response,
        responses=documented_text(TEXT),
    )
    async def write_record(tree: Tree, request: Request) -> Response:
        await while_connected(compiler.ensure(tree.game.game), request)
        return Response(await desk.run(request, lambda stop: game_trees.write_tree(tree, stop.check)), media_type=TEXT)


def _add_socket(app: FastAPI, server: Server) -> None:
    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        if len(server.sessions) >= MAX_SESSIONS:
            await websocket.close(4008, "too many open sessions")
            return
        await websocket.accept()
        await Session(server, websocket).run()
