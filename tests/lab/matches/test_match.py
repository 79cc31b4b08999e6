"""Matches: openings, colours, seeds, processes, forfeits and the score. Small searches only."""

import multiprocessing
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest

import malecon
from malecon.lab.matches import game as playing
from malecon.lab.matches.executors import play_games, play_match
from malecon.lab.matches.game import GameResult, PlayerStats, play_game
from malecon.lab.matches.match import EMPTY_BOARD, A, B, Match
from malecon.lab.matches.score import Score
from malecon.lab.matches.sgf_output import game_record
from malecon.lab.statistics.sprt import Sprt
from malecon.players.factory import make_player
from malecon.players.openspiel import peer as openspiel
from malecon.players.player import FORFEIT, Limit, Player, PlayerFault

FEW = (Limit(simulations=20), Limit(simulations=20))
BASE_3, BASE_4 = (("base", 3),), (("base", 4),)


def random_match(**changes):
    return Match(**{"a": "random", "b": "random", "games": 6, "options": BASE_4, **changes})


# --- the plan -------------------------------------------------------------------------------------------------------


def test_the_first_pair_starts_on_the_empty_board_and_others_with_a_stone():
    match = random_match(games=40)
    starts = [match.start(number).moves for number in range(40)]
    assert starts[0] == starts[1] == []
    assert all(len(moves) == 1 for moves in starts[2:])
    assert starts[0::2] == starts[1::2], "a pair shares its opening"
    assert len({tuple(moves) for moves in starts}) == 20, "no opening comes twice before all have come"


def test_all_games_can_start_from_the_empty_board_and_still_differ():
    match = Match("uct", "uct", (Limit(simulations=20),) * 2, 6, options=(("base", 3),), openings=EMPTY_BOARD)
    assert all(match.start(number).moves == [] for number in range(6))
    score = Score()
    for number in range(6):
        score.add(play_game(match, number))
    assert (score.games, score.repeats, score.repeat_warning) == (6, 0, "")
    assert match.key != replace(match, openings=()).key


def test_repeated_games_are_counted_and_reported():
    score = Score()
    for number in range(20):
        score.add(GameResult(number, number % 2, ("a1", "b1", "c1"), A, "ring"))
    assert score.repeats == 18, "colours make a difference"
    assert "18 of 20 games repeat an earlier one" in score.repeat_warning


def test_openings_repeat_when_the_board_has_no_more():
    match = random_match(options=(("base", 2),), games=40)
    assert match.start(2).moves == match.start(2 + 2 * 7).moves


def test_the_seed_determines_the_openings():
    first, other = random_match(seed=1), random_match(seed=2)
    assert [first.start(n).moves for n in range(6)] == [random_match(seed=1).start(n).moves for n in range(6)]
    assert [first.start(n).moves for n in range(6)] != [other.start(n).moves for n in range(6)]


def test_openings_can_be_given():
    match = random_match(openings=("d4 c3", "a1"))
    assert [match.start(number).moves for number in range(5)] == [["d4", "c3"]] * 2 + [["a1"]] * 2 + [["d4", "c3"]]


def test_each_player_is_white_once_in_a_pair():
    assert [random_match().white(number) for number in range(4)] == [A, B, A, B]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "at least one game"),
        ({"games": 1.5}, "at least one game, not 1.5"),
        ({"seed": 1.5}, "a seed must be an integer, not 1.5"),
        ({"a": "uct(c=0.4)+ravee"}, "did you mean rave"),
        ({"b": "rave(r=-1)"}, "takes 0 to"),
        ({"b": "openspiel(simulation=3)"}, "parameter 'simulation' of openspiel"),
        ({"options": (("base", 99),)}, "a base from 2 to 14"),
        ({"openings": ("a1", "z9")}, "is not on a base-4 board"),
        ({"openings": ("a1 d7 b1 e7 c1 f7 d1",)}, "already over"),
        ({"game": "chess", "options": ()}, "unknown game"),
    ],
)
def test_an_invalid_match_is_refused_before_the_first_game(changes, message):
    with pytest.raises(malecon.GameError, match=message):
        random_match(**changes)


# --- games ----------------------------------------------------------------------------------------------------------


