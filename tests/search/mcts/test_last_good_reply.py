"""What playouts remember, followed by hand: last good replies, N-grams, history, and what is forgotten when."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.searching import new_searcher, search

from malecon import Havannah
from malecon.kernel import rng_state
from malecon.search.mcts.rules.last_good_reply import count_history, last_good_reply, store_replies
from malecon.search.mcts.rules.legal_masks import fill_legal_masks
from malecon.search.mcts.rules.ngrams import (
    ONE_PLAY,
    PLAYS_MASK,
    best_reply,
    best_reply_unmasked,
    count_replies,
    reply_ratio,
)
from malecon.search.mcts.rules.tables import start_game_move

WHITE, BLACK = np.uint64(0), np.uint64(1)
PLAYOUT = "a1 b1 c1 d1 a2"  # White a1, Black b1, White c1, Black d1, White a2


class Follower:
    """A worker on the empty base-4 board that is led through playouts move by move."""

    def __init__(self, player: str) -> None:
        self.position = Havannah(4)
        self.searcher = new_searcher(player, self.position, memory=1)
        self.worker: Any = self.searcher.workers[0]

    def follow(self, moves: str) -> None:
        """Stand at the end of a line, as after playing it in a simulation from the empty board."""
        line = Havannah(4, moves=moves)
        self.worker.position, self.worker.line.ply = line.struct, line.ply
        for ply, move in enumerate(line.moves):
            self.worker.line.moves[ply] = line.move_code(move)
        fill_legal_masks(self.worker)

    def learn(self, moves: str, winner: np.uint64, start: int = 0) -> None:
        """Store the replies of a playout that began at a ply and was won."""
        self.follow(moves)
        store_replies(self.worker, start, winner)

    def count(self, moves: str, result: float, start: int = 0) -> None:
        """Count the replies of a playout; the result is White's."""
        self.follow(moves)
        count_replies(self.worker, start, np.float32(result))

    def reply(self, moves: str) -> str | None:
        """The last good reply after a line."""
        self.follow(moves)
        return self.name(int(last_good_reply(self.worker, self.worker.line.ply)))

    def best(self, moves: str) -> str | None:
        """The N-gram move after a line."""
        self.follow(moves)
        return self.name(int(best_reply(self.worker, self.worker.line.ply)))

    def ratio(self, moves: str, move: str) -> float:
        """The win ratio of a move after a line; -1 where there is none."""
        self.follow(moves)
        return float(reply_ratio(self.worker, self.worker.line.ply, np.uint64(self.position.move_code(move))))

    def name(self, code: int) -> str | None:
        return None if code == int(self.worker.no_move) else self.position.move_name(code)


# --- last good replies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["lgr1", "lgr2", "lgrf1", "lgrf2"])
def test_the_winners_moves_are_replies_to_the_move_before(player: str) -> None:
    follower = Follower(player)
    follower.learn(PLAYOUT, BLACK)
    assert follower.reply("a1") == "b1"  # Black answered a1 by b1, and won
    assert follower.reply("c1") == "d1"
    assert follower.reply("g7 b1") is None  # White's answers lost
    assert follower.reply("b1") is None  # b1 was Black's move: nothing is known of it as White's
    assert follower.reply("") is None


def test_a_later_reply_takes_the_place_of_an_earlier_one() -> None:
    follower = Follower("lgr1")
    follower.learn("a1 b1", BLACK)
    follower.learn("a1 d4", BLACK)
    assert follower.reply("a1") == "d4"


def test_a_reply_that_is_taken_is_not_played() -> None:
    follower = Follower("lgr1")
    follower.learn("a1 b1", BLACK)
    assert follower.reply("b1 d4 a1") is None


def test_only_moves_of_the_playout_are_learned() -> None:
    follower = Follower("lgr1")
    follower.learn(PLAYOUT, BLACK, start=2)  # a1 and b1 were played in the tree
    assert follower.reply("a1") is None
    assert follower.reply("c1") == "d1"


