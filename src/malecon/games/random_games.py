"""Uniformly random games of any game, in compiled code."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from malecon.games.contract import copy_position, random_step
from malecon.games.position import Position
from malecon.kernel import Struct, Structs, kernel, new_structs, rng_state

RNG_OWNER = np.dtype([("rng", "u8")])
Counts: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.unsignedinteger[Any]]]"  # one entry per game


@kernel
def play_random_games(
    positions: Structs, boards: Structs, rng_owner: Struct, lengths: Structs, endings: Structs
) -> None:
    """Play one random game from positions[0] per element of `lengths`; store its plies and ending bits (0: draw).

    positions[1] is scratch space.
    """
    board, position = boards[0], positions[1]
    for game in range(lengths.size):
        copy_position(position, positions[0], board)
        plies = 0
        while position.num_moves > 0:
            random_step(position, board, rng_owner)
            plies += 1
            if position.ending != 0:
                break
        lengths[game] = plies
        endings[game] = position.ending


class RandomGames:
    """Uniformly random games from a position, reproducible from a seed."""

    def __init__(self, position: Position, seed: int) -> None:
        self._boards = position.boards
        self._positions = new_structs(position.struct_type, 2)
        self._positions[0] = position.struct
        self._rng_owner = new_structs(RNG_OWNER)
        self._rng_owner[0].rng = rng_state(seed)

    def play(self, games: int) -> tuple[Counts, Counts]:
        """Play a number of games; return the plies and the ending bits of each."""
        lengths, endings = np.zeros(games, np.uint16), np.zeros(games, np.uint8)
        play_random_games(self._positions, self._boards, self._rng_owner[0], lengths, endings)
        return lengths, endings
