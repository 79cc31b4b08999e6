"""Complexity of Havannah among other games, with a measured length of games."""

import math

import pytest

from malecon.lab.reports.game_space import PUBLISHED, GameLength, draw_game_space, havannah_size, measure_length
from malecon.players.player import Limit


def test_the_length_of_the_paper_gives_its_game_tree():
    ours = havannah_size(10, GameLength((65, 66, 67)))
    assert (ours.state_space, ours.game_tree) == (127, 157)
    (paper,) = [game for game in PUBLISHED if game.name.startswith("Havannah")]
    assert (paper.state_space, paper.game_tree) == (127, 157)


def test_a_length_has_a_mean_and_an_interval():
    length = GameLength((40, 50, 60))
    assert length.mean == 50
    assert length.margin == pytest.approx(1.96 * 10 / math.sqrt(3), abs=0.01)
    assert GameLength((40,)).margin == math.inf


@pytest.mark.usefixtures("warm")
def test_the_length_of_random_games_is_measured():
    length = measure_length("random", 3, Limit(simulations=1), games=4)
    assert len(length.plies) == 4
    assert all(4 <= plies <= 19 for plies in length.plies)


def test_the_figure_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    draw_game_space(PUBLISHED[0], tmp_path / "space.png")
    assert (tmp_path / "space.png").read_bytes().startswith(b"\x89PNG")