def test_a_reply_that_lost_is_forgotten_only_with_forgetting() -> None:
    for player, left in (("lgr1", "b1"), ("lgrf1", None), ("lgr2", "b1"), ("lgrf2", None)):
        follower = Follower(player)
        follower.learn("a1 b1", BLACK)
        follower.learn("a1 b1 c1", WHITE)  # b1 was played again, and lost
        assert follower.reply("a1") == left


def test_another_losing_reply_leaves_the_good_one_alone() -> None:
    follower = Follower("lgrf2")
    follower.learn("a1 b1", BLACK)
    follower.learn("a1 d4 c1", WHITE)
    assert follower.reply("a1") == "b1"


def test_two_moves_say_more_than_one() -> None:
    follower = Follower("lgr2")
    follower.learn("a1 b1 c1", WHITE)  # White answered a1 b1 by c1
    follower.learn("a2 b1 d4", WHITE)  # and a2 b1 by d4, the last reply to b1
    assert follower.reply("a1 b1") == "c1"
    assert follower.reply("a2 b1") == "d4"
    assert follower.reply("g7 b1") == "d4"  # no reply to these two moves: the last one to b1
    assert Follower("lgr2").reply("a1 b1") is None


def test_one_move_is_all_that_lgr1_looks_at() -> None:
    follower = Follower("lgr1")
    follower.learn("a1 b1 c1", WHITE)
    follower.learn("a2 b1 d4", WHITE)
    assert follower.reply("a1 b1") == "d4"


def test_a_reply_to_two_moves_is_forgotten_with_the_reply_to_one() -> None:
    follower = Follower("lgrf2")
    follower.learn("a1 b1 c1", WHITE)
    follower.learn("a1 b1 c1 d1", BLACK)
    assert follower.reply("a1 b1") is None
    assert follower.reply("g7 b1") is None


def test_replies_are_kept_or_reset_between_moves_of_the_game() -> None:
    for tables, left in (("keep", "b1"), ("reset", None)):
        follower = Follower(f"lgrf1({tables})")
        follower.learn("a1 b1", BLACK)
        start_game_move(follower.worker, 2)
        assert follower.reply("a1") == left


# --- N-grams ----------------------------------------------------------------------------------------------------------


def test_a_ratio_is_wins_by_plays_of_a_reply() -> None:
    follower = Follower("ngram1(epsilon=0)")
    follower.count("a1 b1", 0.0)  # Black won
    follower.count("a1 b1", 1.0)
    follower.count("a1 b1", 0.5)
    follower.count("a1 c1", 1.0)
    assert follower.ratio("a1", "b1") == pytest.approx(0.5)
    assert follower.ratio("a1", "c1") == 0.0
    assert follower.ratio("a1", "d1") == -1.0
    assert follower.ratio("b1", "a1") == -1.0  # White's reply to b1 is another matter than Black's to a1


def test_the_reply_of_the_best_ratio_is_played() -> None:
    follower = Follower("ngram1(epsilon=0)")
    assert follower.best("a1") is None
    for reply, result in (("b1", 0.0), ("b1", 1.0), ("c1", 0.0), ("d1", 1.0)):
        follower.count(f"a1 {reply}", result)
    assert follower.best("a1") == "c1"
    assert follower.best("c1 g7 a1") == "b1"  # c1 is taken
    assert follower.best("") is None


def test_with_a_probability_of_epsilon_no_reply_is_looked_for() -> None:
    follower = Follower("ngram1(epsilon=0.3)")
    follower.count("a1 b1", 0.0)
    follower.follow("a1")
    draws = [int(best_reply(follower.worker, 1)) == int(follower.worker.no_move) for _ in range(4000)]
    assert 0.27 < float(np.mean(draws)) < 0.33
    sure = Follower("ngram1(epsilon=1)")
    sure.count("a1 b1", 0.0)
    assert sure.best("a1") is None


def test_a_reply_must_have_been_played_more_often_than_the_threshold() -> None:
    follower = Follower("ngram1(epsilon=0,threshold=2)")
    follower.count("a1 b1", 0.0)
    follower.count("a1 b1", 0.0)
    assert follower.best("a1") is None
    follower.count("a1 b1", 0.0)
    assert follower.best("a1") == "b1"


