"""What pages and other programs may ask for; every size is bounded here, so that nothing further down need care."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_MOVES = 4000
MAX_NODES = 20_000
MAX_COMMENT = 10_000
MAX_RECORD = 2 * 2**20
"""Characters of a game record."""
MAX_SECONDS = 3600.0
MAX_SIMULATIONS = 10**9
MAX_NODES_SOLVED = 2_000_000
"""Positions that a proof may look at."""
MAX_REVIEW_SECONDS = 30.0
MAX_REVIEW_SIMULATIONS = 10**6

MoveText = Annotated[str, Field(min_length=1, max_length=24)]
CellText = Annotated[str, Field(min_length=1, max_length=4)]
Cells = Annotated[list[CellText], Field(max_length=700)]
ColourWord = Literal["white", "black"]


class Message(BaseModel):
    """A request: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid")


class Setup(Message):
    """A position put up by hand: what stands where, and whose turn it is."""

    white: Cells = []
    black: Cells = []
    blocked: Cells = []
    to_move: ColourWord = "white"


class Game(Message):
    """A position: a game, its board, how it began, and the moves since."""

    game: str = Field(default="havannah", max_length=20)
    board: str = Field(default="8", max_length=200, description="As the command line has it: 8, 8x8.")
    swap: bool = Field(default=False, description="Whether the second player may take over the first stone.")
    setup: Setup | None = None
    moves: list[MoveText] = Field(
        default=[], max_length=MAX_MOVES, description="A last move `resign` gives the game up."
    )


class Limits(Message):
    """When to stop thinking about a move; the first that is reached counts."""

    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    simulations: int | None = Field(default=None, gt=0, le=MAX_SIMULATIONS)
    remaining: float | None = Field(default=None, gt=0, le=360_000, description="Seconds left on a game clock.")
    increment: float = Field(default=0.0, ge=0, le=3600)


class ReviewLimits(Message):
    """How long to think about each position of a game."""

    seconds: float | None = Field(default=None, gt=0, le=MAX_REVIEW_SECONDS)
    simulations: int | None = Field(default=2000, gt=0, le=MAX_REVIEW_SIMULATIONS)


class Thinker(Message):
    """Who thinks: a player as text, and what it may use of the server's share."""

    player: str = Field(default="malecon", min_length=1, max_length=1000)
    threads: int = Field(default=1, ge=1, le=256)
    memory: int = Field(default=64, ge=1, le=65536, description="Megabytes.")
    seed: int = Field(default=0, ge=0, lt=2**31)


class Think(Message):
    """WebSocket: think about a position. `analyse` gives way to others now and then; `play` and `hint` come first."""

    type: Literal["think"]
    id: int = Field(ge=0, lt=2**53)
    purpose: Literal["play", "analyse", "hint"] = "analyse"
    game: Game
    limits: Limits = Limits()
    thinker: Thinker = Thinker()


class Review(Message):
    """WebSocket: judge every move of a game."""

    type: Literal["review"]
    id: int = Field(ge=0, lt=2**53)
    game: Game
    limits: ReviewLimits = ReviewLimits()
    thinker: Thinker = Thinker()


class Solve(Message):
    """WebSocket: prove who wins a position with best play, and how the loser holds out longest."""

    type: Literal["solve"]
    id: int = Field(ge=0, lt=2**53)
    game: Game
    nodes: int = Field(default=200_000, ge=1, le=MAX_NODES_SOLVED, description="Positions to look at, at most.")
    line: bool = Field(default=False, description="Whether to tell the line, by the shortest proofs that are found.")


class Stop(Message):
    """WebSocket: end what this page asked for last."""

    type: Literal["stop"]


class Ping(Message):
    """WebSocket: are you there?"""

    type: Literal["ping"]


class SocketMessage(Message):
    """Any message of a WebSocket, told apart by its type."""

    message: Annotated[Think | Review | Solve | Stop | Ping, Field(discriminator="type")]


class RecordText(Message):
    """A game record as a file has it: SGF, or Little Golem's HGF."""

    text: str = Field(max_length=MAX_RECORD)


class TreeNode(Message):
    """One move of a tree, and where it belongs."""

    parent: int = Field(ge=-1, lt=MAX_NODES, description="Place of the node before; -1 for the start.")
    move: MoveText
    comment: str = Field(default="", max_length=MAX_COMMENT)


class Tree(Message):
    """A game with its branches: parents before children, and each line before its branches."""

    game: Game
    nodes: list[TreeNode] = Field(default=[], max_length=MAX_NODES)
    comment: str = Field(default="", max_length=MAX_COMMENT, description="On the start.")
    white: str = Field(default="", max_length=200)
    black: str = Field(default="", max_length=200)


Answer = dict[str, Any]
