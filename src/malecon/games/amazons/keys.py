"""Incremental hash keys of Amazons: amazons by colour, taken squares, and the amazon that must shoot."""

from __future__ import annotations

import numpy as np

from malecon.games.amazons.geometry import NUM_SQUARES, ROW
from malecon.games.amazons.rules import NO_AMAZON, SQUARES
from malecon.games.contract import key_after, start_keys, update_keys
from malecon.kernel import Struct, Structs, implements, kernel, rng_state

TAKEN, SHOOTER = 2, 3  # rows of WORDS after the two colours
WORDS = np.array([[rng_state(kind * NUM_SQUARES + s) for s in range(NUM_SQUARES)] for kind in range(4)], np.uint64)
BLACK_TO_MOVE = np.uint64(0x9D39247E33776D41)


@implements(start_keys, "amazons")
def hash_amazons(position: Struct, board: Struct, keys: Structs) -> None:
    """Compute the Zobrist word of the taken squares, the amazons, and the amazon that must shoot."""
    word = np.uint64(0)
    for y in range(np.uint64(board.rows)):
        for x in range(np.uint64(board.columns)):
            if (position.lines[np.uint64(ROW) + y] >> np.uint16(x)) & np.uint16(1):
                word ^= WORDS[TAKEN, y * np.uint64(10) + x]
    for colour in range(2):
        for amazon in range(position.num_amazons[colour]):
            word ^= WORDS[colour, position.amazons[colour, amazon]]
    if position.shooter != NO_AMAZON:
        word ^= WORDS[SHOOTER, position.amazons[position.to_move, position.shooter]]
    keys[0] = word


@kernel
def key_change(position: Struct, step: int) -> np.uint64:
    """Return the change of the word by a step."""
    own, step = np.uint64(position.to_move), np.uint64(step)
    if step < SQUARES:
        return WORDS[TAKEN, step] ^ WORDS[SHOOTER, position.amazons[own, position.shooter]]
    source, target = position.amazons[own, step // SQUARES - np.uint64(1)], step % SQUARES
    word = WORDS[own, source] ^ WORDS[own, target] ^ WORDS[SHOOTER, target]
    return word ^ WORDS[TAKEN, source] ^ WORDS[TAKEN, target]


@implements(key_after, "amazons")
def key_after_step(position: Struct, board: Struct, keys: Structs, step: int) -> np.uint64:  # noqa: ARG001
    """Return the word after a step, with the side to move."""
    word = keys[0] ^ key_change(position, step)
    is_black_next = (position.to_move == 0) == (np.uint64(step) < SQUARES)
    return word ^ BLACK_TO_MOVE if is_black_next else word


@implements(update_keys, "amazons")
def make_step(position: Struct, board: Struct, keys: Structs, step: int) -> None:  # noqa: ARG001
    """Update the word by a step."""
    keys[0] ^= key_change(position, step)