def test_a_game_can_be_replayed_from_its_number():
    match = Match("rave", "uct", FEW, games=4, options=BASE_3)
    game, again = play_game(match, 3), play_game(match, 3)
    assert game.moves == again.moves
    assert game.moves[0] == match.start(3).moves[0]
    assert play_game(match, 2).moves != game.moves


def test_a_result_has_moves_winner_and_statistics():
    match = Match("rave", "random", FEW, games=2, options=BASE_3)
    result = play_game(match, 1)
    replay = malecon.Havannah(base=3, moves=result.moves)
    outcome = replay.outcome
    assert result.how == " and ".join(outcome.how)
    assert result.winner == {malecon.WHITE: B, malecon.BLACK: A, None: None}[outcome.winner]
    assert result.plies == len(result.moves)
    assert sum(effort.moves for effort in result.stats) == result.plies
    assert 0 < result.stats[A].simulations <= 20 * result.stats[A].moves
    assert result.stats[B].simulations == 0
    assert result.stats[A].seconds > 0


def test_each_player_has_its_own_limit():
    match = Match("rave", "rave", (Limit(simulations=10), Limit(simulations=40)), games=2, options=BASE_4)
    first, second = play_game(match, 0).stats
    assert first.simulations / first.moves < 11 < second.simulations / second.moves


def test_a_match_can_count_differing_moves():
    match = random_match(compare=True)
    results = [play_game(match, number) for number in range(4)]
    assert all(0 < result.differing_moves <= result.plies for result in results)
    assert results[1].moves == play_game(match, 1).moves
    assert play_game(random_match(), 0).differing_moves is None
    score = Score()
    for result in results:
        score.add(result)
    assert score.differing_moves == sum(result.differing_moves for result in results)


def test_a_game_can_be_adjudicated_by_a_proof():
    players, limits = ("rave+mcts_solver+threats", "random"), (Limit(simulations=300), Limit())
    long, short = (Match(*players, limits, games=2, options=BASE_4, adjudicate=stop) for stop in (False, True))
    for number in range(2):
        whole, ended = play_game(long, number), play_game(short, number)
        assert ended.moves == whole.moves[: ended.plies]
        assert ended.plies < whole.plies
        assert (ended.winner, ended.how) == (whole.winner, "proof")
        record = game_record(short, ended)
        assert record.result == ("W+" if ended.winner == ended.white else "B+")
        assert malecon.GameRecord.parse(record.sgf()).end.comment.endswith("adjudicated: the winner is proved")
    assert long.key != short.key


class FaultyPlayer(Player):
    """Always plays the first cell, or raises an exception."""

    name = "faulty"

    def __init__(self, error=None):
        self.error = error

    def handshake(self, start, limit):
        """Hide the fault until the game."""

    def decide(self, position, limit=None):
        if self.error:
            raise self.error
        return malecon.Decision("a1")


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (FaultyPlayer(), "random: IllegalMoveError: a1 is occupied by a white stone"),
        (FaultyPlayer(PlayerFault("out of\n luck")), "random: PlayerFault: out of luck"),
    ],
)
def test_a_player_at_fault_forfeits_its_game(monkeypatch, player, message):
    seat(monkeypatch, player)
    result = play_game(random_match(openings=("a1",)), 0)
    assert (result.winner, result.how) == (A, FORFEIT)
    assert result.forfeit_reason == message
    score = Score()
    score.add(result)
    assert (score.wins, score.forfeits, score.forfeit_counts) == (1, [message], [0, 1])


def seat(monkeypatch, player, role="", loaded=()):
    """Let a player play B, or with a role its shadow; code of the matches in `loaded` is not loaded before a game."""
    usual = Match.player

    def chosen(match, side, number, other_role=""):
        return player if (side, other_role) == (B, role) else usual(match, side, number, other_role)

    monkeypatch.setattr(Match, "player", chosen)
    monkeypatch.setattr(playing, "_warm", {match.key for match in loaded})


def test_a_fault_of_a_shadow_forfeits_the_game_of_its_own_side(monkeypatch):
    seat(monkeypatch, FaultyPlayer(PlayerFault("no idea")), playing.SHADOW)
    result = play_game(random_match(compare=True), 0)
    assert (result.winner, result.how, result.forfeit_reason) == (A, FORFEIT, "random: PlayerFault: no idea")


