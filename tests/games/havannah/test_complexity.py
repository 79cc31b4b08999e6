"""The complexity of Havannah compared with the paper, its formulas and plain counting."""

from itertools import product
from math import comb, factorial

import pytest

import malecon
from malecon.games.havannah.complexity import power_of_ten, state_space


def test_base_10_matches_the_powers_of_ten_of_the_paper():
    size = malecon.complexity(10)
    assert size.powers_of_ten == {"state_space": 128, "state_space_by_symmetry": 127, "game_tree": 157}
    assert (size.cells, size.game_length) == (271, 66)


@pytest.mark.parametrize("base", range(2, 15))
def test_the_state_space_matches_formulas_1_and_2(base):
    cells = malecon.complexity(base).cells
    terms = (
        comb(cells, (i + i % 2) // 2) * comb(cells - (i + i % 2) // 2, (i - i % 2) // 2) for i in range(1, cells + 1)
    )
    assert malecon.complexity(base).state_space == sum(terms)


@pytest.mark.parametrize("cells", [1, 2, 3, 7])
def test_the_state_space_counts_boards_with_alternating_stones(cells):
    boards = product(".OX", repeat=cells)
    counted = sum(board.count("O") - board.count("X") in (0, 1) and set(board) != {"."} for board in boards)
    assert state_space(cells) == counted


def test_symmetry_divides_by_twelve():
    size = malecon.complexity(5)
    assert size.state_space_by_symmetry == size.state_space // 12


def test_the_game_tree_is_a_falling_factorial():
    size = malecon.complexity(4, game_length=20)
    assert size.game_tree == factorial(37) // factorial(17)


def test_other_bases_assume_the_same_share_of_cells_as_base_10():
    assert malecon.complexity(5).game_length == round(66 * 61 / 271) == 15


def test_the_number_of_cells_matches_the_board():
    for base in range(2, 15):
        assert malecon.complexity(base).cells == len(malecon.Havannah(base).cells)


def test_powers_of_ten_are_rounded_to_the_nearest():
    assert [power_of_ten(n) for n in (1, 3, 4, 10, 10**400, 9 * 10**399)] == [0, 0, 1, 1, 400, 400]


@pytest.mark.parametrize("base", [1, 0, -3, 101, 2.0, True, "5", None])
def test_an_invalid_base_is_rejected(base):
    with pytest.raises(malecon.GameError, match="the base must be an integer from 2 to 100"):
        malecon.complexity(base)


@pytest.mark.parametrize("length", [0, 38, -1, 3.5])
def test_a_game_length_beyond_the_board_is_rejected(length):
    with pytest.raises(malecon.GameError, match="the length of a game on base 4 must be an integer from 1 to 37"):
        malecon.complexity(4, game_length=length)


def test_the_repr_omits_the_large_numbers():
    assert repr(malecon.complexity(100)) == "Complexity(base=100, cells=29701, game_length=7233)"
