"""N-grams: playout moves by how well they did as replies to the last one or two moves (stankiewicz2011, 2.2.5).

The tables lie in `worker.memory`; a row of them holds one player's replies to a context, numbered by move. On large
boards several contexts of two moves share a row.

Beside plays and wins stands a rank for every reply that may be chosen: its ratio, then dice that break ties, then the
number of the move, as the digits of one integer. So the best legal reply is the largest number of a row, which LLVM
finds with vector code. That needs marks on the legal moves (`worker.marked`); where there are none, the legal moves are
gone through one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from malecon.games.contract import legal_move
from malecon.kernel import Record, kernel, random_bits, random_share
from malecon.search.marks import FIRST_MARK, MAX_MARKED, row_size, whole_vectors
from malecon.search.replies import MAX_PAIRS, MOST_PLAYS, player_at

MAX_TRIPLES = 1 << 21
AVERAGE = 1  # ngram2(combine=average)

ONE = np.uint64(1)
MOVE_BITS, DICE_BITS, RATIO_BITS = 10, 6, 14  # of a rank: the sum of two still fits 31 bits
MOVE_MASK, RANK_MASK = np.int32(MAX_MARKED - 1), np.int32(-MAX_MARKED)
RATIO_UNIT = np.float32((1 << RATIO_BITS) - 2)
COUNT = np.dtype((np.record, np.dtype([("plays", "f4"), ("wins", "f4")])))


def ngram_tables(max_moves: int) -> list[tuple[Any, ...]]:
    """The fields of the tables; the last row may reach beyond the places at which rows begin."""
    size = row_size(max_moves)
    pairs, triples = min((max_moves + 1) * size, MAX_PAIRS + size), MAX_TRIPLES + size
    return [
        ("counts1", COUNT, (2, pairs)),
        ("ranks1", "i4", (2, pairs)),  # 0 where a reply was played too seldom
        ("counts2", COUNT, (2, triples)),
        ("ranks2", "i4", (2, triples)),
    ]


def num_rows(num_moves: int) -> int:
    """Contexts of two moves for which there is room."""
    return max(1, min(num_moves**2, MAX_TRIPLES // row_size(num_moves)))


@kernel
def row1(worker: Record, last: int) -> np.uint64:
    """Where the replies to a move begin."""
    return (np.uint64(last) * worker.row_size) % np.uint64(MAX_PAIRS)


@kernel
def row2(worker: Record, before: int, last: int) -> np.uint64:
    """Where the replies to two moves begin; a row is shared as a whole, so that a place belongs to one move."""
    return (np.uint64(before) * worker.num_moves + np.uint64(last)) % worker.num_rows * worker.row_size


@kernel
def least_plays(worker: Record) -> float:
    """A reply is known where it was played more often than this."""
    settings = worker.settings
    return np.float32(settings.ngram2_threshold if settings.ngram2 else settings.ngram1_threshold)


@kernel
def best_reply(worker: Record, ply: int) -> int:
    """The legal reply of the best win ratio, with probability 1 - epsilon; else `worker.no_move`."""
    settings = worker.settings
    epsilon = settings.ngram2_epsilon if settings.ngram2 else settings.ngram1_epsilon
    if ply == 0 or random_share(worker) < epsilon:
        return worker.no_move
    if not worker.marked:
        return best_of_legal(worker, ply)
    rank = best_rank(worker, ply)
    return worker.no_move if rank == 0 else np.uint64(rank & MOVE_MASK)


@kernel
def best_rank(worker: Record, ply: int) -> int:
    """The largest rank of a legal reply by the player's tables; 0 where none is known."""
    row = row1(worker, worker.moves[ply - 1])
    if not worker.settings.ngram2 or ply < 2:
        return largest_rank(worker, row)
    longer_row = row2(worker, worker.moves[ply - 2], worker.moves[ply - 1])
    if worker.settings.ngram2_combine == AVERAGE:
        return largest_average(worker, row, longer_row)
    return largest_longer(worker, row, longer_row)


@kernel
def largest_rank(worker: Record, row: int) -> int:
    """The largest rank by the replies to one move.

    numba makes 64 bits of 32 in every step; putting that right makes vectors twice as long.
    """
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.row_size)):
        rank = np.int32(worker.memory.ranks1[player, row + move] & worker.legal[move + FIRST_MARK])
        largest = rank if rank > largest else largest
    return largest


