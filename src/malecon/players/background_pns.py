"""Proof-number search in the background of MCTS: it gets a small share of the work and reports proofs to the tree.

Two queries alternate: does the side to move win, and does the opponent win after the most visited move? MCTS follows
promising moves and may miss a narrow win; proof-number search follows what is easiest to prove. Most proofs that it
finds at all it finds soon, so it starts with a long run before the first simulation; later runs become rarer and
longer. The amount of work depends only on the number of simulations, so searches are reproducible.
"""

from __future__ import annotations

from functools import cache
from threading import Event

from malecon.games.catalogue import position_class
from malecon.games.contract import play
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Value
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.techniques import catalogue
from malecon.solver.query import Query, Workspace

FIRST_NODES, MIN_NODES = 1000, 100  # nodes of the first run, and least nodes of any other
FIRST_INTERVAL, MAX_INTERVAL = (
    100,
    2000,
)  # simulations between runs: the interval doubles up to the maximum
SLICE_NODES = 500  # between two checks whether to stop
GROWTH_FRACTION = 4  # eventually, one run for each 1 / GROWTH_FRACTION more simulations
WIN, LOSS = "win", "loss"


class BackgroundPns:
    """Proof-number search that runs between the simulations of an engine."""

    def __init__(self, position: Position, parameters: dict[str, Value], memory: int) -> None:
        if position.num_steps > 1:
            raise GameError(
                f"pns cannot search {position.title}, whose turns have several steps; remove pns from the player"
            )
        self._workspace = Workspace(position, memory)
        defaults = {parameter.name: parameter.default for parameter in catalogue(position.game)["pns"].parameters}
        values = defaults | parameters
        self._share, self._max_moves = float(values["share"]), int(values["moves"])
        self._position = position.copy()
        self._stopped: Event | None = None
        self.set_position(position)

    def set_position(self, position: Position) -> None:
        """Search this position from now on; the table is kept as long as the same game continues."""
        if not position.continues(self._position):
            self._workspace.clear()
        self._position = position.copy()
        is_large = position.struct.num_moves > self._max_moves
        self._is_disabled = is_large or self._share == 0 or may_be_swapped(position)
        self._runs, self._last_run, self._next_run, self._nodes = 0, 0, 0, 0
        self._root_is_decided = False
        self._decided_moves: set[int] = set()

    def simulations_until_due(self, done: int) -> int:
        """Return how many simulations may run before the next run of the proof search."""
        return max(self._next_run - done, 1)

    def run_if_due(self, searcher: MctsSearcher, done: int, stopped: Event | None = None) -> None:
        """Run a query if one is due, with a budget by the simulations since the last run; report proofs to the tree.

        A set event ends the run.
        """
        if done < self._next_run:
            return
        self._stopped = stopped
        self._nodes = max(int(self._share * (done - self._last_run)), MIN_NODES)
        if done == 0:
            self._nodes = max(int(self._share * FIRST_NODES), FIRST_NODES)
        interval = min(max(done, FIRST_INTERVAL), max(MAX_INTERVAL, done // GROWTH_FRACTION))
        self._last_run, self._next_run = done, done + interval
        if not self._is_disabled and searcher.proof is None:
            self._run_query(searcher)

    def _run_query(self, searcher: MctsSearcher) -> None:
        """Run the next of the two alternating queries."""
        if self._runs % 2 == 0 and not self._root_is_decided:
            self._query_root(searcher)
        else:
            self._query_best_move(searcher)
        self._runs += 1

    def _query_root(self, searcher: MctsSearcher) -> None:
        """Query whether the side to move wins."""
        query = Query(self._workspace, self._position.struct, self._position.to_move)
        self._root_is_decided = self._run(query)
        if query.answer:
            searcher.take_proof(query.proved_steps()[0], WIN, int(query.root.length))

    def _query_best_move(self, searcher: MctsSearcher) -> None:
        """Query whether the opponent wins after the most visited move; if not, and without a draw, the move wins."""
        move = searcher.most_visited(self._decided_moves)
        if move is None:
            return
        structs = self._position.structs.copy()
        if play(structs[0], self._workspace.board, move) != 0 or structs[0].num_moves == 0:
            return
        query = Query(self._workspace, structs[0], self._position.to_move.other)
        if not self._run(query):
            return
        self._decided_moves.add(move)
        if query.answer or not query.root.drawn:
            searcher.take_proof(move, LOSS if query.answer else WIN, int(query.root.length) + 1)

    def _run(self, query: Query) -> bool:
        """Run a query in slices, which do the same work as one run; return True once the answer is known."""
        end, done = query.nodes + self._nodes, False
        while not done and query.nodes < end and not (self._stopped is not None and self._stopped.is_set()):
            done = query.run(min(SLICE_NODES, end - query.nodes))
        return done


@cache
def precompile(game: str) -> None:
    """Compile the proof search, or load it from the cache, before a clock runs."""
    rules = position_class(game)
    position = rules(**rules.board_options(rules.quick_board))
    searcher = MctsSearcher(position, {}, memory=1, seed=0)
    BackgroundPns(position, {}, memory=1).run_if_due(searcher, done=0)
    searcher.take_proof(position.max_moves, LOSS, length=2)  # no move has this code


def may_be_swapped(position: Position) -> bool:
    """Return whether a swap may still exchange the colours."""
    return position.swap_rule and position.ply < 2
