"""Answers of the API as models: they document `/api/openapi.json`, and clients can be generated from them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from malecon.interfaces.web.schema import ColourWord, Mark, Setup


class Pieces(BaseModel):
    """What each side places or moves, in words."""

    white: str
    black: str
    blocked: str | None


class Pattern(BaseModel):
    """An example of a way to win."""

    name: str
    description: str
    board: str
    cells: list[str]


class GameInfo(BaseModel):
    """A game, its boards and how to draw it."""

    game: str
    title: str
    boards: list[str]
    usual: str = Field(description="The default board.")
    swap: bool = Field(description="Whether the game has a swap rule.")
    shape: Literal["hex", "square"]
    boardLabel: str  # noqa: N815 (names of the API)
    pieces: Pieces
    rules: str
    clickHelp: str  # noqa: N815
    winPatterns: list[Pattern]  # noqa: N815
    distanceMap: bool  # noqa: N815
    net: bool


class LevelInfo(BaseModel):
    """An opponent to choose from."""

    name: str
    player: str
    seconds: float
    kind: Literal["random", "level", "full"]
    number: int | None
    rating: int | None = Field(description="Elo above the random mover, if it was measured.")


class ParameterInfo(BaseModel):
    """A parameter of a technique."""

    name: str
    doc: str
    default: float | str
    kind: Literal["word", "whole", "number"]
    low: float
    high: float
    words: list[str]
    likely: tuple[float, float] | None


class TechniqueInfo(BaseModel):
    """A technique of a player."""

    name: str
    doc: str
    formula: str
    paper: str
    parameters: list[ParameterInfo]


class TechniqueGroup(BaseModel):
    """Techniques of one kind."""

    title: str
    techniques: list[TechniqueInfo]


class PlayersInfo(BaseModel):
    """Levels, presets and techniques of a game."""

    levels: list[LevelInfo]
    usual: int = Field(description="Index of the default level.")
    presets: dict[str, str]
    groups: list[TechniqueGroup]


class PlayerInfo(BaseModel):
    """The normal form of a player's text."""

    player: str
    techniques: dict[str, dict[str, float | str]]


class PuzzleInfo(BaseModel):
    """A puzzle without its answer."""

    number: int
    game: str
    board: str
    moves: list[str]
    toMove: ColourWord  # noqa: N815
    task: str
    length: int = Field(description="Maximum number of plies to the win.")


class HealthInfo(BaseModel):
    """State of the server."""

    version: str
    sessions: int
    friends: int = Field(description="Games between friends.")
    megabytes: float
    threads: int
    library: bool = Field(description="Whether the server keeps a library of games.")


class OutcomeInfo(BaseModel):
    """The end of a game."""

    text: str
    winner: ColourWord | None
    how: list[str]
    cells: list[str] = Field(description="The winning chain.")
    path: list[str] = Field(description="The cells of the chain that are needed to win.")


class PositionInfo(BaseModel):
    """A position: pieces, legal moves, outcome."""

    game: str
    description: str
    ply: int
    moves: list[str]
    toMove: ColourWord  # noqa: N815
    signs: dict[str, Literal["O", "X", "#"]]
    legal: list[str]
    canSwap: bool  # noqa: N815
    last: list[str]
    outcome: OutcomeInfo | None


class SideCosts(BaseModel):
    """Stones that a side needs through each cell, and overall."""

    cells: dict[str, int]
    least: int


class CostsInfo(BaseModel):
    """Distance costs of both sides."""

    white: SideCosts
    black: SideCosts


class NetInfo(BaseModel):
    """What the net says about a position."""

    chance: float = Field(description="White's winning chance.")
    policy: dict[str, float]


class WinningCell(BaseModel):
    """A cell that wins at once."""

    cell: str
    how: list[str]


class ConnectionInfo(BaseModel):
    """The stones that a side needs for a connection, and the empty cells of one such connection."""

    stones: int
    cells: list[str]


class SideNeeds(BaseModel):
    """What a side needs to win."""

    connections: dict[str, ConnectionInfo] = Field(description="By ending; without those that are impossible.")
    wins: list[WinningCell]


class Threat(BaseModel):
    """A win by force of the side that is not to move."""

    move: str
    length: int
    line: list[str]
    how: list[str] = Field(description="How it wins; empty if the line is not complete.")


class NeedsInfo(BaseModel):
    """What both sides need, and what is threatened."""

    white: SideNeeds
    black: SideNeeds
    threat: Threat | None


class StartInfo(BaseModel):
    """The start of a game."""

    game: str
    board: str
    swap: bool
    setup: Setup | None


class NodeInfo(BaseModel):
    """One move of a record."""

    parent: int
    move: str
    comment: str
    marks: list[Mark] = []


class TreeInfo(BaseModel):
    """A record as a tree of moves."""

    game: StartInfo
    nodes: list[NodeInfo]
    comment: str
    marks: list[Mark]
    white: str
    black: str
    result: str
    event: str


class Invitation(BaseModel):
    """A game by link: the key of one's own seat, and the addresses for others."""

    key: str
    side: ColourWord
    invite: str = Field(description="Path, query and fragment of the friend's address.")
    watch: str = Field(description="The same for spectators.")


class OpeningInfo(BaseModel):
    """A first move and White's expected result after it."""

    cell: str
    value: float


class OpeningsInfo(BaseModel):
    """First moves of a board as the engine values them."""

    board: str
    simulations: int
    moves: list[OpeningInfo]


class LibraryEntry(BaseModel):
    """A game in the server's library."""

    id: str
    sgf: str


class Problem(BaseModel):
    """Why a request was refused."""

    detail: str
    legalMoves: int | None = Field(default=None, description="Number of legal moves before an illegal one.")  # noqa: N815


def documented(model: Any) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that writes its JSON itself."""
    return {200: {"model": model}, 422: {"model": Problem}}


def documented_text(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that answers with text of a media type."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}, 422: {"model": Problem}}
