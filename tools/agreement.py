"""Compare our rules with OpenSpiel's on random games: all legal moves, the winner, the length of the game.

    python -m tools.agreement --games 200000
    python -m tools.agreement --game breakthrough --games 10000

Havannah games are first played by our kernels and then replayed by OpenSpiel; half of them have the swap rule, and half
of those swap. `random_walks` compares the other games. The first difference ends the run and is printed with its moves.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from malecon.games.catalogue import GAMES, position_class
from malecon.games.contract import copy_position, legal_move, play
from malecon.games.errors import GameError
from malecon.games.havannah import rules
from malecon.games.havannah.geometry import geometry
from malecon.kernel import Struct, Structs, kernel, new_structs, random_below, rng_state
from malecon.players.openspiel import peer as openspiel
from malecon.players.openspiel.havannah import actions, havannah
from tools.random_walks import DisagreementError, GameBatch, Tally, compare_games, game_batches, split

HAVANNAH = "havannah"
BASES = range(3, 11)
BATCH_SIZE = 500  # games that a process compares before it reports
RNG_OWNER = np.dtype([("rng", "u8")])


@dataclass(frozen=True)
class HavannahBatch:
    """Random games to compare, determined by these fields."""

    base: int
    games: int
    seed: int
    swap_rule: bool


@dataclass(frozen=True)
class Trace:
    """A finished game of ours as OpenSpiel actions."""

    actions: list[int]
    legal: list[list[int]]
    """Legal actions before each action."""
    result: float
    """1 if White won, -1 if Black won, 0 for a draw."""


@kernel
def traced_game(position: Struct, board: Struct, rng_owner: Struct, moves: Structs, legal: Structs) -> int:
    """Play a random game, write each move and the legal cells before it, and return the number of plies.

    A kernel outside the layers that name numba's cache is safe as long as it calls no other kernel from here.
    """
    plies = 0
    while position.ending == 0 and position.num_moves > 0:
        for index in range(position.num_moves):
            legal[plies, legal_move(position, board, index)] = True
        moves[plies] = legal_move(position, board, random_below(rng_owner, position.num_moves))
        play(position, board, moves[plies])
        plies += 1
    return plies


class Tracer:
    """Plays random games on one board and records them."""

    def __init__(self, batch: HavannahBatch) -> None:
        self.boards = geometry(batch.base).board
        self.actions = np.array(actions(batch.base))
        self.positions = rules.new_positions(self.boards, batch.base, 2)
        self.swap_rule = batch.swap_rule
        self.rng_owner = new_structs(RNG_OWNER)
        self.rng_owner[0].rng = rng_state(batch.seed)

    def trace(self) -> Trace:
        """Play one game; a swap is recorded as a second stone on the first, as OpenSpiel represents it."""
        board, position, rng_owner = self.boards[0], self.positions[1], self.rng_owner[0]
        cells = int(board.num_cells)
        moves, legal = np.zeros(cells + 1, np.uint16), np.zeros((cells + 1, cells), np.bool_)
        copy_position(position, self.positions[0], board)
        swaps = int(self.swap_rule and random_below(rng_owner, 2) == 0)
        if swaps:
            moves[0] = random_below(rng_owner, cells)
            legal[0] = True
            play(position, board, moves[0])
            rules.swap_stone(position, board, moves[0])
            moves[1] = moves[0]
        plies = 2 * swaps + traced_game(position, board, rng_owner, moves[2 * swaps :], legal[2 * swaps :])
        if self.swap_rule:
            legal[1] = True  # the occupied cell stands for the swap
        result = 0.0 if position.ending == 0 else float(2 * position.to_move - 1.0)
        return Trace(self.actions[moves[:plies]].tolist(), self._legal_actions(legal[:plies]), result)

    def _legal_actions(self, legal: np.ndarray[Any, np.dtype[np.bool_]]) -> list[list[int]]:
        flat = self.actions[np.nonzero(legal)[1]].tolist()
        ends = np.cumsum(legal.sum(axis=1)).tolist()
        return [flat[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def compare_havannah(batch: HavannahBatch) -> Tally:
    """Play the games of a batch and compare each with OpenSpiel; raise DisagreementError at the first difference."""
    game, tracer, tally = havannah(batch.base, batch.swap_rule), Tracer(batch), Tally()
    for _ in range(batch.games):
        trace = tracer.trace()
        if difference := find_difference(game.new_initial_state(), trace):
            names = [game.new_initial_state().action_to_string(0, action) for action in trace.actions]
            raise DisagreementError(f"base {batch.base}: {difference}, in the game {' '.join(names)}")
        tally.games += 1
        tally.plies += len(trace.actions)
        tally.results[trace.result] += 1
    return tally


def find_difference(state: Any, trace: Trace) -> str | None:
    """Replay a game in OpenSpiel; describe the first difference, or return None."""
    for ply, (action, legal) in enumerate(zip(trace.actions, trace.legal, strict=True)):
        if state.is_terminal():
            return f"OpenSpiel ends the game after {ply} plies, we continue"
        if state.legal_actions() != legal:
            return f"different legal moves before ply {ply + 1}: {sorted(set(state.legal_actions()) ^ set(legal))}"
        state.apply_action(action)
    if not state.is_terminal():
        return f"we end the game after {len(trace.actions)} plies, OpenSpiel continues"
    if (theirs := state.returns()[0]) != trace.result:
        return f"White's result is {trace.result} for us and {theirs} for OpenSpiel"
    return None


def havannah_batches(games: int, seed: int = 1) -> Iterator[HavannahBatch]:
    """Split a number of games over the bases, with and without the swap rule."""
    kinds = [(base, swap_rule) for base in BASES for swap_rule in (False, True)]
    for (base, swap_rule), count, batch_seed in split(games, kinds, BATCH_SIZE, seed):
        yield HavannahBatch(base, count, batch_seed, swap_rule)


def run(games: int, seed: int, processes: int, console: Console, game: str = HAVANNAH) -> dict[str, Tally]:
    """Compare games on all boards in parallel and return a tally for each board."""
    tasks = list(havannah_batches(games, seed)) if game == HAVANNAH else list(game_batches(game, games, seed))
    tallies: dict[str, Tally] = {_board(task): Tally() for task in tasks}
    _compare(replace(tasks[0], games=1))  # compile once, before starting processes
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with ProcessPoolExecutor(processes) as pool, Progress(*columns, console=console) as progress:
        shown = progress.add_task("games", total=games)
        waiting = {pool.submit(_compare, task): task for task in tasks}
        try:
            for done in as_completed(waiting):
                tallies[_board(waiting[done])].add(done.result())
                progress.advance(shown, waiting[done].games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return tallies


def _compare(task: HavannahBatch | GameBatch) -> Tally:
    return compare_havannah(task) if isinstance(task, HavannahBatch) else compare_games(task)


def _board(task: HavannahBatch | GameBatch) -> str:
    return str(task.base) if isinstance(task, HavannahBatch) else task.board


def report(tallies: dict[str, Tally], game: str = HAVANNAH) -> Table:
    """Return the tallies as a table."""
    title = f"{position_class(game).title}: agreement with OpenSpiel"
    table = Table("board", "games", "plies", "White", "Black", "draws", title=title)
    total = Tally()
    for board, tally in tallies.items():
        total.add(tally)
        table.add_row(*_figures(board, tally))
    table.add_row(*_figures("all", total), style="bold")
    return table


def _figures(name: str, tally: Tally) -> list[str]:
    return [name, *(f"{count:,}" for count in (tally.games, tally.plies, *tally.results.values()))]


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; return 1 if the rules differ."""
    parser = argparse.ArgumentParser(prog="python -m tools.agreement", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default=HAVANNAH, help=", ".join(GAMES))
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    console = Console()
    try:
        openspiel.pyspiel()
        openspiel.peer_of(options.game)
        tallies = run(options.games, options.seed, options.processes, console, options.game)
        console.print(report(tallies, options.game))
    except GameError as error:
        console.print(f"[red]{error}[/red]", highlight=False)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
