"""Havannah in OpenSpiel: the same grid row by row, gaps included; a swap is a second stone on the first cell."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from malecon.games.havannah.geometry import geometry
from malecon.games.havannah.notation import SWAP
from malecon.games.position import Position
from malecon.players.openspiel.peer import Peer, pyspiel


@cache
def havannah(base: int, swap_rule: bool = False) -> Any:
    """Return OpenSpiel's Havannah for a base."""
    return pyspiel().load_game("havannah", {"board_size": geometry(base).base, "swap": swap_rule})


@cache
def actions(base: int) -> tuple[int, ...]:
    """Return OpenSpiel's action of each of our cells; both are in ascending order."""
    width = 2 * base - 1
    return tuple(row * width + column for column, row in geometry(base).coordinates)


class HavannahPeer(Peer):
    """Cells as actions."""

    def game(self, position: Position) -> Any:
        """Return OpenSpiel's Havannah with the same base and swap rule."""
        return havannah(position.size, position.swap_rule)

    def actions(self, position: Position, state: Any, move: str) -> Sequence[int]:
        """Return the action of a cell; for a swap that of the first stone."""
        return [state.history()[0] if move == SWAP else actions(position.size)[geometry(position.size).by_name[move]]]

    def move(self, position: Position, state: Any, actions_: Sequence[int]) -> str:
        """Return the name of a cell, or swap if it is occupied."""
        base = position.size
        (action,) = actions_
        return SWAP if action in state.history() else geometry(base).names[actions(base).index(action)]

    def legal_moves(self, position: Position, state: Any) -> list[str]:
        """Return the legal moves; OpenSpiel keeps listing a swapped cell, though it can be chosen only once."""
        history = state.history()
        swap = len(history) == 1 and history[0] in state.legal_actions()
        cells = [self.move(position, state, (action,)) for action in state.legal_actions() if action not in history]
        return cells + [SWAP] * swap


PEER = HavannahPeer()