def test_two_moves_are_looked_at_first_and_one_where_they_are_unknown() -> None:
    follower = Follower("ngram2(epsilon=0)")
    follower.count("a1 b1 c1", 1.0)
    follower.count("a2 b1 c1", 0.0)
    follower.count("a2 b1 c1", 0.0)
    assert follower.ratio("a1 b1", "c1") == 1.0
    assert follower.ratio("a2 b1", "c1") == 0.0
    assert follower.ratio("g7 b1", "c1") == pytest.approx(1 / 3)  # one win in three replies to b1
    assert Follower("ngram1").ratio("a1 b1", "c1") == -1.0


def test_the_average_of_both_ratios() -> None:
    follower = Follower("ngram2(epsilon=0,combine=average)")
    follower.count("a1 b1 c1", 1.0)
    follower.count("a2 b1 c1", 0.0)
    assert follower.ratio("a1 b1", "c1") == pytest.approx((1.0 + 0.5) / 2)
    assert follower.ratio("g7 b1", "c1") == pytest.approx(0.5)


def test_the_threshold_holds_for_both_tables() -> None:
    follower = Follower("ngram2(epsilon=0,threshold=1)")
    follower.count("a1 b1 c1", 1.0)
    follower.count("a2 b1 c1", 0.0)
    assert follower.ratio("a1 b1", "c1") == pytest.approx(0.5)  # the pair was played once only, the single move twice


@pytest.mark.parametrize(("player", "gamma"), [("ngram1", 0.0), ("ngram1", 0.25), ("ngram2", 0.5), ("ngram2", 1.0)])
def test_tables_fade_by_gamma_at_each_move_of_the_game(player: str, gamma: float) -> None:
    follower = Follower(f"{player}(gamma={gamma})")
    for _ in range(8):
        follower.count("a1 b1 c1", 1.0)
    start_game_move(follower.worker, 2)
    memory = follower.worker.tables
    assert plays(memory.ngrams1) == pytest.approx(16 * gamma)
    assert plays(memory.ngrams2) == pytest.approx(8 * gamma if player == "ngram2" else 0)
    known = gamma > 0
    assert follower.ratio("a1", "b1") == (0.0 if known else -1.0)  # Black's reply lost
    assert follower.ratio("a1 b1", "c1") == (1.0 if known else -1.0)


def test_tables_can_fade_at_every_move_of_both_players() -> None:
    follower = Follower("ngram1(gamma=0.5,decay=move)")
    for _ in range(8):
        follower.count("a1 b1 c1", 1.0)
    start_game_move(follower.worker, 2)
    assert plays(follower.worker.tables.ngrams1) == pytest.approx(16 * 0.25)
    start_game_move(follower.worker, 1)
    assert plays(follower.worker.tables.ngrams1) == pytest.approx(16 * 0.125)


def plays(table: Any) -> float:
    """How often the replies of a table were played, all together."""
    return float((table & PLAYS_MASK).sum()) / ONE_PLAY


@pytest.mark.slow
def test_a_ratio_that_has_many_plays_is_still_right_and_never_overflows() -> None:
    follower = Follower("ngram1(epsilon=0)")
    random = Random(1)
    for _ in range(5_000):
        follower.count("a1 b1", float(random.random() < 0.03))
    assert follower.ratio("a1", "b1") == pytest.approx(0.97, abs=0.02)
    assert plays(follower.worker.tables.ngrams1) == 4095


def test_ratios_do_not_fade_but_thresholds_are_met_later() -> None:
    follower = Follower("ngram1(epsilon=0,gamma=0.5,threshold=3)")
    for _ in range(4):
        follower.count("a1 b1", 0.0)
    assert follower.ratio("a1", "b1") == 1.0
    assert follower.best("a1") == "b1"
    start_game_move(follower.worker, 2)
    assert follower.ratio("a1", "b1") == -1.0
    assert follower.best("a1") is None


