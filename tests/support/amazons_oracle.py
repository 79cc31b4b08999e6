"""An oracle for Amazons, slow and simple: sets of squares and single steps.

Nothing here comes from the package, so that the two can disagree. A square is (column, row) from 0, and infinity is the
distance of a square that cannot be reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

Square = tuple[int, int]
Move = tuple[Square, Square, Square]

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
WHITE, BLACK = "White", "Black"
OTHER = {WHITE: BLACK, BLACK: WHITE}


class OracleAmazons:
    """A game in progress."""

    def __init__(self, rows: int, columns: int, amazons: dict[str, list[Square]]) -> None:
        self.rows, self.columns = rows, columns
        self.amazons = {colour: list(squares) for colour, squares in amazons.items()}
        self.arrows: set[Square] = set()
        self.to_move = WHITE

    @property
    def taken(self) -> set[Square]:
        """Return the squares that block a queen."""
        return {*self.amazons[WHITE], *self.amazons[BLACK], *self.arrows}

    @property
    def empty(self) -> set[Square]:
        """Return the squares without an amazon or arrow."""
        return {(x, y) for x in range(self.columns) for y in range(self.rows)} - self.taken

    def queen_moves(self, start: Square, taken: set[Square]) -> Iterator[Square]:
        """Return the queen moves from a square."""
        for dx, dy in STEPS:
            x, y = start[0] + dx, start[1] + dy
            while 0 <= x < self.columns and 0 <= y < self.rows and (x, y) not in taken:
                yield x, y
                x, y = x + dx, y + dy

    def moves(self) -> set[Move]:
        """Return the legal moves of the side to move."""
        found = set()
        for start in self.amazons[self.to_move]:
            for target in self.queen_moves(start, self.taken):
                for arrow in self.queen_moves(target, self.taken - {start} | {target}):
                    found.add((start, target, arrow))
        return found

    def play(self, move: Move) -> None:
        """Play a legal move."""
        start, target, arrow = move
        own = self.amazons[self.to_move]
        own[own.index(start)] = target
        self.arrows.add(arrow)
        self.to_move = OTHER[self.to_move]

    # --- terms of the evaluation -------------------------------------------------------------------------------------

    def distances(self, colour: str, *, as_king: bool) -> dict[Square, float]:
        """Return the number of moves of the nearest amazon to each empty square."""
        found: dict[Square, float] = dict.fromkeys(self.empty, inf)
        front, moves = list(self.amazons[colour]), 0
        while front:
            moves += 1
            reached = {square for start in front for square in self._next_to(start, as_king)}
            front = [square for square in reached if found[square] == inf]
            found.update(dict.fromkeys(front, moves))
        return found

    def _next_to(self, start: Square, as_king: bool) -> set[Square]:
        near = {(start[0] + dx, start[1] + dy) for dx, dy in STEPS}
        return near & self.empty if as_king else set(self.queen_moves(start, self.taken))

    def terms(self) -> dict[str, float]:
        """Return all of Lieberum's terms, White's minus Black's."""
        queen, king = ([self.distances(c, as_king=k) for c in (WHITE, BLACK)] for k in (False, True))
        pairs = [(queen[0][s], queen[1][s]) for s in self.empty]
        king_pairs = [(king[0][s], king[1][s]) for s in self.empty]
        return {
            "t1": sum(self._lead(*pair) for pair in pairs),
            "t2": sum(self._lead(*pair) for pair in king_pairs),
            "c1": sum(2 * (2.0**-white - 2.0**-black) for white, black in pairs),
            "c2": sum(max(-1, min(1, (b - w) / 6)) for w, b in king_pairs if w != b),
            "w": sum(2.0 ** -abs(white - black) for white, black in pairs if white < inf and black < inf),
            "mobility": float(self._mobility(WHITE) - self._mobility(BLACK)),
        }

    def _lead(self, white: float, black: float) -> float:
        if white == black:
            return 0.0 if white == inf else (0.2 if self.to_move == WHITE else -0.2)
        return 1.0 if white < black else -1.0

    def _mobility(self, colour: str) -> int:
        return sum(len(list(self.queen_moves(start, self.taken))) for start in self.amazons[colour])


def name(square: Square) -> str:
    """Return the name of a square."""
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def square(text: str) -> Square:
    """Return the square with a name."""
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def move_name(move: Move) -> str:
    """Return a move in the notation of the package."""
    start, target, arrow = map(name, move)
    return f"{start}-{target}/{arrow}"


def read_move(text: str) -> Move:
    """Return the move that a text denotes."""
    start, target, arrow = map(square, text.replace("/", "-").split("-"))
    return start, target, arrow