@kernel
def largest_longer(worker: Record, row: int, longer_row: int) -> int:
    """The largest rank by the replies to two moves, and to one where these do not know a reply."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.row_size)):
        longer = worker.memory.ranks2[player, longer_row + move]
        rank = longer if longer != 0 else worker.memory.ranks1[player, row + move]
        rank = np.int32(rank & worker.legal[move + FIRST_MARK])
        largest = rank if rank > largest else largest
    return largest


@kernel
def largest_average(worker: Record, row: int, longer_row: int) -> int:
    """The largest rank by the average of both, where both know a reply."""
    player = np.uint64(worker.position.to_move)
    largest = np.int32(0)
    for move in range(whole_vectors(worker.row_size)):
        shorter, longer = worker.memory.ranks1[player, row + move], worker.memory.ranks2[player, longer_row + move]
        both = np.int32(np.int32(np.int32(shorter + longer) >> np.int32(1)) & RANK_MASK)
        both = np.int32(both | np.int32(move))
        rank = both if longer != 0 and shorter != 0 else np.int32(longer | shorter)
        rank = np.int32(rank & worker.legal[move + FIRST_MARK])
        largest = rank if rank > largest else largest
    return largest


@kernel
def best_of_legal(worker: Record, ply: int) -> int:
    """The reply of the best ratio, found by going through all legal moves."""
    best, best_move = np.float32(-1), worker.no_move
    for index in range(worker.position.num_moves):
        move = np.uint64(legal_move(worker.position, worker.board, index))
        ratio = reply_ratio(worker, ply, move)
        if ratio > best:
            best, best_move = ratio, move
    return best_move


@kernel
def reply_ratio(worker: Record, ply: int, move: int) -> float:
    """How often a reply to the last moves has won; -1 where it was played too seldom to say."""
    settings, memory = worker.settings, worker.memory
    player, least = np.uint64(worker.position.to_move), least_plays(worker)
    count = memory.counts1[player, row1(worker, worker.moves[ply - 1]) + np.uint64(move)]
    ratio = count.wins / count.plays if count.plays > least else np.float32(-1)
    if settings.ngram2 and ply > 1:
        count = memory.counts2[player, row2(worker, worker.moves[ply - 2], worker.moves[ply - 1]) + np.uint64(move)]
        if count.plays > least:
            longer = count.wins / count.plays
            ratio = np.float32(0.5) * (ratio + longer) if settings.ngram2_combine == AVERAGE and ratio >= 0 else longer
    return ratio


@kernel
def count_replies(worker: Record, start: int, result: float) -> None:
    """Add the replies of a playout to the statistics; `result` is White's."""
    memory, moves, least = worker.memory, worker.moves, least_plays(worker)
    dice = random_bits(worker)
    for ply in range(max(start, 1), worker.ply):
        player, move = player_at(worker, ply), np.uint64(moves[ply])
        gain = result if player == 0 else np.float32(1) - result
        dice = (dice << np.uint64(7)) | (dice >> np.uint64(57))
        place = row1(worker, moves[ply - 1]) + move
        if count_reply(memory.counts1[player, place], gain):
            memory.ranks1[player, place] = rank_of(memory.counts1[player, place], least, dice, move)
        if worker.settings.ngram2 and ply > 1:
            place = row2(worker, moves[ply - 2], moves[ply - 1]) + move
            if count_reply(memory.counts2[player, place], gain):
                memory.ranks2[player, place] = rank_of(memory.counts2[player, place], least, dice, move)


@kernel
def count_reply(count: Record, gain: float) -> bool:
    """Count a reply once more; whether there was room to."""
    if count.plays >= MOST_PLAYS:
        return False
    count.plays += np.float32(1)
    count.wins += gain
    return True


@kernel
def rank_of(count: Record, least: float, dice: int, move: int) -> np.int32:
    """The rank of a reply; 0 where it was played too seldom."""
    if count.plays <= least:
        return np.int32(0)
    ratio = np.uint64(count.wins / count.plays * RATIO_UNIT) + ONE
    digits = (ratio << np.uint64(DICE_BITS)) | (dice >> np.uint64(64 - DICE_BITS))
    return np.int32((digits << np.uint64(MOVE_BITS)) | (move & np.uint64(MOVE_MASK)))


def forget_ngrams(worker: Record) -> None:
    """Clear the tables that the player uses."""
    for counts, ranks in _tables_in_use(worker):
        counts["plays"], counts["wins"], ranks[:] = 0, 0, 0


def fade_ngrams(worker: Record) -> None:
    """Keep the player's share gamma of all counts; a reply may then have been played too seldom."""
    settings = worker.settings
    gamma = np.float32(settings.ngram2_gamma if settings.ngram2 else settings.ngram1_gamma)
    for counts, ranks in _tables_in_use(worker):
        counts["plays"] *= gamma
        counts["wins"] *= gamma
        ranks[counts["plays"] <= least_plays(worker)] = 0


def _tables_in_use(worker: Record) -> Iterator[tuple[Any, Any]]:
    """Counts and ranks of the player's tables, as far as the board reaches into them."""
    memory, size = worker.memory, int(worker.row_size)
    if worker.settings.ngrams:
        used = min(int(worker.num_moves) * size, memory.ranks1.shape[1])
        yield memory.counts1[:, :used], memory.ranks1[:, :used]
    if worker.settings.ngram2:
        used = int(worker.num_rows) * size
        yield memory.counts2[:, :used], memory.ranks2[:, :used]
