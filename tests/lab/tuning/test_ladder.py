"""The rating list: its players, the games that count, and the next pairing. Most games are simulated."""

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
    """Store simulated games of two players; `wins` is the number of wins of the first."""
    match = ladder.match(a, b)
    ladder.store.register_matches(match)
    first = A if match.a == a else B
    begin = len(ladder.store.results(match))
    for number in range(begin, begin + wins + losses):
        winner = first if number - begin < wins else 1 - first
        ladder.store.add(match, GameResult(number, match.white(number), (), winner, **{"how": "ring", **changes}))


def test_players_are_listed_once_in_canonical_form(ladder):
    assert ladder.add(" uct( 1 )") == "uct(c=1)"
    assert ladder.players == ["random", "uct", "uct(c=1)"]


def test_an_invalid_player_is_refused(ladder):
    with pytest.raises(GameError, match="technique"):
        ladder.add("nobody")


def test_a_removed_player_keeps_its_games(ladder):
    keep(ladder, "random", "uct", 1, 3)
    ladder.remove("random")
    assert ladder.players == ["uct", "uct(c=1)"]
    assert list(ladder.games()) == []
    ladder.add("random")
    assert len(list(ladder.games())) == 4
    with pytest.raises(GameError, match="is not on this ladder"):
        ladder.remove("joosten2009")


def test_the_database_keeps_a_list_for_each_condition(store, ladder):
    assert Ladder(store, CONDITIONS).players == ladder.players
    assert Ladder(store, Conditions(Limit(simulations=6), options=(("base", 3),))).players == []


def test_the_default_players_are_presets_and_baselines(store):
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


def test_all_games_under_the_same_conditions_count(ladder):
    other = Match("random", "uct", (Limit(simulations=5),) * 2, seed=77, options=(("base", 3),))
    ladder.store.register_matches(other)
    ladder.store.add(other, GameResult(0, A, (), A, "ring"))
    assert list(ladder.games()) == [("random", "uct", 1.0)]


def test_games_of_earlier_code_count_for_the_version_that_played_them(ladder):
    keep(ladder, "uct", "random", 2, 0, code="0.0.1+abc")
    assert list(ladder.games()) == []
    assert set(ladder.games(versions=True)) == {("random", "uct @ 0.0.1+abc", 0.0)}


def test_forfeits_are_counted_for_the_player_that_forfeited(ladder):
    keep(ladder, "uct", "random", 3, 1, how="forfeit", forfeit_reason="late")
    keep(ladder, "uct", "random", 2, 2)
    assert ladder.forfeits() == {"random": 3, "uct": 1}


def test_the_player_with_the_fewest_games_plays_next(ladder):
    keep(ladder, "random", "uct", 50, 50)
    with Leases(ladder.store) as leases:
        tasks = Pairings(ladder, leases, games=3)
        (first, one), (second, two), (third, three) = tasks.next(), tasks.next(), tasks.next()
        assert "uct(c=1)" in first.players
        assert first == second
        assert {one, two} == {0, 1}  # both games of a pair
        assert (third.key, three) != (first.key, one)
        assert tasks.next() is None


def test_games_are_played_and_stored(ladder):
    played = list(ladder.play(new_executor(1), 1, games=6))
    assert len(played) == 6
    assert sum(1 for _ in ladder.games()) == 6
    list(ladder.play(new_executor(1), 1, games=2))
    assert sum(row.games for row in ladder.ratings().table()) == 16


def test_a_ladder_needs_two_players(store):
    ladder = Ladder(store, CONDITIONS)
    ladder.add("random")
    with pytest.raises(GameError, match="at least two players"):
        ladder.ratings()


def test_the_list_can_be_plotted(ladder, tmp_path):
    pytest.importorskip("matplotlib")
    keep(ladder, "uct", "random", 20, 0)
    rows = ladder.ratings().table("random")
    draw_ladder(rows, "Title", tmp_path / "list.svg")
    assert (tmp_path / "list.svg").stat().st_size > 1000
    with pytest.raises(GameError, match="cannot plot to"):
        draw_ladder(rows, "Title", tmp_path / "list.txt")


def test_the_order_of_options_does_not_matter():
    limit = Limit(simulations=5)
    one = Conditions(limit, options=(("base", 3), ("swap_rule", True)))
    other = Conditions(limit, options=(("swap_rule", True), ("base", 3)))
    assert one.key == other.key
    assert json.loads(one.key)[1]["base"] == 3
