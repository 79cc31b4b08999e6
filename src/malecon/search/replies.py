"""What playouts remember: last good replies (LGR) and reply statistics (N-grams), after section 2.2 of stankiewicz2011.

Tables lie in `worker.memory`. A context is the last move or the last two; `worker.num_moves` different moves are
numbered from 0, and tables are indexed densely by them, so that a small board uses little and clears quickly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from malecon.games.contract import is_legal_move, legal_move, steps_a_turn
from malecon.kernel import Record, kernel, random_share

MAX_PAIRS = 1 << 20
MAX_TRIPLES = 1 << 21
AVERAGE = 1  # ngram2(combine=average)
MOST_PLAYS = np.float32(1 << 23)  # then a ratio is known well enough; float32 counts wins in halves up to here


def memory_type(max_moves: int) -> np.dtype[Any]:
    """The tables of a game with so many different moves; replies are stored plus one, so that 0 is none."""
    pairs = min((max_moves + 1) ** 2, MAX_PAIRS)
    return np.dtype(
        [
            ("history_wins", "f4", (2, max_moves + 1)),
            ("history_plays", "f4", (2, max_moves + 1)),
            ("replies1", "u4", (2, max_moves + 1)),
            ("replies2", "u4", (2, pairs)),
            ("wins1", "f4", (2, pairs)),
            ("plays1", "f4", (2, pairs)),
            ("wins2", "f4", (2, MAX_TRIPLES)),
            ("plays2", "f4", (2, MAX_TRIPLES)),
        ],
        align=True,
    )


@kernel
def player_at(worker: Record, ply: int) -> np.uint64:
    """Who made the move of a ply of this simulation, which begins with a new turn."""
    return (np.uint64(worker.first_player) + np.uint64(ply) // steps_a_turn(worker.position)) & np.uint64(1)


@kernel
def pair(worker: Record, first: int, second: int) -> np.uint64:
    """The place of two moves in a row in a table of pairs."""
    return (np.uint64(first) * worker.num_moves + np.uint64(second)) % np.uint64(MAX_PAIRS)


@kernel
def triple(worker: Record, first: int, second: int, third: int) -> np.uint64:
    """The place of three moves in a row; on large boards several share one."""
    index = (np.uint64(first) * worker.num_moves + np.uint64(second)) * worker.num_moves + np.uint64(third)
    return index % np.uint64(MAX_TRIPLES)


@kernel
def last_good_reply(worker: Record, ply: int) -> int:
    """The stored reply to the last two moves, else to the last one, where it is legal; else `worker.no_move`."""
    settings, memory = worker.settings, worker.memory
    if ply == 0:
        return worker.no_move
    player, last = np.uint64(worker.position.to_move), worker.moves[ply - 1]
    if ply > 1 and (settings.lgr2 or settings.lgrf2):
        stored = np.uint64(memory.replies2[player, pair(worker, worker.moves[ply - 2], last)])
        if stored != 0 and is_legal_move(worker.position, worker.board, stored - np.uint64(1)):
            return stored - np.uint64(1)
    stored = np.uint64(memory.replies1[player, last])
    if stored != 0 and is_legal_move(worker.position, worker.board, stored - np.uint64(1)):
        return stored - np.uint64(1)
    return worker.no_move


@kernel
def store_replies(worker: Record, start: int, winner: int) -> None:
    """Store the winner's playout moves as good replies; with forgetting, delete the loser's."""
    settings, memory = worker.settings, worker.memory
    forgets = settings.lgrf1 or settings.lgrf2
    two = settings.lgr2 or settings.lgrf2
    for ply in range(max(start, 1), worker.ply):
        player = player_at(worker, ply)
        reply, last = np.uint64(worker.moves[ply]) + np.uint64(1), worker.moves[ply - 1]
        if player == winner:
            memory.replies1[player, last] = reply
            if two and ply > 1:
                memory.replies2[player, pair(worker, worker.moves[ply - 2], last)] = reply
        elif forgets:
            if memory.replies1[player, last] == reply:
                memory.replies1[player, last] = 0
            if two and ply > 1:
                place = pair(worker, worker.moves[ply - 2], last)
                if memory.replies2[player, place] == reply:
                    memory.replies2[player, place] = 0


@kernel
def best_reply(worker: Record, ply: int) -> int:
    """The legal reply of the best win ratio, with probability 1 - epsilon; else `worker.no_move`."""
    settings = worker.settings
    epsilon = settings.ngram2_epsilon if settings.ngram2 else settings.ngram1_epsilon
    if ply == 0 or random_share(worker) < epsilon:
        return worker.no_move
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
    player = np.uint64(worker.position.to_move)
    place = pair(worker, worker.moves[ply - 1], move)
    plays, least = memory.plays1[player, place], np.float32(settings.ngram1_threshold)
    if settings.ngram2:
        least = np.float32(settings.ngram2_threshold)
    ratio = np.float32(-1)
    if plays > least:
        ratio = memory.wins1[player, place] / plays
    if settings.ngram2 and ply > 1:
        place = triple(worker, worker.moves[ply - 2], worker.moves[ply - 1], move)
        plays = memory.plays2[player, place]
        if plays > least:
            longer = memory.wins2[player, place] / plays
            ratio = np.float32(0.5) * (ratio + longer) if settings.ngram2_combine == AVERAGE and ratio >= 0 else longer
    return ratio


@kernel
def count_replies(worker: Record, start: int, result: float) -> None:
    """Add the replies of a playout to the statistics; `result` is White's."""
    memory = worker.memory
    for ply in range(max(start, 1), worker.ply):
        player = player_at(worker, ply)
        gain = result if player == 0 else np.float32(1) - result
        place = pair(worker, worker.moves[ply - 1], worker.moves[ply])
        if memory.plays1[player, place] < MOST_PLAYS:
            memory.plays1[player, place] += np.float32(1)
            memory.wins1[player, place] += gain
        if worker.settings.ngram2 and ply > 1:
            place = triple(worker, worker.moves[ply - 2], worker.moves[ply - 1], worker.moves[ply])
            if memory.plays2[player, place] < MOST_PLAYS:
                memory.plays2[player, place] += np.float32(1)
                memory.wins2[player, place] += gain