WHEN = pytest.mark.parametrize("is_loaded", [False, True], ids=["before the game", "during the game"])


@WHEN
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "out of memory; play fewer games in parallel"),
        (OSError(28, "No space left on device"), r"OSError: \[Errno 28\] No space left on device"),
        (ImportError("no module named llvmlite"), "ImportError: no module named llvmlite"),
        (RuntimeError("can't start new thread"), "RuntimeError: can't start new thread"),
        (malecon.GameError("cannot allocate a 512 MB tree; use less memory"), "cannot allocate a 512 MB tree"),
    ],
)
def test_a_fault_of_the_machine_is_not_a_result(monkeypatch, error, message, is_loaded):
    match = random_match()
    seat(monkeypatch, FaultyPlayer(error), loaded=[match] if is_loaded else [])
    with pytest.raises(malecon.GameError, match=f"^no result in game 3 of random against random: {message}"):
        play_game(match, 2)


@WHEN
@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError("a bug"), RuntimeError("a bug")])
def test_an_interrupt_or_a_bug_is_not_a_result_and_keeps_its_traceback(monkeypatch, error, is_loaded):
    match = random_match()
    seat(monkeypatch, FaultyPlayer(error), loaded=[match] if is_loaded else [])
    with pytest.raises(type(error)):
        play_game(match, 0)


@pytest.mark.parametrize(
    ("text", "changes", "message"),
    [
        ("random(near=own)", {"game": "breakthrough", "options": ()}, "defines no distance between cells"),
        ("alphabeta+rave", {}, "alphabeta has no tree"),
        ("alphabeta", {"threads": (2, 1)}, "alphabeta runs on one thread"),
    ],
)
def test_a_player_that_does_not_suit_the_match_is_refused_before_the_first_game(text, changes, message):
    with pytest.raises(malecon.GameError, match=message):
        random_match(a=text, **changes)


def test_many_forfeits_give_a_warning():
    score = Score()
    for number in range(200):
        score.add(GameResult(number, A, (), A, FORFEIT if number < 2 else "ring", forfeit_reason="crash"))
    assert score.forfeit_warning == "", "1% is tolerated"
    score.add(GameResult(200, A, (), B, FORFEIT, forfeit_reason="late"))
    assert score.forfeit_counts == [1, 2]
    assert score.forfeit_warning == (
        "WARNING: 3 of 201 games (1%) were forfeited, so the score does not measure strength; the first: crash"
    )


class HalfBrokenExecutor(Executor):
    """Runs the first game of each round and fails the others, all finished at once."""

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        if args[1] == 0:
            future.set_result(function(*args))
        else:
            future.set_exception(MemoryError())
        return future


def test_games_that_ended_together_with_a_failure_are_not_lost():
    match, numbers = random_match(), iter([1, 2, 0, 3])
    games = play_games(HalfBrokenExecutor(), lambda: (match, next(numbers)), 4)
    assert next(games)[1].number == 0
    with pytest.raises(MemoryError):
        next(games)


# --- many games -----------------------------------------------------------------------------------------------------


def test_every_game_is_played_once():
    assert [result.number for result in play_match(random_match())] == list(range(6))


@pytest.mark.slow
def test_processes_play_the_same_games_as_one():
    match = random_match(games=5)
    alone = {result.number: result.moves for result in play_match(match)}
    together = {result.number: result.moves for result in play_match(match, jobs=2)}
    assert together == alone


@pytest.mark.slow
def test_a_match_in_processes_can_be_abandoned():
    games = play_match(random_match(games=1000), jobs=2)
    next(games)
    games.close()


@pytest.mark.slow
def test_a_dead_worker_is_reported_in_one_line():
    games = play_match(random_match(games=1000), jobs=2)
    next(games)
    victim = multiprocessing.active_children()[0]
    victim.kill()
    with pytest.raises(malecon.GameError, match="a worker process died"):
        list(games)


def test_at_least_one_job_is_required():
    with pytest.raises(malecon.GameError, match="jobs must be at least 1"):
        play_match(random_match(), jobs=0)


