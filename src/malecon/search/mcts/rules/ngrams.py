"""N-grams: playout moves by how well they did as replies to the last one or two moves (stankiewicz2011, 2.2.5).

The tables lie in `worker.tables`; a row of them holds one player's replies to a context, numbered by move. On large
boards several contexts of two moves share a row.

A reply is one word: its win ratio in the upper digits, how often it was played in the lower ones; negative where that
was too seldom, 0 where it never was. So counting a reply touches one place, and the best one is the largest word of a
row, which LLVM finds with vector code: marks put the number of the move in place of the lowest digits.
Where there are no marks (`worker.masks.enabled`) the legal moves are gone through one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from malecon.games.contract import legal_move
from malecon.kernel import Struct, kernel, prefetch, random_bits, random_float
from malecon.search.mcts.rules.last_good_reply import MAX_PAIRS, player_at
from malecon.search.mcts.rules.legal_masks import MASK_OFFSET, MOVE_MASK, masked_move, row_size, whole_vectors

MAX_TRIPLES = 1 << 21
AVERAGE = 1  # ngram2(combine=average)

RATIO_BITS, PLAY_BITS = 16, 4  # places of the ratio in a word, and of a whole play: fading leaves parts of plays
RATIO_UNIT = np.float32(32760)  # halves, thirds and so on to tenths are whole numbers of it
PLAYS_MASK, ONE_PLAY = np.int32((1 << RATIO_BITS) - 1), np.int32(1 << PLAY_BITS)
MOST_PLAYS = np.int32(4095 << PLAY_BITS)  # from then on the oldest plays fade
WORD_MASK, SELDOM = np.int32((1 << 31) - 1), np.int32(-(1 << 31))  # the sign of a word
LINE, LINES = np.uint64(16), np.uint64(2)  # words of a line of the cache, and lines to ask for: more come by themselves
CHANCE_MASK, CHANCE_UNIT = np.uint64(255), np.float32(2.0**-8)


def ngram_tables(max_moves: int) -> list[tuple[Any, ...]]:
    """The fields of the tables; the last row may reach beyond the places at which rows begin."""
    size = row_size(max_moves)
    pairs, triples = min((max_moves + 1) * size, MAX_PAIRS + size), MAX_TRIPLES + size
    return [("ngrams1", "i4", (2, pairs)), ("ngrams2", "i4", (2, triples))]


def num_rows(num_moves: int) -> int:
    """Contexts of two moves for which there is room."""
    return max(1, min(num_moves**2, MAX_TRIPLES // row_size(num_moves)))


@kernel
def row1(worker: Struct, last: int) -> np.uint64:
    """Where the replies to a move begin."""
    return (np.uint64(last) * worker.sizes.row_size) % np.uint64(MAX_PAIRS)


@kernel
def row2(worker: Struct, before: int, last: int) -> np.uint64:
    """Where the replies to two moves begin; a row is shared as a whole, so that a place belongs to one move."""
    return (
        (np.uint64(before) * worker.sizes.num_moves + np.uint64(last)) % worker.sizes.num_rows * worker.sizes.row_size
    )


@kernel
def least_plays(worker: Struct) -> np.int32:
    """A reply counts where it was played more often than this, in parts of a play."""
    settings = worker.settings
    return np.int32((settings.ngram2_threshold if settings.ngram2 else settings.ngram1_threshold) << PLAY_BITS)


@kernel
def best_reply(worker: Struct, ply: int) -> int:
    """The legal reply of the best win ratio, with probability 1 - epsilon; else `worker.no_move`."""
    settings = worker.settings
    epsilon = settings.ngram2_epsilon if settings.ngram2 else settings.ngram1_epsilon
    if ply == 0 or random_float(worker) < epsilon:
        return worker.no_move
    if not worker.masks.enabled:
        return best_of_legal(worker, ply)
    best = best_rank(worker, ply)
    return worker.no_move if best <= PLAYS_MASK else masked_move(worker, best)


@kernel
def fetch_row(worker: Struct, ply: int) -> None:
    """Ask for the beginning of the replies to the last move before they are gone through."""
    begin = player_at(worker, ply) * np.uint64(worker.tables.ngrams1.shape[1]) + row1(
        worker, worker.line.moves[ply - 1]
    )
    for line in range(LINES):
        prefetch(worker.tables, "ngrams1", begin + line * LINE)


@kernel
def best_rank(worker: Struct, ply: int) -> int:
    """The largest rank of a legal reply by the player's tables; one without a ratio where none is known."""
    row = row1(worker, worker.line.moves[ply - 1])
    if not worker.settings.ngram2 or ply < 2:
        return largest_rank(worker, row)
    longer_row = row2(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1])
    if worker.settings.ngram2_combine == AVERAGE:
        return largest_average(worker, row, longer_row)
    return largest_longer(worker, row, longer_row)


@kernel
def rank_of(word: int, mark: int) -> np.int32:
    """What replies are compared by: the ratio, roughly the plays, then the move as its mark has it.

    numba makes 64 bits of 32 in every step; putting that right makes vectors twice as long.
    """
    return np.int32(np.int32(word | MOVE_MASK) & mark)


