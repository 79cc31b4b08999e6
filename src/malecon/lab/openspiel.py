"""OpenSpiel as a second opinion on the rules, and as the yardstick of the benchmark.

It is needed by nobody who plays: `pip install "malecon[peers]"` brings it, and it is imported when first asked for.
OpenSpiel numbers the cells of the same grid row by row, gaps included, and writes a swap as a second stone on the first
cell.
"""

from __future__ import annotations

import time
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from malecon.games.errors import GameError
from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.notation import SWAP

SIMULATIONS = 2000  # of one measured search
EXPLORATION = 2.0
MEMORY_MB = 1000


class MissingPeerError(GameError):
    """OpenSpiel was asked for and is not there."""


def pyspiel() -> ModuleType:
    """OpenSpiel's Python module."""
    try:
        module = import_module("pyspiel")
    except ImportError:
        raise MissingPeerError('OpenSpiel is not installed: pip install "malecon[peers]"') from None
    return module


def is_installed() -> bool:
    """Whether OpenSpiel can be asked."""
    try:
        pyspiel()
    except MissingPeerError:
        return False
    return True


@cache
def havannah(base: int, swap_rule: bool = False) -> Any:
    """OpenSpiel's Havannah of a base."""
    return pyspiel().load_game("havannah", {"board_size": geometry(base).base, "swap": swap_rule})


@cache
def actions(base: int) -> tuple[int, ...]:
    """OpenSpiel's number of each of our cells; both ascend."""
    width = 2 * base - 1
    return tuple(row * width + column for column, row in geometry(base).coordinates)


def play(state: Any, base: int, move: str) -> None:
    """Play a move in our notation in an OpenSpiel game."""
    state.apply_action(state.history()[0] if move == SWAP else actions(base)[geometry(base).by_name[move]])


def legal_moves(state: Any, base: int) -> list[str]:
    """The legal moves of an OpenSpiel game in our notation and our order."""
    names = dict(zip(actions(base), geometry(base).names, strict=True))
    if not (history := state.history()):
        return [names[action] for action in state.legal_actions()]
    swap = len(history) == 1 and history[0] in state.legal_actions()
    return [names[action] for action in state.legal_actions() if action not in history] + [SWAP] * swap


def move_name(state: Any, base: int, action: int) -> str:
    """The move in our notation that an action is in an OpenSpiel game."""
    return SWAP if action in state.history() else geometry(base).names[actions(base).index(action)]


def search_seconds(base: int, seed: int) -> float:
    """The time that OpenSpiel's own MCTS, compiled C++, takes for one search of the empty board."""
    module, game = pyspiel(), havannah(base)
    evaluator = module.RandomRolloutEvaluator(1, seed)
    bot = module.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, False, seed, False)
    state = game.new_initial_state()
    begin = time.perf_counter()
    bot.mcts_search(state)
    return time.perf_counter() - begin
