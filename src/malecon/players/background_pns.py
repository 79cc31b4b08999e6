"""Proofs beside the tree: a small share of the work goes to the proof-number search, and what it proves to the tree.

Two questions are asked in turn: does the side to move win, and does the opponent win after the move that is visited
most? A tree search follows what looks good and may overlook a narrow win; a proof-number search follows what can be
settled soonest. Most of what it proves at all it proves soon, so it begins with a good look before the first
simulation; after that, looks become rarer and longer. How much it looks at depends on the simulations alone, so that
the same number gives the same search.
"""

from __future__ import annotations

from functools import cache

from malecon.games.catalogue import position_class
from malecon.games.contract import play
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.knowledge.technique import Value
from malecon.search.mcts.searcher import MctsSearcher
from malecon.search.techniques import catalogue
from malecon.solver.query import Query, Workspace

FIRST, LEAST = 1000, 100  # positions at the first look, and at any other at least
SOON, TURN = 100, 2000  # simulations to the second look, and between two later on; the former doubles up to the latter
PART = 4  # later still, a look for each such part more of the simulations
WIN, LOSS = "win", "loss"


class BackgroundPns:
    """What an engine proves beside its search."""

    def __init__(self, position: Position, parameters: dict[str, Value], memory: int) -> None:
        if position.num_steps > 1:
            raise GameError(f"a turn of {position.title} has several steps: leave prover out, it proves single moves")
        self._workspace = Workspace(position, memory)
        values = {parameter.name: parameter.default for parameter in catalogue(position.game)["pns"].parameters} | dict(
            parameters
        )
        self._share, self._most_moves = float(values["share"]), int(values["moves"])
        self._position = position.copy()
        self.set_position(position)

    def set_position(self, position: Position) -> None:
        """Look at this position from now on; what is known stays as long as the same game goes on."""
        if not position.continues(self._position):
            self._workspace.forget()
        self._position = position.copy()
        is_large = position.struct.num_moves > self._most_moves
        self._is_asleep = is_large or self._share == 0 or may_be_swapped(position)
        self._looks, self._last, self._next, self._nodes = 0, 0, 0, 0
        self._is_settled = False
        self._answered: set[int] = set()

    def simulations_until_due(self, done: int) -> int:
        """How many simulations may be run before the next look."""
        return max(self._next - done, 1)

    def run_if_due(self, searcher: MctsSearcher, done: int) -> None:
        """Where it is time, ask on for as long as the simulations since the last look allow; tell the tree."""
        if done < self._next:
            return
        self._nodes = max(int(self._share * (done - self._last)), LEAST)
        if done == 0:
            self._nodes = max(int(self._share * FIRST), FIRST)
        self._last, self._next = done, done + min(max(done, SOON), max(TURN, done // PART))
        if not self._is_asleep and searcher.proof is None:
            self._ask(searcher)

    def _ask(self, searcher: MctsSearcher) -> None:
        """Ask the two questions in turn."""
        if self._looks % 2 == 0 and not self._is_settled:
            self._ask_root(searcher)
        else:
            self._ask_best(searcher)
        self._looks += 1

    def _ask_root(self, searcher: MctsSearcher) -> None:
        """Does the side to move win?"""
        question = Query(self._workspace, self._position.struct, self._position.to_move)
        self._is_settled = question.run(self._nodes)
        if question.answer:
            searcher.take_proof(question.settled_steps()[0], WIN, int(question.root.length))

    def _ask_best(self, searcher: MctsSearcher) -> None:
        """Does the opponent win after the most visited move? Where not, and no draw is near, the move wins."""
        move = searcher.most_visited(self._answered)
        if move is None:
            return
        records = self._position.structs.copy()
        if play(records[0], self._workspace.board, move) != 0 or records[0].num_moves == 0:
            return
        question = Query(self._workspace, records[0], self._position.to_move.other)
        if not question.run(self._nodes):
            return
        self._answered.add(move)
        if question.answer or not question.root.drawn:
            searcher.take_proof(move, LOSS if question.answer else WIN, int(question.root.length) + 1)


@cache
def precompile(game: str) -> None:
    """Load the compiled code of a prover, or compile it: to be done before a clock runs."""
    rules = position_class(game)
    position = rules(**rules.board_options(rules.quick_board))
    searcher = MctsSearcher(position, {}, memory=1, seed=0)
    BackgroundPns(position, {}, memory=1).run_if_due(searcher, done=0)
    searcher.take_proof(position.max_moves, LOSS, length=2)  # no move has this number


def may_be_swapped(position: Position) -> bool:
    """Whether a swap may still change who plays which colour."""
    return position.swap_rule and position.ply < 2