def test_a_game_is_aborted_between_two_moves(monkeypatch):
    class Set:
        def is_set(self):
            return True

    monkeypatch.setattr(playing, "_stop_event", Set())
    with pytest.raises(playing.GameAborted):
        play_game(random_match(), 0)


def test_search_beats_chance():
    score = Score()
    for result in play_match(Match("rave", "random", (Limit(simulations=200),) * 2, games=10, options=BASE_4)):
        score.add(result)
    assert score.points >= 9


# --- OpenSpiel ------------------------------------------------------------------------------------------------------


def test_openspiel_can_play_a_match(request):
    if not openspiel.is_installed():
        pytest.skip('OpenSpiel is not here: pip install "malecon[peers]"')
    match = Match("openspiel(simulations=50)", "random", FEW, games=2, options=(("base", 4), ("swap_rule", True)))
    results = list(play_match(match))
    assert not any(result.is_forfeit for result in results)
    assert results[0].stats[A].simulations >= 40 * results[0].stats[A].moves
    player = make_player("openspiel", seed=1)
    assert player.decide(malecon.Havannah(4), Limit(simulations=30)).simulations == 30
    assert player.decide(malecon.Havannah(4), Limit(seconds=0.01)).seconds < 1


def test_openspiel_needs_a_limit_and_the_empty_board():
    if not openspiel.is_installed():
        pytest.skip('OpenSpiel is not here: pip install "malecon[peers]"')
    player = make_player("openspiel")
    with pytest.raises(malecon.GameError, match="needs a limit"):
        player.decide(malecon.Havannah(4))
    with pytest.raises(malecon.GameError, match="set-up board"):
        player.decide(malecon.Havannah.from_stones(4, ["a1"], ["b1"]), Limit(simulations=10))


def test_a_board_that_openspiel_lacks_is_refused_before_the_first_game():
    if not openspiel.is_installed():
        pytest.skip('OpenSpiel is not here: pip install "malecon[peers]"')
    with pytest.raises(malecon.GameError, match="has Amazons only on 10x10"):
        Match("random", "openspiel", FEW, game="amazons", options=(("rows", 6), ("columns", 6)))


# --- the score ------------------------------------------------------------------------------------------------------


def result(number, winner, white=None):
    return GameResult(number, number % 2 if white is None else white, ("a1",) * 10, winner, "ring")


def score_of(*winners):
    score = Score()
    for number, winner in enumerate(winners):
        score.add(result(number, winner))
    return score


def test_the_score_counts_points_and_pairs():
    score = score_of(A, A, A, None, None, B, B, B, A)
    assert (score.wins, score.draws, score.losses, score.games) == (4, 2, 3, 9)
    assert score.points == 5
    assert score.pairs == [1, 1, 0, 1, 1], "the ninth game waits for its partner"
    assert score.share == pytest.approx(5 / 9)


def test_pairs_may_end_in_any_order():
    score = Score()
    for number, winner in ((3, A), (0, B), (2, A), (1, None)):
        score.add(result(number, winner))
    assert score.pairs == [0, 1, 0, 0, 1]


def test_the_score_has_the_share_of_white():
    assert score_of(A, B, A, B).white_share == 1.0
    assert score_of(A, A).white_share == 0.5


def test_no_games_are_even():
    score = Score()
    assert (score.share, score.elo, score.white_share, score.simulations_per_second(A)) == (0.5, 0.0, 0.5, 0.0)
    assert score.interval == (0, 1)


def test_speed_is_simulations_per_second_over_all_games():
    score = Score()
    for number in range(2):
        score.add(GameResult(number, A, (), A, "ring", (PlayerStats(10, 2.0, 1000), PlayerStats(10, 1.0, 0))))
    assert (score.simulations_per_second(A), score.simulations_per_second(B)) == (500, 0)


def test_a_sequential_test_stops_at_its_bounds():
    test = Sprt(0, 100)
    assert test.verdict(score_of(A, A).pairs) is None
    assert test.verdict(score_of(*[A] * 60).pairs) == "elo1"
    assert test.verdict(score_of(*[B] * 60).pairs) == "elo0"
    assert test.as_dict(score_of(A, A).pairs)["bounds"] == pytest.approx([-2.944, 2.944], abs=1e-3)
