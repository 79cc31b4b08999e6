"""The Python interface of MCTS: a tree and one worker per thread on one position.

It runs simulations in batches and reports what the root has learned; clocks and the final choice belong to the player.
When the game goes on, the subtree below the moves played is kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np

from malecon.games.contract import legal_move, play
from malecon.games.position import Position
from malecon.kernel import Struct, new_structs, rng_state
from malecon.knowledge.nets import prepare_net
from malecon.knowledge.technique import Value
from malecon.search.mcts import expand, simulate
from malecon.search.mcts.mcts_solver import prove_move
from malecon.search.mcts.prune import prune
from malecon.search.mcts.rules.legal_masks import row_size, supports_masks
from malecon.search.mcts.rules.ngrams import num_rows
from malecon.search.mcts.rules.tables import clear_tables, start_game_move
from malecon.search.mcts.tree import BLOCK, DRAWN, FIRST_NODE, LANES, LOST, NO_NODE, NODE, UNPROVED, WON, new_tree
from malecon.search.mcts.worker import QUOTA, worker_type
from malecon.search.searcher import RootMove
from malecon.search.settings import new_settings

NODE_BYTES = NODE.itemsize + BLOCK.itemsize  # smallest size of a node
VIRTUAL_LOSS = 1
COLUMNS = ("moves", "edges", "rave_wins", "rave_visits", "second_bonuses")  # what root moves are made from
ALL = 1 << 62  # more than any quota
PROVED_MERIT = 1 << 40  # more than any number of visits
PROOFS = {UNPROVED: None, WON: "win", LOST: "loss", DRAWN: "draw"}
CODES = {proof: code for code, proof in PROOFS.items()}


class MctsSearcher:
    """The tree of one player for one game."""

    is_ranked = False  # the player chooses among the root moves

    def __init__(
        self,
        position: Position,
        techniques: Mapping[str, Mapping[str, Value]],
        memory: int,
        seed: int,
        threads: int = 1,
    ) -> None:
        settings = new_settings(techniques, position.game)
        blocks = max(memory // NODE_BYTES, 1000)
        self.nodes, self.blocks, self.trees = new_tree(blocks + 1, blocks)
        self.workers = new_structs(worker_type(position.game), threads)
        for number, worker in enumerate(self.workers):
            worker.rng, worker.settings, worker.no_move = rng_state(seed + number), settings[0], position.max_moves
            worker.virtual_loss = VIRTUAL_LOSS if threads > 1 else 0
            if settings[0].corrects:
                prepare_net(worker.scratch, position.game, position.size, techniques)
        self._quotas = new_structs(QUOTA)
        self._starts_new_trees = bool(settings[0].new_tree)
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="search") if threads > 1 else None
        self._running: list[Future[int]] = []
        self._position: Position | None = None
        self.set_position(position)

    @property
    def tree(self) -> Struct:
        """The struct that counts nodes and blocks."""
        return self.trees[0]

    @property
    def root(self) -> Struct:
        """The root node."""
        return self.nodes[self.tree.root]

    @property
    def proof(self) -> str | None:
        """The proved value of the root for the side to move: `win`, `loss`, `draw` or None."""
        return PROOFS[int(self.root.proof)]

    def most_visited(self, besides: Collection[int] = ()) -> int | None:
        """Return the unproved root step with the most visits, other than those in `besides`; None if there is none."""
        blocks = self._blocks(int(self.tree.root))
        edges, steps = blocks["edges"].ravel(), blocks["moves"].ravel()
        is_open = (edges["proof"] == UNPROVED) & ~np.isin(steps, list(besides))
        visits = np.where(is_open, edges["visits"], 0)
        return int(steps[visits.argmax()]) if visits.any() else None

    def take_proof(self, step: int, proof: str, length: int) -> None:
        """Enter what another search has proved about a root step, with the plies to the end."""
        prove_move(self.nodes, self.blocks, self.trees, step, CODES[proof], length)

    def set_position(self, position: Position) -> None:
        """Search this position from now on, keeping the part of the tree that belongs to it."""
        before, self._position = self._position, position.copy()
        goes_on = before is not None and position.continues(before)
        played = position.moves[before.ply :] if before is not None and goes_on else []
        for worker in self.workers:
            worker.root, worker.board = position.struct, position.boards[0]
            worker.line.first_player, worker.sizes.num_moves = position.to_move, position.num_codes
            worker.sizes.row_size, worker.sizes.num_rows = row_size(position.num_codes), num_rows(position.num_codes)
            worker.masks.enabled, worker.restart.remaining = supports_masks(position), 0
            if not goes_on:
                clear_tables(worker)
            elif played:
                start_game_move(worker, len(played))
        keeps = before is not None and goes_on and not (played and self._starts_new_trees)
        if keeps and before is not None and (root := self._follow(before, played)) != NO_NODE:
            self.tree.root = root
            return
        self.tree.counter, self.tree.full = FIRST_NODE, 0
        expand.create_root(self.nodes, self.blocks, self.trees, self.workers)

    def _follow(self, before: Position, moves: Sequence[str]) -> int:
        """Return the node that moves from the old root lead to; NO_NODE if the tree has none."""
        index, position = int(self.tree.root), before.copy()
        for move in moves:
            for step in position.move_steps(move):
                index = self._child(index, step)
                if index == NO_NODE:
                    return index
            position.play(move)
        return index

    def _child(self, index: int, code: int) -> int:
        """Return the node that a move leads to; NO_NODE if it has none."""
        blocks = self._blocks(index)
        found = np.flatnonzero(blocks["moves"].ravel() == code)
        return int(blocks["edges"].ravel()[found[0]]["child"]) if len(found) else int(NO_NODE)

    def _blocks(self, index: int) -> Any:
        """Return the blocks of a node as plain arrays: reading struct fields one by one takes a microsecond each."""
        node = self.nodes[index]
        first, count = int(node.first_block), int(node.num_edges)
        return self.blocks[first : first + -(-count // LANES)]

    @property
    def is_finished(self) -> bool:
        """Whether the root is proved or its counters are exhausted."""
        return self.proof is not None or int(self.root.visits) >= simulate.MOST_VISITS

    def run(self, simulations: int, seconds: float | None = None, stopped: Event | None = None) -> int:
        """Run this many simulations, fewer if the root is proved; return how many ran.

        Several threads also stop after some seconds, or once another thread has set the event and called `halt`.
        """
        done = 0
        while done < simulations and not self.is_finished:
            done += self._run_all(simulations - done, seconds, stopped)
            if self._pool is not None and (seconds is not None or stopped is not None):
                break
        return done

    def halt(self) -> None:
        """End the current run, from another thread, by exhausting the quota."""
        self._quotas[0].counter = ALL

    def _run_all(self, simulations: int, seconds: float | None, stopped: Event | None) -> int:
        """Let all workers run until the simulations, the time, the tree or the root's proof end the batch."""
        if self.tree.full:  # before a batch: results must not depend on batch sizes
            prune(self.nodes, self.blocks, self.trees)
            self.workers["restart"]["remaining"] = 0  # nodes have moved
        if self._pool is None:
            self._quotas[0].counter = 0
            return self._run(0, simulations)
        wait(self._running)  # after an interrupt they may still be finishing
        self._quotas[0].counter = 0
        if stopped is not None and stopped.is_set():
            return 0
        self._running = [self._pool.submit(self._run, number, simulations) for number in range(self.threads)]
        try:
            wait(self._running, seconds)
        finally:
            self.halt()
            wait(self._running)
        return sum(future.result() for future in self._running)

    def _run(self, number: int, simulations: int) -> int:
        """Run one worker; compiled code releases the interpreter lock, so threads run in parallel."""
        workers = self.workers[number : number + 1]
        return int(simulate.run(self.nodes, self.blocks, self.trees, workers, self._quotas, simulations))

    def root_visits(self) -> tuple[Any, Any, Any]:
        """Return the root's steps, their visits and their wins as arrays: quicker to get than `root_moves`."""
        blocks, count = self._blocks(int(self.tree.root)), int(self.root.num_edges)
        edges = blocks["edges"].ravel()[:count]
        return blocks["moves"].ravel()[:count].copy(), edges["visits"].copy(), edges["wins"].copy()

    def root_moves(self) -> list[RootMove]:
        """Return every root move, the most visited first.

        In a game whose turn has several steps, an unexpanded first step stands for all moves that begin with it: one of
        them is listed, without visits.
        """
        position = self._position
        assert position is not None
        rows = [_root_move(position, path) for path in self._paths(Path())]
        return sorted(rows, key=lambda row: row.step_visits, reverse=True)

    def _paths(self, before: Path) -> Iterator[Path]:
        """Yield the paths through the tree from the root to the end of the turn."""
        assert self._position is not None
        index = before.child if before.steps else int(self.tree.root)
        blocks, count = self._blocks(index), int(self.nodes[index].num_edges)
        columns = [blocks[name].ravel()[:count] for name in COLUMNS]
        for code, edge, *others in zip(*columns, strict=True):
            path = before.then(int(code), edge, *map(float, others))
            if len(path.steps) == self._position.num_steps:
                yield path
            elif path.child != NO_NODE:
                yield from self._paths(path)
            else:
                yield self._completed(path)

    def _completed(self, path: Path) -> Path:
        """Extend a path that leaves the tree by the first legal steps."""
        assert self._position is not None
        records, board, steps = self._position.structs.copy(), self._position.boards[0], list(path.steps)
        for step in steps:
            play(records[0], board, step)
        while len(steps) < self._position.num_steps:
            steps.append(int(legal_move(records[0], board, 0)))
            play(records[0], board, steps[-1])
        return replace(path, steps=tuple(steps), visits=(*path.visits, 0))

    def line(self, first: str, length: int = 12) -> list[str]:
        """Return the most visited line that begins with a root move."""
        assert self._position is not None
        position, moves, index = self._position.copy(), [first], int(self.tree.root)
        steps = list(position.move_steps(first))
        while len(moves) < length:
            for step in steps:
                index = self._child(index, step)
                if index == NO_NODE:
                    return moves
            position.play(moves[-1])
            steps = self._best_turn(index, position.num_steps)
            if len(steps) < position.num_steps:
                break
            moves.append(position.move_of(steps))
        return moves

    def _best_turn(self, index: int, num_steps: int) -> list[int]:
        """Return the most visited or winning steps from a node, as far as the tree goes."""
        steps: list[int] = []
        while len(steps) < num_steps and index != NO_NODE:
            blocks = self._blocks(index)
            edges = blocks["edges"].ravel()
            merits = edges["visits"] + np.where(edges["proof"] == WON, PROVED_MERIT, 0)
            if not merits.any():
                break
            steps.append(int(blocks["moves"].ravel()[merits.argmax()]))
            index = self._child(index, steps[-1])
        return steps


