"""N-grams: playout moves by their success as replies to the last one or two moves (stankiewicz2011, 2.2.5).

The tables are fields of `worker.tables`; a row holds one player's replies to a context, indexed by move. On large
boards several contexts of two moves share a row.

A reply is one word: its win ratio in the upper bits, its number of plays in the lower ones; negative if it was played
too rarely, 0 if never. Updating a reply touches one word, and the best reply is the largest word of a row, which LLVM
finds with vector code after masks have put the move number into the lowest bits. Without masks the legal moves are
examined one by one.
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
EVERY_MOVE = 1  # decay=move

RATIO_BITS, PLAY_BITS = 16, 4  # bit positions of the ratio and of a whole play: decay leaves fractions of plays
RATIO_UNIT = np.float32(32760)  # divisible by 2 to 10, so that small fractions are exact
PLAYS_MASK, ONE_PLAY = np.int32((1 << RATIO_BITS) - 1), np.int32(1 << PLAY_BITS)
MOST_PLAYS = np.int32(4095 << PLAY_BITS)  # beyond this the oldest plays fade out
WORD_MASK, RARE = np.int32((1 << 31) - 1), np.int32(-(1 << 31))  # the sign bit
LINE, LINES = np.uint64(16), np.uint64(2)  # words per cache line, and lines to prefetch: the hardware fetches the rest
CHANCE_MASK, CHANCE_UNIT = np.uint64(255), np.float32(2.0**-8)


def ngram_tables(max_moves: int) -> list[tuple[Any, ...]]:
    """Return the fields of the tables; the last row may extend beyond the last row start."""
    size = row_size(max_moves)
    pairs, triples = min((max_moves + 1) * size, MAX_PAIRS + size), MAX_TRIPLES + size
    return [("ngrams1", "i4", (2, pairs)), ("ngrams2", "i4", (2, triples))]


def num_rows(num_moves: int) -> int:
    """Return the number of two-move contexts that fit."""
    return max(1, min(num_moves**2, MAX_TRIPLES // row_size(num_moves)))


@kernel
def row1(worker: Struct, last: int) -> np.uint64:
    """Return the start of the replies to a move."""
    return (np.uint64(last) * worker.sizes.row_size) % np.uint64(MAX_PAIRS)


@kernel
def row2(worker: Struct, before: int, last: int) -> np.uint64:
    """Return the start of the replies to two moves; rows are shared as a whole, so an entry belongs to one move."""
    return (
        (np.uint64(before) * worker.sizes.num_moves + np.uint64(last)) % worker.sizes.num_rows * worker.sizes.row_size
    )


@kernel
def min_plays(worker: Struct) -> np.int32:
    """Return the plays, in fractions of a play, that a reply must exceed."""
    settings = worker.settings
    return np.int32((settings.ngram2_threshold if settings.ngram2 else settings.ngram1_threshold) << PLAY_BITS)


@kernel
def best_reply(worker: Struct, ply: int) -> int:
    """Return the legal reply with the best win ratio with probability 1 - epsilon, else `worker.no_move`."""
    settings = worker.settings
    epsilon = settings.ngram2_epsilon if settings.ngram2 else settings.ngram1_epsilon
    if ply == 0 or random_float(worker) < epsilon:
        return worker.no_move
    if not worker.masks.enabled:
        return best_reply_unmasked(worker, ply)
    best = best_rank(worker, ply)
    return worker.no_move if best <= PLAYS_MASK else masked_move(worker, best)


@kernel
def prefetch_row(worker: Struct, ply: int) -> None:
    """Prefetch the beginning of the replies to the last move."""
    begin = player_at(worker, ply) * np.uint64(worker.tables.ngrams1.shape[1]) + row1(
        worker, worker.line.moves[ply - 1]
    )
    for line in range(LINES):
        prefetch(worker.tables, "ngrams1", begin + line * LINE)


@kernel
def best_rank(worker: Struct, ply: int) -> int:
    """Return the largest rank of a legal reply; a rank without a ratio means that no reply is known."""
    row = row1(worker, worker.line.moves[ply - 1])
    if not worker.settings.ngram2 or ply < 2:
        return best_rank_shorter(worker, row)
    longer_row = row2(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1])
    if worker.settings.ngram2_combine == AVERAGE:
        return best_rank_average(worker, row, longer_row)
    return best_rank_longer(worker, row, longer_row)


@kernel
def rank_of(word: int, mark: int) -> np.int32:
    """Return what replies are compared by: the ratio, roughly the plays, then the masked move number.

    numba widens every step to 64 bits; the casts keep vectors at 32.
    """
    return np.int32(np.int32(word | MOVE_MASK) & mark)


@kernel
def best_rank_shorter(worker: Struct, row: int) -> int:
    """Return the largest rank by the replies to one move."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.sizes.row_size)):
        rank = rank_of(worker.tables.ngrams1[player, row + move], worker.masks.legal[move + MASK_OFFSET])
        largest = rank if rank > largest else largest
    return largest


