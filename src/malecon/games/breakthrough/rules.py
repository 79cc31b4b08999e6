"""The rules of Breakthrough as kernels over one position struct.

The pieces of a colour are bits, and so are the squares to which the side to move may step in each of three directions:
three shifts list all moves. They are listed after every move, so that a random move takes one random number and the
n-th set bit. Moves are numbered 3 x source + direction.

The rules also keep the sum of the piece values (`piece_values`), which costs almost nothing while a piece moves.
"""

from __future__ import annotations

import numpy as np

from malecon.games.breakthrough.geometry import MAX_WORDS, NUM_DIRECTIONS
from malecon.games.contract import copy_position, is_legal_move, legal_move, play, position_key, random_step
from malecon.kernel import Struct, Structs, implements, kernel, new_structs, random_below
from malecon.kernel.bits import count_bits, nth_bit

GOAL, CAPTURE = 1, 2  # ending bits
WHITE = np.uint64(0)
ONE, DIRECTIONS = np.uint64(1), np.uint64(NUM_DIRECTIONS)
STRAIGHT = np.uint64(1)
BLACK_KEY = np.uint64(0x9E3779B97F4A7C15)  # Black to move; differs in more bits than two sets of pieces can
WORD_BITS, WORD_MASK, WORD = np.uint64(6), np.uint64(63), np.uint64(64)

# Wide fields first and no padding: equal positions have equal bytes.
POSITION = np.dtype(
    [
        ("num_moves", "u8"),
        ("pieces", "u8", (2, MAX_WORDS)),  # by colour: bit s is square s
        ("steps", "u8", (NUM_DIRECTIONS, MAX_WORDS)),  # squares to which the side to move may step, by direction
        ("score", "i4"),  # sum of White's piece values minus Black's
        ("counts", "u2", 2),  # pieces by colour
        ("breakthrough", "u1"),  # identifies the game
        ("to_move", "u1"),
        ("ending", "u1"),  # how the last move won, as bits; 0 while the game goes on
        ("unused", "u1", 5),
    ],
    align=True,
)


@kernel
def has_piece(position: Struct, colour: int, square: int) -> bool:
    """Return whether a piece of the colour stands on the square."""
    return (position.pieces[colour, square >> WORD_BITS] >> (square & WORD_MASK)) & ONE != 0


@kernel
def put_piece(position: Struct, board: Struct, colour: int, square: int) -> None:
    """Put a piece on an empty square."""
    position.pieces[colour, square >> WORD_BITS] |= ONE << (square & WORD_MASK)
    position.counts[colour] += np.uint16(1)
    position.score += np.int32(board.piece_values[colour, square])


@kernel
def list_steps(position: Struct, board: Struct) -> None:
    """List the steps of the side to move and count the moves."""
    if board.num_words == ONE:
        list_steps_in_word(position, board)
        return
    own = np.uint64(position.to_move)
    other = own ^ ONE
    count = np.uint64(0)
    for word in range(board.num_words):
        not_own = ~position.pieces[own, word]
        empty = not_own & ~position.pieces[other, word]
        for direction in range(DIRECTIONS):
            allowed = empty if direction == STRAIGHT else not_own
            steps = shifted_pieces(position, board, own, direction, word) & allowed
            position.steps[direction, word] = steps
            count += count_bits(steps)
    position.num_moves = count


@kernel
def list_steps_in_word(position: Struct, board: Struct) -> None:
    """The same for boards of one word, 8x8 and smaller; half of the time of a random game is spent here."""
    own = np.uint64(position.to_move)
    pieces, not_own = position.pieces[own, 0], ~position.pieces[own, 0]
    empty = not_own & ~position.pieces[own ^ ONE, 0]
    left, right = pieces & board.can_step[0, 0], pieces & board.can_step[2, 0]
    if own == WHITE:
        left, pieces, right = left << (board.columns - ONE), pieces << board.columns, right << (board.columns + ONE)
    else:
        left, pieces, right = left >> (board.columns + ONE), pieces >> board.columns, right >> (board.columns - ONE)
    left, pieces, right = left & not_own, pieces & empty, right & not_own
    position.steps[0, 0], position.steps[1, 0], position.steps[2, 0] = left, pieces, right
    position.num_moves = count_bits(left) + count_bits(pieces) + count_bits(right)


@kernel
def shifted_pieces(position: Struct, board: Struct, colour: int, direction: int, word: int) -> np.uint64:
    """Return one word of the colour's pieces shifted one step in a direction, occupied targets included."""
    pieces = position.pieces[colour, word] & board.can_step[direction, word]
    if colour == WHITE:
        distance = board.columns + direction - ONE
        steps = pieces << distance
        if word > np.uint64(0):
            before = word - ONE
            steps |= (position.pieces[colour, before] & board.can_step[direction, before]) >> (WORD - distance)
        return steps
    distance = board.columns + ONE - direction
    steps = pieces >> distance
    after = word + ONE
    if after < board.num_words:
        steps |= (position.pieces[colour, after] & board.can_step[direction, after]) << (WORD - distance)
    return steps


