"""A puzzle at a prompt: a person plays the winner, the solver the loser; what throws the win away does not count."""

from __future__ import annotations

from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.terminal.screen import Prompt
from malecon.solver.puzzles import Puzzle
from malecon.solver.shortest_line import shortest_line
from malecon.solver.solver import LOSS, Solver

NODES = 4_000_000  # positions to look at for one answer at most
QUESTION = "Your move (solution, board, quit): "


@dataclass(frozen=True)
class Reply:
    """What becomes of a move: whether it wins, and what the opponent plays; no move where the game is over."""

    wins: bool
    move: str | None
    is_settled: bool = True


class Opponent:
    """Answers every move as well as can be."""

    def __init__(self, puzzle: Puzzle, nodes: int = NODES) -> None:
        self._solver, self._nodes = Solver(puzzle.position, memory=128), nodes

    def line(self) -> list[str]:
        """How the puzzle goes."""
        self._solver.run(self._nodes)
        return shortest_line(self._solver)

    def reply(self, played: list[str], move: str) -> Reply:
        """The answer to a move after others that were played from the puzzle on."""
        position = self._solver.position.copy()
        side = position.to_move
        position.play_all([*played, move])
        if (outcome := position.outcome) is not None:
            return Reply(outcome.winner == side, None)
        solver = Solver(position, workspace=self._solver.workspace)
        is_settled = solver.run(self._nodes)
        return Reply(solver.verdict == LOSS, solver.move, is_settled)


class Puzzling:
    """One puzzle, tried until it is won or left."""

    def __init__(self, number: int, puzzle: Puzzle, screen: Prompt) -> None:
        self._puzzle, self._screen = puzzle, screen
        self._opponent = Opponent(puzzle)
        self._start = puzzle.position
        self._position = puzzle.position
        self._title = heading(number, puzzle)

    def run(self) -> bool:
        """Ask for moves until the game is won (True) or the person leaves."""
        self._screen.say(self._title)
        self._screen.show(self._position)
        while not self._position.is_over:
            try:
                word = self._screen.ask(QUESTION).lower()
            except EOFError:
                return False
            if word in ("quit", "exit"):
                return False
            try:
                self._obey(word)
            except GameError as error:
                self._screen.say(str(error), "red")
        self._screen.say(f"Solved: {self._position.outcome}.", "bold")
        return True

    def _obey(self, word: str) -> None:
        if word in ("", "board"):
            self._screen.show(self._position)
        elif word == "solution":
            self._screen.say(" ".join(self._opponent.line()))
        else:
            self._try(self._position.check_move(word))

    def _try(self, move: str) -> None:
        """Play a move that wins, and the answer to it; say what is wrong with any other."""
        side = self._position.to_move
        played = self._position.moves[self._start.ply :]
        with self._screen.waiting("thinking ..."):
            reply = self._opponent.reply(played, move)
        if not reply.wins:
            self._screen.say(failure(move, reply, str(side.other)), "red")
            return
        self._position.play(move)
        if reply.move is not None:
            self._position.play(reply.move)
            self._screen.say(f"{move} wins. {side.other} plays {reply.move}.", "green")
        self._screen.show(self._position)


def heading(number: int, puzzle: Puzzle) -> str:
    """What is asked."""
    return f"Puzzle {number}: {puzzle.position.description}, {puzzle.task}, in {puzzle.length} plies at most"


def failure(move: str, reply: Reply, opponent: str) -> str:
    """Why a move is no answer."""
    if not reply.is_settled:
        return f"{move} was not proved to win; try another move"
    return f"{move} does not win: {opponent} plays {reply.move}" if reply.move else f"{move} does not win"
