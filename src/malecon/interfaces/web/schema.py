"""Requests of the page and other clients. Every size is bounded here, so that the code behind need not check it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from malecon.games.catalogue import DEFAULT_GAME

MAX_MOVES = 4000
MAX_NODES = 20_000
MAX_COMMENT = 10_000
MAX_MARKS = 300
MAX_RECORD = 2**20
"""Characters per game record."""
MAX_SECONDS = 3600.0
MAX_SIMULATIONS = 10**9
MAX_NODES_SOLVED = 2_000_000
"""Nodes per solver request."""
MAX_REVIEW_SECONDS = 30.0
MAX_REVIEW_SIMULATIONS = 10**6

MoveText = Annotated[str, Field(min_length=1, max_length=24)]
CellText = Annotated[str, Field(min_length=1, max_length=4)]
Cells = Annotated[list[CellText], Field(max_length=700)]
ColourWord = Literal["white", "black"]


class Message(BaseModel):
    """Base class of requests; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class Setup(Message):
    """A position set up by hand: the occupied cells and the side to move."""

    white: Cells = []
    black: Cells = []
    blocked: Cells = []
    to_move: ColourWord = "white"


class Game(Message):
    """A position: game, board, initial setup and moves."""

    game: str = Field(default=DEFAULT_GAME, max_length=20)
    board: str = Field(default="8", max_length=200, description="Board size as on the command line, such as 8 or 8x8.")
    swap: bool = Field(default=False, description="Whether the swap rule applies.")
    setup: Setup | None = None
    moves: list[MoveText] = Field(
        default=[],
        max_length=MAX_MOVES,
        description="The last one may be `resign`, `resign:white` or `resign:black`.",
    )


class Limits(Message):
    """Limits of the search for a move; it stops at the first that is reached."""

    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    simulations: int | None = Field(default=None, gt=0, le=MAX_SIMULATIONS)
    remaining: float | None = Field(default=None, gt=0, le=360_000, description="Seconds left on a game clock.")
    increment: float = Field(default=0.0, ge=0, le=3600)


class ReviewLimits(Message):
    """Limits of the search in each position of a reviewed game."""

    seconds: float | None = Field(default=None, gt=0, le=MAX_REVIEW_SECONDS)
    simulations: int | None = Field(default=2000, gt=0, le=MAX_REVIEW_SIMULATIONS)


class EngineSettings(Message):
    """The player and its share of the server's resources."""

    player: str = Field(default="malecon", min_length=1, max_length=1000)
    threads: int = Field(default=1, ge=1, le=256)
    memory: int = Field(default=64, ge=1, le=65536, description="Megabytes.")
    seed: int = Field(default=0, ge=0, lt=2**31)


class Think(Message):
    """WebSocket: search a position. `play` and `hint` are urgent; `analyse` runs in the background, in time slices."""

    type: Literal["think"]
    id: int = Field(ge=0, lt=2**53)
    purpose: Literal["play", "analyse", "hint"] = "analyse"
    game: Game
    limits: Limits = Limits()
    thinker: EngineSettings = EngineSettings()


class Review(Message):
    """WebSocket: evaluate every move of a game.

    With a limit of simulations and one thread, the same seed gives the same review.
    """

    type: Literal["review"]
    id: int = Field(ge=0, lt=2**53)
    game: Game
    limits: ReviewLimits = ReviewLimits()
    thinker: EngineSettings = EngineSettings()
    skip: int = Field(default=0, ge=0, le=MAX_MOVES, description="Number of moves that are not evaluated.")


class Solve(Message):
    """WebSocket: prove the result of a position with best play."""

    type: Literal["solve"]
    id: int = Field(ge=0, lt=2**53)
    game: Game
    nodes: int = Field(default=200_000, ge=1, le=MAX_NODES_SOLVED, description="Maximum number of nodes to search.")
    line: bool = Field(default=False, description="Whether to include the shortest proved line.")


class Stop(Message):
    """WebSocket: cancel the running request."""

    type: Literal["stop"]


class Ping(Message):
    """WebSocket: check the connection; the answer is `pong`."""

    type: Literal["ping"]


class SocketMessage(Message):
    """Any WebSocket message, discriminated by its type."""

    message: Annotated[Think | Review | Solve | Stop | Ping, Field(discriminator="type")]


# --- games between friends --------------------------------------------------------------------------------------------


class NewFriendGame(Message):
    """A game by link: its board, the clock, and the side of the one who invites."""

    game: Game
    minutes: float = Field(default=0, ge=0, le=600, description="For each side; 0 for no clock.")
    increment: float = Field(default=0, ge=0, le=600, description="Seconds per move.")
    side: Literal["white", "black", "random"] = "random"


class FriendMove(Message):
    """WebSocket of a friend's game: play a move."""

    type: Literal["move"]
    move: MoveText
    ply: int = Field(ge=0, le=MAX_MOVES, description="Number of moves played before.")


class FriendResign(Message):
    """WebSocket of a friend's game: resign."""

    type: Literal["resign"]


class FriendRematch(Message):
    """WebSocket of a friend's game: ask for another game with colours swapped."""

    type: Literal["rematch"]


class FriendMessage(Message):
    """Any message of a friend's game."""

    message: Annotated[FriendMove | FriendResign | FriendRematch, Field(discriminator="type")]


# --- records ----------------------------------------------------------------------------------------------------------


class RecordText(Message):
    """Text of a game record in SGF or Little Golem's HGF."""

    text: str = Field(max_length=MAX_RECORD)


class Mark(Message):
    """An arrow (AR), triangle, circle, square or label (LB) on the board, as in SGF."""

    kind: Literal["AR", "TR", "CR", "SQ", "LB"]
    cell: CellText
    to: CellText | None = Field(default=None, description="The end of an arrow.")
    words: str | None = Field(default=None, max_length=20, description="The text of a label.")


Marks = Annotated[list[Mark], Field(max_length=MAX_MARKS)]


class TreeNode(Message):
    """One move of a game tree."""

    parent: int = Field(ge=-1, lt=MAX_NODES, description="Index of the parent node; -1 for the root.")
    move: MoveText
    comment: str = Field(default="", max_length=MAX_COMMENT)
    marks: Marks = []


class Tree(Message):
    """A game with variations in depth-first order: parents before children, each line before its variations."""

    game: Game
    nodes: list[TreeNode] = Field(default=[], max_length=MAX_NODES)
    comment: str = Field(default="", max_length=MAX_COMMENT, description="Comment on the initial position.")
    marks: Marks = Field(default=[], description="Marks on the initial position.")
    white: str = Field(default="", max_length=200)
    black: str = Field(default="", max_length=200)
    date: str = Field(default="", max_length=20, description="Such as 2026-11-18.")
    event: str = Field(default="", max_length=200, description="The event, or the study that the game belongs to.")
    name: str = Field(default="", max_length=200, description="Name of the game (GN), or of the chapter.")


JsonObject = dict[str, Any]
"""A response, ready for JSON."""
