"""OpenSpiel as a reference implementation of the rules, and as a baseline of the benchmark.

It is optional: `pip install "malecon[peers]"` installs it, and it is imported on first use. The `Peer` of a game
translates between OpenSpiel's actions and our moves.
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

SIMULATIONS = 2000  # per measured search
EXPLORATION = 2.0
MEMORY_MB = 1000


class MissingPeerError(GameError):
    """OpenSpiel is not installed."""


def pyspiel() -> ModuleType:
    """Return OpenSpiel's Python module; raise MissingPeerError if it is not installed."""
    try:
        module = import_module("pyspiel")
    except ImportError:
        raise MissingPeerError('OpenSpiel is not installed: pip install "malecon[peers]"') from None
    return module


def is_installed() -> bool:
    """Return whether OpenSpiel is installed."""
    try:
        pyspiel()
    except MissingPeerError:
        return False
    return True


class Peer(ABC):
    """One of our games in OpenSpiel: its board, and its moves as OpenSpiel's actions."""

    actions_per_move = 1
    """Number of actions that make one of our moves."""

    boards: tuple[str, ...] = ()
    """Boards on which `tools.agreement` compares the rules; by default the standard board."""

    @abstractmethod
    def game(self, position: Position) -> Any:
        """Return OpenSpiel's game on a board like this one; raise GameError if it has no such board."""

    @abstractmethod
    def actions(self, position: Position, state: Any, move: str) -> Sequence[int]:
        """Return the actions of a legal move, given OpenSpiel's state of the same position."""

    @abstractmethod
    def move(self, position: Position, state: Any, actions: Sequence[int]) -> str:
        """Return the move of some actions; `state` is the one before them."""

    def legal_moves(self, position: Position, state: Any) -> list[str]:
        """Return the legal moves in our notation, in no particular order."""
        return [self.move(position, state, (action,)) for action in state.legal_actions()]

    def play(self, position: Position, state: Any, move: str) -> None:
        """Play a legal move in OpenSpiel's state of the same position."""
        for action in self.actions(position, state, move):
            state.apply_action(action)

    def replay(self, position: Position) -> Any:
        """Return OpenSpiel's state after the moves of a position."""
        replayed = position.start()
        if replayed != position.new_game():
            raise GameError("openspiel cannot start from a set-up board; start from the initial position")
        state = self.game(position).new_initial_state()
        for move in position.moves:
            self.play(replayed, state, move)
            replayed.play(move)
        return state


def peer_of(game: str) -> Peer:
    """Return the peer of a game; raise GameError if there is none."""
    module = find_game_module("malecon.players.openspiel", game)
    if module is None:
        raise GameError(f"openspiel does not play {game}; choose another player")
    peer: Peer = module.PEER
    return peer


def has_board(position: Position) -> bool:
    """Return whether OpenSpiel is installed and plays this game on a board like this one."""
    if not is_installed():  # games are cached
        return False
    try:
        peer_of(position.game).game(position)
    except GameError:
        return False
    return True


def search_seconds(position: Position, seed: int) -> float:
    """Return the time of one search by OpenSpiel's MCTS (compiled C++) from the start of a game."""
    module, game = pyspiel(), peer_of(position.game).game(position)
    evaluator = module.RandomRolloutEvaluator(1, seed)
    bot = module.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, False, seed, False)
    state = game.new_initial_state()
    begin = time.perf_counter()
    bot.mcts_search(state)
    return time.perf_counter() - begin