@dataclass(frozen=True)
class Path:
    """The steps of one turn and their statistics in the tree."""

    steps: tuple[int, ...] = ()
    visits: tuple[int, ...] = ()
    edge: Any = None
    """The last edge that the tree has."""
    raves: tuple[float, float] = (0.0, 0.0)
    """RAVE wins and visits of that edge."""
    prior: float = 0.0
    """Prior wins and bonuses of that edge."""

    @property
    def child(self) -> int:
        """The node after the last step."""
        return int(self.edge["child"])

    def then(self, step: int, edge: Any, rave_wins: float, rave_visits: float, second_bonus: float) -> Path:
        """Return the path extended by one step."""
        visits, prior = (*self.visits, int(edge["visits"])), float(edge["prior_wins"] + edge["bonus"]) + second_bonus
        return Path((*self.steps, step), visits, edge, (rave_wins, rave_visits), prior)


def _root_move(position: Position, path: Path) -> RootMove:
    edge, (rave_wins, rave_visits) = path.edge, path.raves
    visits, proof = int(edge["visits"]), PROOFS[int(edge["proof"])]
    value = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(proof or "", float(edge["wins"]) / visits if visits else 0.5)
    rave = rave_wins / rave_visits if rave_visits >= 1 else None
    *earlier, last = path.visits
    turns = -(-int(edge["length"]) // position.num_steps)
    return RootMove(position.move_of(path.steps), last, value, rave, path.prior, proof, turns, tuple(earlier))
