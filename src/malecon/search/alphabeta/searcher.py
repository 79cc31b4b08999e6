"""A mini-max search on one position, in the form that Python code uses: the same as that of the tree search.

`run` looks at so many positions and can be called again; the move that the last iteration liked best comes first in
`root_moves`. The table of positions is kept when the game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from malecon.games.contract import is_legal_move, legal_move, play, position_key
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, new_structs, rng_state
from malecon.knowledge.technique import EVALUATES, NOISY, Value
from malecon.search.alphabeta import search as alphabeta
from malecon.search.alphabeta.structs import MAX_DEPTH, NO_VALUE, SCALE, SURE, WIN, frame_type, mind_type, new_table
from malecon.search.mcts.searcher import RootMove
from malecon.search.mcts.worker import worker_type
from malecon.search.settings import new_settings
from malecon.search.techniques import catalogue

EVEN = 0.5
PARTS = ("alphabeta", "final", "cap")  # of a player; what a game adds to mini-max comes besides


class MinimaxSearcher:
    """The mind of one mini-max player for one game."""

    is_ranked = True  # the best of the root moves comes first

    def __init__(
        self,
        position: Position,
        techniques: Mapping[str, Mapping[str, Value]],
        memory: int,
        seed: int,
        threads: int = 1,
    ) -> None:
        if threads > 1:
            raise GameError(f"alphabeta thinks with one thread, not {threads}")
        _check_parts(techniques, position.game)
        self.frames = new_structs(frame_type(position.game), MAX_DEPTH + 2)
        self.minds = new_structs(mind_type(position.game))
        self.table = new_table(memory)
        self.workers = new_structs(worker_type(position.game))
        worker = self.workers[0]
        worker.rng, worker.settings = rng_state(seed), new_settings(techniques, position.game)[0]
        worker.no_move = position.max_moves
        self._position: Position | None = None
        self.set_position(position)

    @property
    def mind(self) -> Struct:
        """The state of the search."""
        return self.minds[0]

    @property
    def proof(self) -> str | None:
        """What is proved of the root for the side to move."""
        if not self.mind.is_over or abs(int(self.mind.value)) < SURE:
            return None
        return "win" if self.mind.value > 0 else "loss"

    def set_position(self, position: Position) -> None:
        """Search this position from now on; the same position goes on where it was left."""
        before, self._position = self._position, position.copy()
        if before is not None and before.ply == position.ply and position.continues(before):
            return
        worker, mind, board = self.workers[0], self.mind, position.boards[0]
        worker.root, worker.position, worker.board = position.struct, position.struct, board
        worker.first_player, worker.num_moves = position.to_move, position.num_codes
        self.frames[0].position = position.struct
        mind.ply, mind.depth, mind.nodes, mind.is_over = -1, 0, 0, 0
        mind.best, mind.value, mind.done_depth = 0, 0, 0
        mind.age += 1
        mind.killers[:], mind.history[:] = worker.no_move, mind.history // 4
        mind.root_moves = position.struct.num_moves
        for place in range(int(mind.root_moves)):
            mind.moves[place] = legal_move(position.struct, board, place)
        mind.values[:], mind.counts[:] = NO_VALUE, 0

    def run(self, positions: int) -> int:
        """Look at so many positions; fewer where the end is known."""
        return int(alphabeta.run(self.frames, self.table, self.minds, self.workers, positions))

    def halt(self) -> None:
        """Nothing runs for longer than a batch, after which the player looks whether to go on."""

    def root_moves(self) -> list[RootMove]:
        """Every first step at the root with the best answer known to it, the best first."""
        mind, count = self.mind, int(self.mind.root_moves)
        order = sorted(range(count), key=lambda place: (place != mind.best, -int(mind.values[place])))
        return [self._root_move(place) for place in order]

    def _root_move(self, place: int) -> RootMove:
        position, mind = self._position, self.mind
        assert position is not None
        value, steps = int(mind.values[place]), [int(mind.moves[place])]
        self._complete(position.structs.copy(), steps, position.num_steps)
        proof = None if abs(value) < SURE or value == NO_VALUE else "win" if value > 0 else "loss"
        length = -(-(WIN - abs(value)) // position.num_steps) if proof else 0
        chance = EVEN if value == NO_VALUE else min(1.0, max(0.0, EVEN + value / (2 * SCALE)))
        return RootMove(position.move_of(steps), int(mind.counts[place]), chance, None, 0.0, proof, length)

    def line(self, first: str, length: int = 12) -> list[str]:
        """The moves expected after a root move, that move included, as far as the table remembers them."""
        assert self._position is not None
        position, moves = self._position.copy(), [first]
        position.play(first)
        while len(moves) < length and not position.is_over:
            steps: list[int] = []
            if not self._complete(position.structs.copy(), steps, position.num_steps):
                break
            moves.append(position.move_of(steps))
            position.play(moves[-1])
        return moves

    def _complete(self, records: Structs, steps: list[int], num_steps: int) -> bool:
        """Add the best steps known until a turn is full, whatever is legal where none is; False where one was not."""
        assert self._position is not None
        record, board, known = records[0], self._position.boards[0], True
        for step in steps:
            play(record, board, step)
        while len(steps) < num_steps:
            best = self._remembered(record)
            known = known and best is not None
            steps.append(int(legal_move(record, board, 0)) if best is None else best)
            play(record, board, steps[-1])
        return known

    def _remembered(self, record: Struct) -> int | None:
        """The best move of a position that the table knows."""
        assert self._position is not None
        board = self._position.boards[0]
        key = int(position_key(record, board))
        entry = self.table[key & (len(self.table) - 1)]
        if not key or int(entry.key) != key or entry.move == self._position.max_moves:
            return None
        return int(entry.move) if is_legal_move(record, board, np.uint64(entry.move)) else None


def _check_parts(techniques: Mapping[str, Mapping[str, Value]], game: str) -> None:
    """Raise GameError where a player has something that mini-max has no use for."""
    for name in techniques:
        if name not in PARTS and not {EVALUATES, NOISY} & set(catalogue(game)[name].roles):
            raise GameError(f"{name} is no part of alphabeta, which has no tree: leave one of them out")