@kernel
def count_history(worker: Record, result: float) -> None:
    """Add every move of a simulation to the history of its player; `result` is White's."""
    memory = worker.memory
    for ply in range(worker.ply):
        player, move = player_at(worker, ply), np.uint64(worker.moves[ply])
        if memory.history_plays[player, move] < MOST_PLAYS:
            memory.history_plays[player, move] += np.float32(1)
            memory.history_wins[player, move] += result if player == 0 else np.float32(1) - result


def forget(worker: Record) -> None:
    """Clear the tables that the player uses: another game begins. The others stay as they are, without real memory."""
    settings, memory = worker.settings, worker.memory
    if settings.history:
        memory.history_wins[:], memory.history_plays[:] = 0, 0
    if settings.replies:
        memory.replies1[:], memory.replies2[:] = 0, 0
    if settings.ngrams:
        memory.wins1[:], memory.plays1[:] = 0, 0
    if settings.ngram2:
        memory.wins2[:], memory.plays2[:] = 0, 0


def start_turn(worker: Record) -> None:
    """Forget between two moves of the game what the player is told to forget."""
    settings, memory = worker.settings, worker.memory
    if any(settings[name] and settings[f"{name}_tables"] for name in ("lgr1", "lgr2", "lgrf1", "lgrf2")):
        memory.replies1[:] = 0
        memory.replies2[:] = 0
    gamma = float(settings.ngram2_gamma if settings.ngram2 else settings.ngram1_gamma)
    if settings.ngram1 or settings.ngram2:
        _fade(memory, gamma, int(worker.num_moves), bool(settings.ngram2))


def _fade(memory: Record, gamma: float, num_moves: int, triples: bool) -> None:
    pairs = min(num_moves**2, MAX_PAIRS)
    for table in (memory.wins1, memory.plays1):
        table[:, :pairs] *= np.float32(gamma)
    if triples:
        for table in (memory.wins2, memory.plays2):
            table[:, : min(num_moves**3, MAX_TRIPLES)] *= np.float32(gamma)