@kernel
def largest_rank(worker: Struct, row: int) -> int:
    """The largest rank by the replies to one move."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.sizes.row_size)):
        rank = rank_of(worker.tables.ngrams1[player, row + move], worker.masks.legal[move + MASK_OFFSET])
        largest = rank if rank > largest else largest
    return largest


@kernel
def largest_longer(worker: Struct, row: int, longer_row: int) -> int:
    """The largest rank by the replies to two moves, and to one where these do not know a reply."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.sizes.row_size)):
        longer = worker.tables.ngrams2[player, longer_row + move]
        word = longer if longer > 0 else worker.tables.ngrams1[player, row + move]
        rank = rank_of(word, worker.masks.legal[move + MASK_OFFSET])
        largest = rank if rank > largest else largest
    return largest


@kernel
def largest_average(worker: Struct, row: int, longer_row: int) -> int:
    """The largest rank by the average of both, where both know a reply."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.sizes.row_size)):
        shorter, longer = worker.tables.ngrams1[player, row + move], worker.tables.ngrams2[player, longer_row + move]
        both = np.int32(np.int32(shorter >> np.int32(1)) + np.int32(longer >> np.int32(1)))
        word = both if min(longer, shorter) > 0 else max(longer, shorter)
        rank = rank_of(word, worker.masks.legal[move + MASK_OFFSET])
        largest = rank if rank > largest else largest
    return largest


@kernel
def best_of_legal(worker: Struct, ply: int) -> int:
    """The reply of the best ratio, found by going through all legal moves."""
    best, best_move = np.float32(-1), worker.no_move
    for index in range(worker.position.num_moves):
        move = np.uint64(legal_move(worker.position, worker.board, index))
        ratio = reply_ratio(worker, ply, move)
        if ratio > best:
            best, best_move = ratio, move
    return best_move


@kernel
def reply_ratio(worker: Struct, ply: int, move: int) -> float:
    """How often a reply to the last moves has won; -1 where it was played too seldom to say."""
    settings, memory = worker.settings, worker.tables
    player = np.uint64(worker.position.to_move)
    word = memory.ngrams1[player, row1(worker, worker.line.moves[ply - 1]) + np.uint64(move)]
    ratio = ratio_of(word) if word > 0 else np.float32(-1)
    if settings.ngram2 and ply > 1:
        word = memory.ngrams2[
            player, row2(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1]) + np.uint64(move)
        ]
        if word > 0:
            longer = ratio_of(word)
            ratio = np.float32(0.5) * (ratio + longer) if settings.ngram2_combine == AVERAGE and ratio >= 0 else longer
    return ratio


@kernel
def ratio_of(word: int) -> float:
    """The win ratio of a reply that was played often enough."""
    return np.float32((word >> RATIO_BITS) - 1) / RATIO_UNIT


@kernel
def count_replies(worker: Struct, start: int, result: float) -> None:
    """Add the replies of a playout to the statistics; `result` is White's."""
    memory, moves, least = worker.tables, worker.line.moves, least_plays(worker)
    dice = random_bits(worker)
    for ply in range(max(start, 1), worker.line.ply):
        player, move = player_at(worker, ply), np.uint64(moves[ply])
        gain = RATIO_UNIT * (result if player == 0 else np.float32(1) - result)
        dice = (dice << np.uint64(7)) | (dice >> np.uint64(57))
        chance = np.float32(np.int32(dice & CHANCE_MASK)) * CHANCE_UNIT
        place = row1(worker, moves[ply - 1]) + move
        memory.ngrams1[player, place] = once_more(memory.ngrams1[player, place], gain, chance, least)
        if worker.settings.ngram2 and ply > 1:
            place = row2(worker, moves[ply - 2], moves[ply - 1]) + move
            memory.ngrams2[player, place] = once_more(memory.ngrams2[player, place], gain, chance, least)


@kernel
def once_more(word: int, gain: float, chance: float, least: int) -> np.int32:
    """A reply that was played once more; its ratio is rounded up or down by chance, so that nothing gets lost."""
    plays = np.int32(np.int32(word & PLAYS_MASK) + ONE_PLAY)
    ratio = np.float32(np.int32(np.int32(word & WORD_MASK) >> np.int32(RATIO_BITS)))
    ratio += (gain + np.float32(1) - ratio) * (np.float32(ONE_PLAY) / np.float32(plays))
    ratio = np.int32(ratio + chance)
    new = np.int32(np.int32(ratio << np.int32(RATIO_BITS)) | min(plays, MOST_PLAYS))
    return new if plays > least else np.int32(new | SELDOM)


def forget_ngrams(worker: Struct) -> None:
    """Clear the tables that the player uses."""
    for table in _tables_in_use(worker):
        table[:] = 0


def fade_ngrams(worker: Struct) -> None:
    """Keep the player's share gamma of all plays; a reply may then have been played too seldom."""
    settings = worker.settings
    gamma = np.float32(settings.ngram2_gamma if settings.ngram2 else settings.ngram1_gamma)
    for table in _tables_in_use(worker):
        plays = ((table & PLAYS_MASK) * gamma).astype(np.int32)
        signs = np.where(plays > least_plays(worker), np.int32(0), SELDOM)
        table[:] = np.where(plays > 0, (table & WORD_MASK & ~PLAYS_MASK) | plays | signs, 0)


def _tables_in_use(worker: Struct) -> Iterator[Any]:
    """The player's tables, as far as the board reaches into them."""
    memory, size = worker.tables, int(worker.sizes.row_size)
    if worker.settings.ngrams:
        yield memory.ngrams1[:, : min(int(worker.sizes.num_moves) * size, memory.ngrams1.shape[1])]
    if worker.settings.ngram2:
        yield memory.ngrams2[:, : int(worker.sizes.num_rows) * size]
