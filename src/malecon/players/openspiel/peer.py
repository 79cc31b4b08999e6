"""OpenSpiel as a second opinion on the rules, and as the yardstick of the benchmark.

It is needed by nobody who plays: `pip install "malecon[peers]"` brings it, and it is imported when first asked for. How
OpenSpiel writes a game is the business of that game's `Peer`, which the catalogue names.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from malecon.games.catalogue import find_game_module
from malecon.games.errors import GameError
from malecon.games.position import Position

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


class Peer(ABC):
    """One of our games in OpenSpiel: its board, and its moves as the numbers that OpenSpiel calls actions."""

    actions_a_move = 1
    """How many actions make one move of ours."""

    @abstractmethod
    def game(self, position: Position) -> Any:
        """OpenSpiel's game on a board like this one; GameError where it has no such board."""

    @abstractmethod
    def actions(self, position: Position, state: Any, move: str) -> Sequence[int]:
        """The actions that a legal move of a position is in OpenSpiel's state of the same game."""

    @abstractmethod
    def move(self, position: Position, state: Any, actions: Sequence[int]) -> str:
        """The move that actions are; the state is the one before them."""

    def legal_moves(self, position: Position, state: Any) -> list[str]:
        """The legal moves in our notation, in no special order."""
        return [self.move(position, state, (action,)) for action in state.legal_actions()]

    def play(self, position: Position, state: Any, move: str) -> None:
        """Play a legal move of a position in OpenSpiel's state of the same game."""
        for action in self.actions(position, state, move):
            state.apply_action(action)

    def replay(self, position: Position) -> Any:
        """OpenSpiel's state after the moves of a position."""
        walk = position.start()
        if walk != position.new_game():
            raise GameError("openspiel plays on from the usual start only, not from a board that was set up")
        state = self.game(position).new_initial_state()
        for move in position.moves:
            self.play(walk, state, move)
            walk.play(move)
        return state


def peer_of(game: str) -> Peer:
    """How to ask OpenSpiel about a game; GameError where there is no way."""
    module = find_game_module("malecon.players.openspiel", game)
    if module is None:
        raise GameError(f"openspiel does not play {game}; choose another player")
    peer: Peer = module.PEER
    return peer


def has_board(position: Position) -> bool:
    """Whether OpenSpiel is installed and plays this game on a board like this one."""
    try:
        peer_of(position.game).game(position)
    except GameError:
        return False
    return True


def search_seconds(position: Position, seed: int) -> float:
    """The time that OpenSpiel's own MCTS, compiled C++, takes for one search of the start of a game."""
    module, game = pyspiel(), peer_of(position.game).game(position)
    evaluator = module.RandomRolloutEvaluator(1, seed)
    bot = module.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, False, seed, False)
    state = game.new_initial_state()
    begin = time.perf_counter()
    bot.mcts_search(state)
    return time.perf_counter() - begin
