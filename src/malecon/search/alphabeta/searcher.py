"""The Python interface of alpha-beta, with the same methods as that of MCTS.

`run` searches a number of positions and can be called again; the best move of the last iteration comes first in
`root_moves`. The transposition table is kept when the game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event

import numpy as np

from malecon.games.contract import is_legal_move, legal_move, play, position_key
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, new_structs, rng_state
from malecon.knowledge.technique import EVALUATES, NOISY, Value
from malecon.search.alphabeta import search as alphabeta
from malecon.search.alphabeta.structs import MAX_DEPTH, NO_VALUE, SCALE, SURE, WIN, frame_type, new_table, state_type
from malecon.search.mcts.worker import worker_type
from malecon.search.searcher import RootMove
from malecon.search.settings import new_settings
from malecon.search.techniques import catalogue

EVEN = 0.5
ALLOWED = ("alphabeta", "final", "cap")  # techniques of any game; a game adds its evaluation and quiescence


class AlphaBetaSearcher:
    """The alpha-beta search of one player for one game."""

    threads = 1
    is_ranked = True  # root moves come best first

    def __init__(
        self,
        position: Position,
        techniques: Mapping[str, Mapping[str, Value]],
        memory: int,
        seed: int,
        threads: int = 1,
    ) -> None:
        if threads > 1:
            raise GameError(f"alphabeta runs on one thread, not {threads}; use threads=1")
        _check_techniques(techniques, position.game)
        self.frames = new_structs(frame_type(position.game), MAX_DEPTH + 2)
        self.states = new_structs(state_type(position.game))
        self.table = new_table(memory)
        self.workers = new_structs(worker_type(position.game))
        worker = self.workers[0]
        worker.rng, worker.settings = rng_state(seed), new_settings(techniques, position.game)[0]
        worker.no_move = position.max_moves
        self._position: Position | None = None
        self.set_position(position)

    @property
    def state(self) -> Struct:
        """The state of the search."""
        return self.states[0]

    @property
    def proof(self) -> str | None:
        """The proved value of the root for the side to move: `win`, `loss` or None."""
        if not self.state.is_over or abs(int(self.state.value)) < SURE:
            return None
        return "win" if self.state.value > 0 else "loss"

    def set_position(self, position: Position) -> None:
        """Search this position from now on; the same position continues where it was left."""
        before, self._position = self._position, position.copy()
        if before is not None and before.ply == position.ply and position.continues(before):
            return
        worker, state, board = self.workers[0], self.state, position.boards[0]
        worker.root, worker.position, worker.board = position.struct, position.struct, board
        worker.line.first_player, worker.sizes.num_moves = position.to_move, position.num_codes
        self.frames[0].position = position.struct
        state.ply, state.depth, state.nodes, state.is_over = -1, 0, 0, 0
        state.best, state.value = 0, 0
        state.age += 1
        state.killers[:], state.history[:] = worker.no_move, state.history // 4
        state.root_moves = position.struct.num_moves
        for place in range(int(state.root_moves)):
            state.moves[place] = legal_move(position.struct, board, place)
        state.values[:], state.counts[:] = NO_VALUE, 0

    @property
    def is_finished(self) -> bool:
        """Whether the value is proved or the depth limit reached."""
        return bool(self.state.is_over)

    def run(self, simulations: int, seconds: float | None = None, stopped: Event | None = None) -> int:  # noqa: ARG002
        """Search this many positions, fewer if the value is proved; return how many."""
        return int(alphabeta.run(self.frames, self.table, self.states, self.workers, simulations))

    def halt(self) -> None:
        """Do nothing: a batch is short, and the player checks for a stop after each."""

    def root_moves(self) -> list[RootMove]:
        """Return every first step with its best known continuation, best first."""
        state, count = self.state, int(self.state.root_moves)
        order = sorted(range(count), key=lambda place: (place != state.best, -int(state.values[place])))
        return [self._root_move(place) for place in order]

    def _root_move(self, place: int) -> RootMove:
        position, state = self._position, self.state
        assert position is not None
        value, steps = int(state.values[place]), [int(state.moves[place])]
        self._complete(position.structs.copy(), steps, position.num_steps)
        proof = None if abs(value) < SURE or value == NO_VALUE else "win" if value > 0 else "loss"
        length = -(-(WIN - abs(value)) // position.num_steps) if proof else 0
        chance = EVEN if value == NO_VALUE else min(1.0, max(0.0, EVEN + value / (2 * SCALE)))
        return RootMove(position.move_of(steps), int(state.counts[place]), chance, None, 0.0, proof, length)

    def line(self, first: str, length: int = 12) -> list[str]:
        """Return the expected moves after a root move, that move included, as far as the table holds them."""
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

    def _complete(self, structs: Structs, steps: list[int], num_steps: int) -> bool:
        """Append the best known steps until the turn is complete, or any legal step; return whether all were known."""
        assert self._position is not None
        struct, board, known = structs[0], self._position.boards[0], True
        for step in steps:
            play(struct, board, step)
        while len(steps) < num_steps:
            best = self._stored_move(struct)
            known = known and best is not None
            steps.append(int(legal_move(struct, board, 0)) if best is None else best)
            play(struct, board, steps[-1])
        return known

    def _stored_move(self, struct: Struct) -> int | None:
        """Return the best move that the table has for a position; None if it has none."""
        assert self._position is not None
        board = self._position.boards[0]
        key = int(position_key(struct, board))
        entry = self.table[key & (len(self.table) - 1)]
        if not key or int(entry.key) != key or entry.move == self._position.max_moves:
            return None
        return int(entry.move) if is_legal_move(struct, board, np.uint64(entry.move)) else None


def _check_techniques(techniques: Mapping[str, Mapping[str, Value]], game: str) -> None:
    """Raise GameError if a player has a technique that alpha-beta cannot use."""
    for name in techniques:
        if name not in ALLOWED and not {EVALUATES, NOISY} & set(catalogue(game)[name].roles):
            raise GameError(f"alphabeta has no tree, so it cannot use {name}; remove one of them")
