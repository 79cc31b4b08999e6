"""An oracle for Breakthrough, slow and simple: squares are pairs of numbers, without bits or numbered moves."""

from __future__ import annotations

from functools import cache

WHITE, BLACK = "O", "X"
Square = tuple[int, int]  # (row, column), seen from White
Board = frozenset[tuple[Square, str]]  # pieces


def start(rows: int, columns: int, piece_rows: int) -> dict[Square, str]:
    """Return the pieces of the initial position."""
    pieces = {}
    for column in range(columns):
        for row in range(piece_rows):
            pieces[row, column] = WHITE
            pieces[rows - 1 - row, column] = BLACK
    return pieces


class Oracle:
    """A game in progress: pieces, side to move, winner."""

    def __init__(self, rows: int, columns: int, piece_rows: int = 2) -> None:
        self.rows, self.columns = rows, columns
        self.pieces = start(rows, columns, piece_rows)
        self.to_move = WHITE
        self.winner: str | None = None
        self.how: set[str] = set()

    def legal_moves(self) -> list[tuple[Square, Square]]:
        """Return the legal moves of the side to move."""
        if self.winner:
            return []
        found = []
        for (row, column), colour in sorted(self.pieces.items()):
            if colour != self.to_move:
                continue
            ahead = row + (1 if colour == WHITE else -1)
            for side in (column - 1, column, column + 1):
                if not (0 <= ahead < self.rows and 0 <= side < self.columns):
                    continue
                there = self.pieces.get((ahead, side))
                if there is None or (side != column and there != colour):
                    found.append(((row, column), (ahead, side)))
        return found

    def play(self, source: Square, target: Square) -> None:
        """Play a move and update the winner."""
        mover = self.pieces.pop(source)
        self.pieces[target] = mover
        self.to_move = BLACK if mover == WHITE else WHITE
        if target[0] == (self.rows - 1 if mover == WHITE else 0):
            self.how.add("breakthrough")
        if self.to_move not in self.pieces.values():
            self.how.add("capture")
        if self.how:
            self.winner = mover

    def name(self, source: Square, target: Square) -> str:
        """Return a move in the notation of the package."""
        sign = "x" if target in self.pieces else "-"
        return f"{square_name(source)}{sign}{square_name(target)}"


def square_name(square: Square) -> str:
    """Return the name of a square."""
    return f"{chr(ord('a') + square[1])}{square[0] + 1}"


def solve(rows: int, columns: int, piece_rows: int) -> bool:
    """Return whether the first player wins, by exhaustive search."""

    @cache
    def wins(pieces: Board, to_move: str) -> bool:
        game = Oracle(rows, columns)
        game.pieces, game.to_move = dict(pieces), to_move
        for source, target in game.legal_moves():
            after = Oracle(rows, columns)
            after.pieces, after.to_move = dict(pieces), to_move
            after.play(source, target)
            if after.winner or not wins(frozenset(after.pieces.items()), after.to_move):
                return True
        return False

    return wins(frozenset(start(rows, columns, piece_rows).items()), WHITE)