@kernel
def target_of(position: Struct, board: Struct, source: int, direction: int) -> np.uint64:
    """Return where a step of the side to move from `source` ends."""
    if position.to_move == WHITE:
        return source + board.columns + direction - ONE
    return source + direction - ONE - board.columns


@kernel
def source_of(position: Struct, board: Struct, target: int, direction: int) -> np.uint64:
    """Return where a step of the side to move to `target` starts."""
    if position.to_move == WHITE:
        return target + ONE - direction - board.columns
    return target + board.columns + ONE - direction


@kernel
def nth_step(position: Struct, board: Struct, index: int) -> tuple[np.uint64, np.uint64]:
    """Return direction and target of the legal move with an index."""
    rest = np.uint64(index)
    for direction in range(DIRECTIONS):
        for word in range(board.num_words):
            steps = position.steps[direction, word]
            count = count_bits(steps)
            if rest < count:
                return direction, (word << WORD_BITS) + nth_bit(steps, rest)
            rest -= count
    return np.uint64(0), np.uint64(0)


@kernel
def step(position: Struct, board: Struct, source: int, target: int) -> int:
    """Move a piece of the side to move, capture on the target, and list the opponent's steps."""
    own = np.uint64(position.to_move)
    other = own ^ ONE
    ending = np.uint8(0)
    bit, word = ONE << (target & WORD_MASK), target >> WORD_BITS
    position.pieces[own, source >> WORD_BITS] ^= ONE << (source & WORD_MASK)
    position.pieces[own, word] |= bit
    position.score += np.int32(board.piece_values[own, target]) - np.int32(board.piece_values[own, source])
    captured = (position.pieces[other, word] >> (target & WORD_MASK)) & ONE  # 1 or 0: avoids an unpredictable branch
    position.pieces[other, word] &= ~bit
    position.score -= np.int32(board.piece_values[other, target]) * np.int32(captured)
    position.counts[other] -= np.uint16(captured)
    if position.counts[other] == 0:
        ending = np.uint8(CAPTURE)
    if target < board.columns if own else target >= board.num_squares - board.columns:
        ending |= np.uint8(GOAL)
    position.to_move = other
    position.ending = ending
    list_steps(position, board)
    return ending


@implements(play, "breakthrough")
def play_breakthrough(position: Struct, board: Struct, move: int) -> int:
    """Play a move."""
    source = np.uint64(move) // DIRECTIONS
    return step(position, board, source, target_of(position, board, source, np.uint64(move) - source * DIRECTIONS))


@implements(legal_move, "breakthrough")
def legal_step(position: Struct, board: Struct, index: int) -> int:
    """Return the move with an index: steps to the left first, then straight, then to the right."""
    direction, target = nth_step(position, board, index)
    return source_of(position, board, target, direction) * DIRECTIONS + direction


@implements(is_legal_move, "breakthrough")
def is_legal_step(position: Struct, board: Struct, move: int) -> bool:
    """Return whether the target is among the steps in the move's direction; each target there has one source."""
    source = np.uint64(move) // DIRECTIONS
    direction = np.uint64(move) - source * DIRECTIONS
    if not has_piece(position, np.uint64(position.to_move), source):
        return False
    target = target_of(position, board, source, direction)
    return (position.steps[direction, target >> WORD_BITS] >> (target & WORD_MASK)) & ONE != 0


@implements(copy_position, "breakthrough")
def copy_breakthrough(target: Struct, source: Struct, board: Struct) -> None:
    """Copy the words that this board uses."""
    for word in range(board.num_words):
        for colour in range(2):
            target.pieces[colour, word] = source.pieces[colour, word]
        for direction in range(NUM_DIRECTIONS):
            target.steps[direction, word] = source.steps[direction, word]
    target.num_moves, target.score = source.num_moves, source.score
    target.counts[0], target.counts[1] = source.counts[0], source.counts[1]
    target.breakthrough, target.to_move, target.ending = source.breakthrough, source.to_move, source.ending


@implements(random_step, "breakthrough")
def random_breakthrough_step(position: Struct, board: Struct, rng_owner: Struct) -> int:
    """Play a random move."""
    direction, target = nth_step(position, board, random_below(rng_owner, position.num_moves))
    source = source_of(position, board, target, direction)
    step(position, board, source, target)
    return source * DIRECTIONS + direction


@implements(position_key, "breakthrough")
def hash_pieces(position: Struct, board: Struct) -> np.uint64:
    """Return a 64-bit hash of the pieces and the side to move."""
    word = np.uint64(position.to_move) * BLACK_KEY
    for index in range(board.num_words):
        for colour in range(2):
            word ^= position.pieces[colour, index]
            word ^= word << np.uint64(13)  # one round of xorshift, so that the order of the words matters
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
    return word


def new_positions(boards: Structs, white: list[int], black: list[int], to_move: int) -> Structs:
    """Return an array of one position with these pieces."""
    positions = new_structs(POSITION)
    position = positions[0]
    position.breakthrough, position.to_move = 1, to_move
    for colour, squares in enumerate((white, black)):
        for square in squares:
            put_piece(position, boards[0], np.uint64(colour), np.uint64(square))
    list_steps(position, boards[0])
    return positions
