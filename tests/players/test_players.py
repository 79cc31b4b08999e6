"""The random player, decisions and limits."""

from collections import Counter

import pytest

import malecon
from malecon import Decision, Limit
from malecon.players.factory import make_player


def play_out(seed):
    game, player = malecon.Havannah(base=4, swap_rule=True), malecon.RandomPlayer(seed)
    while not game.is_over:
        game.play(player.decide(game).move)
    return game


def test_the_random_player_finishes_legal_games():
    games = [play_out(seed) for seed in range(50)]
    assert all(game.outcome for game in games)
    assert {game.outcome.winner for game in games} >= {malecon.WHITE, malecon.BLACK}


def test_the_same_seed_plays_the_same_game():
    assert play_out(7).moves == play_out(7).moves
    assert play_out(7).moves != play_out(8).moves


def test_no_seed_plays_different_games():
    assert play_out(None).moves != play_out(None).moves


def test_deciding_does_not_change_the_position():
    game = malecon.Havannah(base=4, moves="d4")
    malecon.RandomPlayer(1).decide(game)
    assert game.moves == ["d4"]


def test_every_move_is_equally_likely_and_a_swap_is_one_of_them():
    game, player = malecon.Havannah(base=2, swap_rule=True, moves="b2"), malecon.RandomPlayer(0)
    moves = game.legal_moves
    counts = Counter(player.decide(game).move for _ in range(1000 * len(moves)))
    assert "swap" in counts
    assert set(counts) == set(moves)
    assert all(850 < count < 1150 for count in counts.values())


def test_deciding_a_finished_game_is_an_error():
    game = malecon.Havannah(base=4)
    game.resign()
    with pytest.raises(malecon.GameError, match="the game is over"):
        malecon.RandomPlayer().decide(game)


def test_a_player_has_a_name_and_must_decide():
    assert isinstance(malecon.RandomPlayer(), malecon.Player)
    assert malecon.RandomPlayer().name == "random"
    with pytest.raises(TypeError):
        malecon.Player()


def test_decisions_are_values():
    assert Decision("d4") == Decision("d4")


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"seconds": -1.0}, {"simulations": 0}, {"seconds": float("nan")}])
def test_a_limit_must_be_positive(limit):
    with pytest.raises(malecon.GameError, match="greater than 0"):
        Limit(**limit)


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({"simulations": 1.5}, "a limit of simulations must be an integer greater than 0, not 1.5"),
        ({"simulations": "100"}, "a limit of simulations must be an integer greater than 0, not '100'"),
        ({"simulations": True}, "a limit of simulations must be an integer greater than 0, not True"),
        ({"seconds": "1"}, "a limit of seconds must be a number greater than 0, not '1'"),
        ({"remaining": [1]}, r"a limit of remaining must be a number greater than 0, not \[1\]"),
        ({"increment": None}, "an increment must be at least 0 seconds, not None"),
    ],
)
def test_a_limit_of_the_wrong_type_is_refused_in_one_line(limit, message):
    with pytest.raises(malecon.GameError, match=message):
        Limit(**limit)


@pytest.mark.parametrize("seed", [1.5, "1", True])
@pytest.mark.parametrize("player", ["random", "openspiel", "uct", "gtp:malecon"])
def test_a_seed_that_is_not_an_integer_is_refused(player, seed):
    with pytest.raises(malecon.GameError, match="a seed must be an integer, not"):
        make_player(player, seed=seed)
    with pytest.raises(malecon.GameError, match="a seed must be an integer, not"):
        malecon.RandomPlayer(seed=seed)
