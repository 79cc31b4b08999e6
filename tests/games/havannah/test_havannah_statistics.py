"""Statistics of random games compared with published figures: lengths, White's wins, draws, rings.

The tolerance is four standard errors of our sample plus half a unit of the figure's last digit.
"""

from __future__ import annotations

import numpy as np
import pytest

from malecon import Havannah
from malecon.games.havannah import rules
from malecon.games.random_games import RandomGames

GAMES = 200_000


@pytest.mark.slow
@pytest.mark.parametrize(("base", "plies", "white"), [(5, 46.6, 0.536), (8, 120.6, 0.514), (10, 179.9, 0.511)])
def test_length_and_white_wins_of_random_games_match_published_figures(base: int, plies: float, white: float) -> None:
    lengths, endings = RandomGames(Havannah(base), seed=base).play(GAMES)
    assert lengths.mean() == pytest.approx(plies, abs=4 * lengths.std() / GAMES**0.5 + 0.05)
    share = np.mean((lengths % 2 == 1) & (endings != 0))
    assert share == pytest.approx(white, abs=4 * (0.25 / GAMES) ** 0.5 + 0.0005)


def test_draws_are_about_six_in_ten_thousand_on_base_4_and_vanish_on_larger_boards() -> None:
    draws = np.mean(RandomGames(Havannah(4), seed=4).play(GAMES)[1] == 0)
    assert draws == pytest.approx(6e-4, abs=4 * (6e-4 / GAMES) ** 0.5 + 0.5e-4)
    assert np.all(RandomGames(Havannah(8), seed=8).play(GAMES // 10)[1] != 0)


@pytest.mark.parametrize(("base", "share"), [(4, 0.05), (5, 0.19), (6, 0.37), (8, 0.72), (10, 0.90)])
def test_the_larger_the_board_the_more_random_games_end_in_rings(base: int, share: float) -> None:
    endings = RandomGames(Havannah(base), seed=base).play(GAMES // 10)[1]
    assert np.mean(endings == rules.RING) == pytest.approx(share, abs=0.02)