@pytest.mark.parametrize("player", ["ngram1", "ngram1(threshold=2)", "ngram2", "ngram2(combine=average,threshold=1)"])
def test_ranks_find_the_reply_that_going_through_all_moves_finds(player: str) -> None:
    follower = Follower(player.replace(")", ",epsilon=0)") if "(" in player else f"{player}(epsilon=0)")
    random, cells, found = Random(1), follower.position.cells[:9], 0
    for _ in range(150):
        follower.count(" ".join(random.sample(cells, 5)), random.choice([0.0, 0.5, 1.0]))
        line = " ".join(random.sample(cells, random.randint(1, 4)))
        best, worker = follower.best(line), follower.worker
        expected = follower.name(int(best_reply_unmasked(worker, worker.line.ply)))
        assert (best is None) == (expected is None)
        if best and expected:
            found += 1
            assert follower.ratio(line, best) == pytest.approx(follower.ratio(line, expected), abs=1 / 8000)
    assert found > 40


def test_equal_replies_are_played_by_chance() -> None:
    chosen = set()
    for seed in range(20):
        follower = Follower("ngram1(epsilon=0)")
        follower.worker.rng = rng_state(seed)
        for reply in ("b1", "c1", "d1"):
            follower.count(f"a1 {reply}", 0.0)
        chosen.add(follower.best("a1"))
    assert chosen == {"b1", "c1", "d1"}


def test_replies_are_the_same_where_moves_are_not_marked() -> None:
    for player in ("lgrf2", "ngram2(epsilon=0)"):
        answers = []
        for marked in (0, 1):
            follower = Follower(player)
            follower.worker.masks.enabled = marked
            follower.learn("a1 b1 c1", WHITE)
            follower.count("a1 b1 c1", 1.0)
            lines = ("a1 b1", "d4 b1", "c1 b1", "b1")
            answers.append([(follower.reply(line), follower.best(line)) for line in lines])
        assert answers[0] == answers[1]
        assert any(("c1" in answer) for answer in answers[0])


def test_only_replies_of_the_playout_are_counted() -> None:
    follower = Follower("ngram1(epsilon=0)")
    follower.count(PLAYOUT, 1.0, start=3)
    assert follower.ratio("a1", "b1") == -1.0
    assert follower.ratio("c1", "d1") == 0.0


# --- history ----------------------------------------------------------------------------------------------------------


def test_history_counts_every_move_of_a_simulation_for_its_player() -> None:
    follower = Follower("history")
    follower.follow(PLAYOUT)
    count_history(follower.worker, np.float32(1))
    count_history(follower.worker, np.float32(0.5))
    memory, code = follower.worker.tables, follower.position.move_code
    assert [float(memory.history_plays[0, code(move)]) for move in ("a1", "b1", "c1")] == [2, 0, 2]
    assert [float(memory.history_plays[1, code(move)]) for move in ("a1", "b1", "d1")] == [0, 2, 2]
    assert float(memory.history_wins[0, code("a2")]) == 1.5
    assert float(memory.history_wins[1, code("b1")]) == 0.5


def test_black_to_move_at_the_root_is_black_in_the_tables() -> None:
    position = Havannah(4, moves="d4")
    searcher = new_searcher("lgr1+history", position, memory=1)
    worker = searcher.workers[0]
    worker.position, worker.line.ply = Havannah(4, moves="d4 a1 b1").struct, 2
    worker.line.moves[0], worker.line.moves[1] = position.move_code("a1"), position.move_code("b1")
    store_replies(worker, 0, WHITE)
    count_history(worker, np.float32(1))
    assert int(worker.tables.replies1[0, position.move_code("a1")]) == position.move_code("b1") + 1
    assert float(worker.tables.history_wins[0, position.move_code("b1")]) == 1
    assert float(worker.tables.history_wins[1, position.move_code("a1")]) == 0


def test_a_search_fills_the_tables_of_its_own_techniques_only() -> None:
    tables = {
        "lgr1": {"replies1"},
        "lgrf2": {"replies1", "replies2"},
        "ngram1": {"ngrams1"},
        "ngram2": {"ngrams1", "ngrams2"},
        "history": {"history_wins", "history_plays"},
        "mate": set(),
    }
    for player, filled in tables.items():
        memory = search(f"uct+{player}", Havannah(4), 100).workers[0].tables
        found = {name for name in memory.dtype.names if any(memory[name].tobytes())}
        assert found == filled
