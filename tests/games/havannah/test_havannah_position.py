"""The class `Havannah`: drawings, swap, setup, undo, SVG and errors."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from malecon import BLACK, WHITE, Colour, GameError, Havannah, IllegalMoveError, NotationError


def played(base: int, plies: int, seed: int = 1, **options: bool) -> Havannah:
    """Return the position after some random moves, or at the end of the game."""
    dice, position = random.Random(seed), Havannah(base, **options)
    while position.ply < plies and position.legal_moves:
        position.play(dice.choice([move for move in position.legal_moves if move != "swap"]))
    return position


# --- text -------------------------------------------------------------------------------------------------------------


def test_a_board_is_drawn_row_by_row_with_the_last_move_in_brackets() -> None:
    lines = str(Havannah(3, moves="b2 c3 d4")).splitlines()[1:]
    assert [line.split(maxsplit=1)[1].replace("  ", " ") for line in lines] == [
        ". . . d",
        ". O . . e",
        ". . X . .",
        ". .[O].",
        ". . .",
    ]


@pytest.mark.parametrize("base", range(2, 15))
def test_a_drawn_board_is_read_back(base: int) -> None:
    for plies in (0, 1, base, 2 * base + 1):
        position = played(base, plies, seed=base)
        if not position.is_over:
            assert Havannah.from_text(str(position), position.to_move) == position


def test_without_a_side_to_move_the_side_with_fewer_stones_moves() -> None:
    assert Havannah.from_text(str(played(4, 4))).to_move is WHITE
    assert Havannah.from_text(str(played(4, 5))).to_move is BLACK


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a drawn board needs an odd number of rows from 3 to 27, not 0"),
        ("O X", "a drawn board needs an odd number of rows"),
        (". .\n. . .\n. .\n. .", "an odd number of rows from 3 to 27, not 4"),
        (". .\n. .\n. .", "row 2 of a base-2 board needs 3 cells, not 2"),
    ],
)
def test_an_invalid_drawing_is_rejected_in_one_line(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        Havannah.from_text(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("plies", [0, 1, 10, 40, 100])
def test_the_svg_is_well_formed_and_shows_every_stone(plies: int) -> None:
    position = played(5, plies)
    picture = ElementTree.fromstring(position._repr_svg_())
    shapes = [element.tag.rpartition("}")[2] for element in picture.iter()]
    assert shapes.count("polygon") == len(position.cells)
    assert shapes.count("circle") == position.ply + bool(position.ply)  # one more marks the last move


# --- setup ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", [3, 5, 9])
def test_a_setup_equals_the_same_position_reached_by_moves(base: int) -> None:
    position = played(base, base)
    twin = Havannah.from_stones(base, position.stones(WHITE), position.stones(BLACK), position.to_move)
    assert twin == position
    assert hash(twin) == hash(position)
    assert twin.zobrist == position.zobrist
    assert twin.moves == []
    assert twin.legal_moves == position.legal_moves


def test_two_stones_on_one_cell_are_rejected() -> None:
    with pytest.raises(GameError, match="b2 is listed for both White and Black"):
        Havannah.from_stones(4, ["b2"], ["c3", "b2"])


def test_images_and_copies_of_a_setup_keep_its_stones() -> None:
    position = Havannah.from_stones(4, ["b2", "c3"], ["d4"], BLACK)
    position.play("a1")
    assert position.symmetric(3).symmetric(3) == position
    assert position.start() == Havannah.from_stones(4, ["b2", "c3"], ["d4"], BLACK)
    position.undo()
    with pytest.raises(GameError, match="no move to take back"):
        position.undo()


# --- swap -------------------------------------------------------------------------------------------------------------


def test_a_swap_turns_the_first_stone_black_and_white_moves_next() -> None:
    position = Havannah(4, swap_rule=True, moves="d4")
    assert position.can_swap
    assert position.legal_moves[-1] == "swap"
    position.swap()
    assert position.stone("d4") is BLACK
    assert position.to_move is WHITE
    assert position.stones(WHITE) == []
    assert position.moves == ["d4", "swap"]
    assert position.chain("d4") == ["d4"]


@pytest.mark.parametrize("moves", ["", "d4 d5", "d4 swap", "d4 d5 d6"])
def test_a_swap_only_answers_the_first_stone(moves: str) -> None:
    position = Havannah(4, swap_rule=True, moves=moves)
    assert "swap" not in position.legal_moves
    with pytest.raises(IllegalMoveError, match="swap is legal only in answer to the first stone"):
        position.play("swap")


def test_a_swap_needs_the_swap_rule() -> None:
    with pytest.raises(IllegalMoveError, match=r"swap is legal only under the swap rule"):
        Havannah(4, moves="d4 swap")


def test_a_swap_can_be_undone() -> None:
    position = Havannah(4, swap_rule=True, moves="d4")
    before = position.structs.tobytes()
    position.swap()
    assert position.undo() == "swap"
    assert position.structs.tobytes() == before
    assert position.stone("d4") is WHITE
    assert position.can_swap


def test_a_swapped_stone_counts_for_black() -> None:
    position = Havannah(2, swap_rule=True, moves="a1 swap c3")
    assert position.winning_cells(BLACK) == ["b1", "a2"]
    position.play("b1")
    assert str(position.outcome) == "Black wins by bridge"


@pytest.mark.parametrize("symmetry", range(12))
def test_images_of_swapped_games_are_swapped_too(symmetry: int) -> None:
    position = Havannah(4, swap_rule=True, moves="b2 SWAP c3 d5")
    image = position.symmetric(symmetry)
    assert image.moves[1] == "swap"
    assert image.canonical() == position.canonical()


def test_positions_before_the_first_stone_differ_by_the_swap_rule_and_later_ones_do_not() -> None:
    for moves in ("", "d4"):
        assert Havannah(4, moves=moves) != Havannah(4, swap_rule=True, moves=moves)
    assert Havannah(4, moves="d4 d5") == Havannah(4, swap_rule=True, moves="d4 d5")
    swapped = Havannah(4, swap_rule=True, moves="d4 swap")
    assert swapped == Havannah.from_stones(4, black=["d4"], to_move=WHITE)


# --- stones, chains, hashes, symmetries -------------------------------------------------------------------------------


def test_stones_and_chains_are_available() -> None:
    position = Havannah(4, moves="d4 a1 d5 a2 g7")
    assert position.stone("D4") is WHITE
    assert position.stone("c3") is None
    assert position.stones(WHITE) == ["d4", "d5", "g7"]
    assert position.chain("d5") == ["d4", "d5"]
    assert position.chain("a1") == ["a1", "a2"]
    with pytest.raises(GameError, match="no stone on c3"):
        position.chain("c3")


def test_different_positions_have_different_hashes() -> None:
    position, seen = Havannah(8), set()
    for move in position.legal_moves:
        position.play(move)
        seen.add(position.zobrist)
        position.undo()
    assert len(seen) == 169
    assert (
        Havannah.from_stones(4, ["d4"], to_move=WHITE).zobrist != Havannah.from_stones(4, ["d4"], to_move=BLACK).zobrist
    )


@pytest.mark.parametrize("symmetry", [-1, 12, 100])
def test_there_are_twelve_symmetries(symmetry: int) -> None:
    with pytest.raises(GameError, match=f"symmetry must be 0 to 11, not {symmetry}"):
        Havannah(4).symmetric(symmetry)


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", " ", "z9", "a8", "a5", "g3", "d", "4", "d44", "4d", "d-4", "d4 d5", "é4", "d٤", "x" * 1000]
)
def test_an_invalid_cell_is_rejected_with_an_example_or_the_range(text: str) -> None:
    with pytest.raises(
        NotationError, match=r"such as d4$|cells are a1 to g7, with column and row less than 4 apart$"
    ) as e:
        Havannah(4).play(text)
    assert len(str(e.value)) < 150


def test_an_occupied_cell_is_rejected_with_the_colour_of_its_stone() -> None:
    with pytest.raises(IllegalMoveError, match="d4 is occupied by a white stone"):
        Havannah(4, moves="d4 d4")


def test_no_move_is_legal_after_the_end() -> None:
    position = Havannah(2, moves="a1 b2 b1")
    with pytest.raises(
        IllegalMoveError, match=r"the game is over \(White wins by bridge\); call undo\(\) to take back a move"
    ):
        position.play("c3")


def test_colours_have_names_and_opponents() -> None:
    assert [str(colour) for colour in Colour] == ["White", "Black"]
    assert WHITE.other is BLACK
    assert BLACK.other is WHITE