@kernel
def best_rank_longer(worker: Struct, row: int, longer_row: int) -> int:
    """Return the largest rank by the replies to two moves, or to one where those are unknown."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.sizes.row_size)):
        longer = worker.tables.ngrams2[player, longer_row + move]
        word = longer if longer > 0 else worker.tables.ngrams1[player, row + move]
        rank = rank_of(word, worker.masks.legal[move + MASK_OFFSET])
        largest = rank if rank > largest else largest
    return largest


@kernel
def best_rank_average(worker: Struct, row: int, longer_row: int) -> int:
    """Return the largest rank by the average of both tables where both know a reply."""
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
def best_reply_unmasked(worker: Struct, ply: int) -> int:
    """Return the reply with the best ratio by examining every legal move."""
    best, best_move = np.float32(-1), worker.no_move
    for index in range(worker.position.num_moves):
        move = np.uint64(legal_move(worker.position, worker.board, index))
        ratio = reply_ratio(worker, ply, move)
        if ratio > best:
            best, best_move = ratio, move
    return best_move


@kernel
def reply_ratio(worker: Struct, ply: int, move: int) -> float:
    """Return the win ratio of a reply to the last moves; -1 if it was played too rarely."""
    settings, tables = worker.settings, worker.tables
    player = np.uint64(worker.position.to_move)
    word = tables.ngrams1[player, row1(worker, worker.line.moves[ply - 1]) + np.uint64(move)]
    ratio = ratio_of(word) if word > 0 else np.float32(-1)
    if settings.ngram2 and ply > 1:
        word = tables.ngrams2[
            player, row2(worker, worker.line.moves[ply - 2], worker.line.moves[ply - 1]) + np.uint64(move)
        ]
        if word > 0:
            longer = ratio_of(word)
            ratio = np.float32(0.5) * (ratio + longer) if settings.ngram2_combine == AVERAGE and ratio >= 0 else longer
    return ratio


@kernel
def ratio_of(word: int) -> float:
    """Decode the win ratio of a reply."""
    return np.float32((word >> RATIO_BITS) - 1) / RATIO_UNIT


@kernel
def count_replies(worker: Struct, start: int, result: float) -> None:
    """Add the replies of a playout to the tables; `result` is White's."""
    tables, moves, least = worker.tables, worker.line.moves, min_plays(worker)
    dice = random_bits(worker)
    for ply in range(max(start, 1), worker.line.ply):
        player, move = player_at(worker, ply), np.uint64(moves[ply])
        gain = RATIO_UNIT * (result if player == 0 else np.float32(1) - result)
        dice = (dice << np.uint64(7)) | (dice >> np.uint64(57))
        chance = np.float32(np.int32(dice & CHANCE_MASK)) * CHANCE_UNIT
        place = row1(worker, moves[ply - 1]) + move
        tables.ngrams1[player, place] = add_play(tables.ngrams1[player, place], gain, chance, least)
        if worker.settings.ngram2 and ply > 1:
            place = row2(worker, moves[ply - 2], moves[ply - 1]) + move
            tables.ngrams2[player, place] = add_play(tables.ngrams2[player, place], gain, chance, least)


@kernel
def add_play(word: int, gain: float, chance: float, least: int) -> np.int32:
    """Return a reply's word after one more play; the ratio is rounded stochastically, so small gains add up."""
    plays = np.int32(np.int32(word & PLAYS_MASK) + ONE_PLAY)
    ratio = np.float32(np.int32(np.int32(word & WORD_MASK) >> np.int32(RATIO_BITS)))
    ratio += (gain + np.float32(1) - ratio) * (np.float32(ONE_PLAY) / np.float32(plays))
    ratio = np.int32(ratio + chance)
    new = np.int32(np.int32(ratio << np.int32(RATIO_BITS)) | min(plays, MOST_PLAYS))
    return new if plays > least else np.int32(new | RARE)


def clear_ngrams(worker: Struct) -> None:
    """Clear the tables that the player uses."""
    for table in _tables_in_use(worker):
        table[:] = 0


def decay_ngrams(worker: Struct, num_moves: int) -> None:
    """Keep the share gamma of all plays, once or after each of the moves; replies may drop below the threshold."""
    settings = worker.settings
    name = "ngram2" if settings.ngram2 else "ngram1"
    gamma = np.float32(settings[f"{name}_gamma"])
    if settings[f"{name}_decay"] == EVERY_MOVE:
        gamma **= num_moves
    for table in _tables_in_use(worker):
        plays = ((table & PLAYS_MASK) * gamma).astype(np.int32)
        signs = np.where(plays > min_plays(worker), np.int32(0), RARE)
        table[:] = np.where(plays > 0, (table & WORD_MASK & ~PLAYS_MASK) | plays | signs, 0)


def _tables_in_use(worker: Struct) -> Iterator[Any]:
    """Return the parts of the player's tables that the board uses."""
    tables, size = worker.tables, int(worker.sizes.row_size)
    if worker.settings.ngrams:
        yield tables.ngrams1[:, : min(int(worker.sizes.num_moves) * size, tables.ngrams1.shape[1])]
    if worker.settings.ngram2:
        yield tables.ngrams2[:, : int(worker.sizes.num_rows) * size]
