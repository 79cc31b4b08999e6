"""A puzzle at the prompt: the user plays the winning side, the solver defends; moves that do not win are refused."""

from __future__ import annotations

from dataclasses import dataclass

from malecon.games.errors import GameError
from malecon.interfaces.terminal.screen import Prompt
from malecon.solver.puzzles import Puzzle
from malecon.solver.shortest_line import shortest_line
from malecon.solver.solver import LOSS, Solver

NODES = 4_000_000  # maximum number of positions to search per reply
QUESTION = "Your move (solution, board, quit): "


@dataclass(frozen=True)
class Reply:
    """Whether a move wins, and the opponent's reply; None if the game is over."""

    wins: bool
    move: str | None
    is_solved: bool = True


class Opponent:
    """Answers every move with the best defence."""

    def __init__(self, puzzle: Puzzle, nodes: int = NODES) -> None:
        self._solver, self._nodes = Solver(puzzle.position, memory=128), nodes

    def line(self) -> list[str]:
        """Return the main line of the puzzle."""
        self._solver.run(self._nodes)
        return shortest_line(self._solver)

    def reply(self, played: list[str], move: str) -> Reply:
        """Return the reply to a move after other moves from the puzzle's position."""
        position = self._solver.position.copy()
        side = position.to_move
        position.play_all([*played, move])
        if (outcome := position.outcome) is not None:
            return Reply(outcome.winner == side, None)
        solver = Solver(position, workspace=self._solver.workspace)
        is_solved = solver.run(self._nodes)
        return Reply(solver.verdict == LOSS, solver.move, is_solved)


class PuzzleGame:
    """One puzzle, played until it is solved or the user quits."""

    def __init__(self, number: int, puzzle: Puzzle, screen: Prompt) -> None:
        self._puzzle, self._screen = puzzle, screen
        self._opponent = Opponent(puzzle)
        self._start = puzzle.position
        self._position = puzzle.position
        self._title = heading(number, puzzle)

    def run(self) -> bool:
        """Read moves until the puzzle is solved (True) or the user quits (False)."""
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
                self._execute(word)
            except GameError as error:
                self._screen.say(str(error), "red")
        self._screen.say(f"Solved: {self._position.outcome}.", "bold")
        return True

    def _execute(self, word: str) -> None:
        if word in ("", "board"):
            self._screen.show(self._position)
        elif word == "solution":
            self._screen.say(" ".join(self._opponent.line()))
        else:
            self._try(self._position.check_move(word))

    def _try(self, move: str) -> None:
        """Play a winning move and the reply to it; report why any other move fails."""
        side = self._position.to_move
        played = self._position.moves[self._start.ply :]
        with self._screen.waiting("thinking ..."):
            reply = self._opponent.reply(played, move)
        if not reply.wins:
            self._screen.say(failure_text(move, reply, str(side.other)), "red")
            return
        self._position.play(move)
        if reply.move is not None:
            self._position.play(reply.move)
            self._screen.say(f"{move} wins. {side.other} plays {reply.move}.", "green")
        self._screen.show(self._position)


def heading(number: int, puzzle: Puzzle) -> str:
    """Return the task of a puzzle."""
    return f"Puzzle {number}: {puzzle.position.description}, {puzzle.task} in at most {puzzle.length} plies"


def failure_text(move: str, reply: Reply, opponent: str) -> str:
    """Return why a move does not solve the puzzle."""
    if not reply.is_solved:
        return f"{move} could not be proved to win; try another move"
    return f"{move} does not win: {opponent} plays {reply.move}" if reply.move else f"{move} does not win"
