"""The rating list: who is on it, which games count, and who plays next. Games are made up, but for a few."""

import json

import pytest

from malecon.games.errors import GameError
from malecon.lab.matches.executors import new_executor
from malecon.lab.matches.game import GameResult
from malecon.lab.matches.match import A, B, Match
from malecon.lab.store.database import Store
from malecon.lab.store.leases import Leases
from malecon.lab.tuning.ladder import Conditions, Ladder, Pairings
from malecon.lab.tuning.ladder_plot import draw_ladder
from malecon.players.player import Limit

pytest.importorskip("scipy")

CONDITIONS = Conditions(Limit(simulations=5), options=(("base", 3),))


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "lab.sqlite") as store:
        yield store


@pytest.fixture
def ladder(store):
    ladder = Ladder(store, CONDITIONS)
    for player in ("random", "uct", "uct(c=1)"):
        ladder.add(player)
    return ladder


def keep(ladder, a, b, wins, losses, **changes):
    """Put made-up games of two players into the database; `wins` are those of the first."""
    match = ladder.match(a, b)
    ladder.store.register_matches(match)
    first = A if match.a == a else B
    begin = len(ladder.store.results(match))
    for number in range(begin, begin + wins + losses):
        winner = first if number - begin < wins else 1 - first
        ladder.store.add(match, GameResult(number, match.white(number), (), winner, "ring", **changes))


def test_players_stand_on_the_list_in_their_one_right_form_and_once(ladder):
    assert ladder.add(" uct( 1 )") == "uct(c=1)"
    assert ladder.players == ["random", "uct", "uct(c=1)"]


def test_a_player_that_is_none_is_refused(ladder):
    with pytest.raises(GameError, match="unknown technique"):
        ladder.add("nobody")


def test_a_player_leaves_the_list_and_its_games_stay(ladder):
    keep(ladder, "random", "uct", 1, 3)
    ladder.remove("random")
    assert ladder.players == ["uct", "uct(c=1)"]
    assert list(ladder.games()) == []
    ladder.add("random")
    assert len(list(ladder.games())) == 4
    with pytest.raises(GameError, match="is not on this ladder"):
        ladder.remove("joosten2009")


def test_the_list_is_kept_in_the_database_for_each_condition(store, ladder):
    assert Ladder(store, CONDITIONS).players == ladder.players
    assert Ladder(store, Conditions(Limit(simulations=6), options=(("base", 3),))).players == []


def test_the_usual_players_are_presets_and_baselines(store):
    ladder = Ladder(store, CONDITIONS)
    ladder.add_defaults()
    assert {"random", "malecon", "greedy", "stankiewicz2012"} <= set(ladder.players)


def test_ratings_follow_the_games(ladder):
    keep(ladder, "uct", "random", 18, 2)
    keep(ladder, "uct(c=1)", "uct", 15, 5)
    assert [row.player for row in ladder.ratings().table()] == ["uct(c=1)", "uct", "random"]
    assert ladder.ratings().probability_stronger("uct", "random") > 0.99


def test_games_of_other_conditions_do_not_count(ladder):
    other = Match("random", "uct", (Limit(simulations=9),) * 2, options=(("base", 3),))
    ladder.store.register_matches(other)
    ladder.store.add(other, GameResult(0, A, (), A, "ring"))
    assert list(ladder.games()) == []


def test_games_of_the_same_conditions_count_whatever_they_were_played_for(ladder):
    other = Match("random", "uct", (Limit(simulations=5),) * 2, seed=77, options=(("base", 3),))
    ladder.store.register_matches(other)
    ladder.store.add(other, GameResult(0, A, (), A, "ring"))
    assert list(ladder.games()) == [("random", "uct", 1.0)]


def test_games_of_earlier_code_count_for_the_version_that_played_them(ladder):
    keep(ladder, "uct", "random", 2, 0, code="0.0.1+abc")
    assert list(ladder.games()) == []
    assert set(ladder.games(versions=True)) == {("random", "uct @ 0.0.1+abc", 0.0)}


def test_who_has_played_least_plays_next(ladder):
    keep(ladder, "random", "uct", 50, 50)
    with Leases(ladder.store) as leases:
        tasks = Pairings(ladder, leases, games=3)
        (first, one), (second, two), (third, three) = tasks.next(), tasks.next(), tasks.next()
        assert "uct(c=1)" in first.players
        assert first == second
        assert {one, two} == {0, 1}  # both games of a pair
        assert (third.key, three) != (first.key, one)
        assert tasks.next() is None


def test_games_are_played_and_kept(ladder):
    played = list(ladder.play(new_executor(1), 1, games=6))
    assert len(played) == 6
    assert sum(1 for _ in ladder.games()) == 6
    list(ladder.play(new_executor(1), 1, games=2))
    assert sum(row.games for row in ladder.ratings().table()) == 16


def test_one_player_is_no_list(store):
    ladder = Ladder(store, CONDITIONS)
    ladder.add("random")
    with pytest.raises(GameError, match="at least two players"):
        ladder.ratings()


def test_the_list_is_drawn(ladder, tmp_path):
    pytest.importorskip("matplotlib")
    keep(ladder, "uct", "random", 20, 0)
    rows = ladder.ratings().table("random")
    draw_ladder(rows, "Title", tmp_path / "list.svg")
    assert (tmp_path / "list.svg").stat().st_size > 1000
    with pytest.raises(GameError, match="cannot plot to"):
        draw_ladder(rows, "Title", tmp_path / "list.txt")


def test_conditions_are_the_same_whatever_the_order_of_options():
    limit = Limit(simulations=5)
    one = Conditions(limit, options=(("base", 3), ("swap_rule", True)))
    other = Conditions(limit, options=(("swap_rule", True), ("base", 3)))
    assert one.key == other.key
    assert json.loads(one.key)[1]["base"] == 3
