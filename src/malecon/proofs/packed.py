"""The format of packed proofs, for Havannah up to base 4: one byte for each position, compressed.

A text header of seven lines, the last of them empty, is followed by an xz stream:

    malecon packed proof 1
    game havannah
    board base=4
    moves a1
    claim White wins
    threats 3

Each byte of the stream is the cell of the winner's move in one position. Positions are not written: a reader derives
them in layers. The first layer holds the positions after every move of the loser (or the position of the file, if the
winner moves first), the next layer those after the winner's moves in it and every reply, and so on. Symmetric positions
are one, positions that the winner wins by threats are left out, and a layer is sorted (`layers` says how). The stream
ends with the last byte of the last layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from malecon.games.colours import BLACK, WHITE
from malecon.games.errors import GameError
from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.proofs.format import Claim, header, read_claim, read_header
from malecon.proofs.layers import FLAWS, MAX_THREATS, code_of, drop_won, expand_layer, new_work, position_of
from malecon.proofs.sorted_runs import Numbers, SortedRuns

FIRST_LINE = "malecon packed proof 1"
THREATS = 3  # stones of the threat sequences that are left out
MEMORY_LIMIT = 1 << 25  # positions of a layer in memory
CHUNK = 1 << 14  # positions expanded at a time
UNKNOWN = 255  # instead of a move

Moves = np.ndarray[tuple[int], np.dtype[np.uint8]]


@dataclass(frozen=True)
class PackedHeader:
    """What a packed proof proves, and the threat sequences that it leaves out."""

    position: Havannah
    claim: Claim
    threats: int = THREATS

    def __post_init__(self) -> None:
        if not isinstance(self.position, Havannah) or not self.claim.wins:
            raise GameError("a packed proof needs a position of Havannah that is won")
        if not 1 <= self.threats <= MAX_THREATS:
            raise GameError(f"threats must be 1 to {MAX_THREATS}, not {self.threats}")
        if self.position.is_over:
            raise GameError("the game is already over")

    def lines(self) -> Iterator[str]:
        """Yield the lines of the header."""
        yield FIRST_LINE
        yield from list(header(self.position))[1:]
        yield f"claim {self.claim}"
        yield f"threats {self.threats}"
        yield ""


def read_packed_header(stream: BinaryIO) -> PackedHeader:
    """Read the header; the stream is then at the compressed part."""
    lines = [stream.readline(10_000).decode("utf-8", "replace").rstrip("\n") for _ in range(7)]
    if lines[0] != FIRST_LINE:
        raise GameError(f"not a packed proof: the first line must be {FIRST_LINE!r}")
    position: Position = read_header(iter(["malecon proof 1", *lines[1:4]]))
    name, _, threats = lines[5].partition(" ")
    if name != "threats" or not threats.isdecimal() or lines[6]:
        raise GameError("expected a line such as 'threats 3' and an empty line before the moves")
    assert isinstance(position, Havannah) or position.game != "havannah"
    return PackedHeader(position, read_claim(lines[4]), int(threats))  # type: ignore[arg-type]


class LayerWalk:
    """Walks through the layers of a proof; the answers come from a file, or from a search that writes one.

    `answer` returns the winner's moves in a block of positions, given as sorted numbers.
    """

    def __init__(
        self,
        header: PackedHeader,
        answer: Callable[[Numbers], Moves],
        on_progress: Callable[[LayerWalk], None] = lambda _: None,
        memory_limit: int = MEMORY_LIMIT,
    ) -> None:
        self.header, self._answer, self._on_progress, self._limit = header, answer, on_progress, memory_limit
        self.work = new_work(header.position.base, header.claim.player)
        self.board = header.position.boards
        self.positions = self.layers = self.layer_positions = 0
        """Positions answered, layers begun, and positions answered in the last of them."""
        self._found = np.empty(CHUNK * header.position.geometry.num_cells, np.uint64)

    def run(self) -> None:
        """Walk until a layer is empty; raise GameError with the position if the proof has a flaw."""
        layer = SortedRuns(self._limit)
        layer.add(self._first_layer())
        while True:
            following, self.layer_positions = SortedRuns(self._limit), 0
            for block in layer.blocks():
                for begin in range(0, len(block), CHUNK):
                    following.add(self._expand(block[begin : begin + CHUNK]))
                    self._on_progress(self)
            if self.layer_positions == 0:
                return
            self.layers += 1
            layer = following

    def _first_layer(self) -> Numbers:
        """Return the positions in which the winner moves first."""
        position, player = self.header.position, self.header.claim.player
        starts = [position.copy()]
        if position.to_move != player:
            starts = []
            for move in position.legal_moves:
                starts.append(position.copy())
                starts[-1].play(move)
                if starts[-1].is_over:
                    raise GameError(f"the game is over after {move}, and {player} has not won")
        return self._unlisted(np.unique(np.array([code_of(start, player) for start in starts], np.uint64)))

    def _unlisted(self, codes: Numbers) -> Numbers:
        """Return the positions that a proof must answer."""
        return codes[: int(drop_won(codes, self.work, self.board, self.header.threats))]

    def _expand(self, codes: Numbers) -> Numbers:
        """Return the positions after the answers in a chunk of a layer."""
        moves = self._answer(codes)
        count = int(expand_layer(codes, moves, self.work, self.board, self._found))
        if flaw := int(self.work[0].flaw):
            raise GameError(f"{FLAWS[flaw]}: {self.describe(int(codes[int(self.work[0].index)]))}")
        self.positions += len(codes)
        self.layer_positions += len(codes)
        return self._unlisted(np.unique(self._found[:count]))

    def describe(self, code: int) -> str:
        """Return the stones of a position in words."""
        position = position_of(code, self.header.position.base, self.header.claim.player)
        stones = [f"{colour} {' '.join(position.stones(colour)) or '-'}" for colour in (WHITE, BLACK)]
        return f"{', '.join(stones)}, {position.to_move} to move"
