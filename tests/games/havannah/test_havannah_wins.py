"""Rings, bridges and forks on drawn boards; the lower-case letter is the last stone."""

from __future__ import annotations

import pytest
from support import oracle
from support.boards import before_last, finish, ways

from malecon import BLACK, WHITE, GameError, Havannah
from malecon.games.havannah import rules

RINGS = {
    "around one empty cell": """
           . . .
          . O O .
         . O . o .
          . O O .
           . . .""",
    "around a stone of the opponent": """
           . X .
          . X X .
         . X O X .
          O x X .
           O . .""",
    "around an own stone: a filled hexagon": """
           . . .
          . O O .
         . O O o .
          . O O .
           . . .""",
    "around two own stones": """
           . . . .
          . . . . .
         . . X x X .
        . . X X X X .
         . . X X X .
          . . . . .
           . . . .""",
    "around several cells of all kinds": """
           . . . .
          . O O O .
         . O X . O .
        . O . . O O .
         . O X . O .
          . O o O .
           . . . .""",
    "touching the border": """
           . X x .
          . X . X .
         . . X X . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .""",
    "with three arms meeting in the last stone": """
           . . . .
          . X X . .
         . X . X . .
        . . X x . . .
         . . . X . .
          . . . X .
           . . . .""",
}

NO_RINGS = {
    "a chain around a gap at the side": """
           . O . O
          . . O o .
         . . . . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .""",
    "a thick chain": """
           . . . .
          . O O O .
         . O O O O .
        . . . . o O .
         . . . . . .
          . . . . .
           . . . .""",
    "a ring with a gap": """
           . . . .
          . O O O .
         . O . . O .
        . O . . . O .
         . O . . O .
          . O o . .
           . . . .""",
    "a ring with an opponent's stone in it": """
           . . .
          . O O .
         . O . X .
          . O o .
           . . .""",
}

BRIDGES = {
    "along the top": """
           O O o O
          . . . . .
         . . . . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .""",
    "right across": """
           X . . .
          . X . . .
         . . X . . .
        . . . x . . .
         . . . X . .
          . . . X .
           . . . X""",
    "completed on a corner": """
           . . o
          . . O .
         . O O . .
          O . . .
           O . .""",
}

FORKS = {
    "of three sides that lie apart": """
           . O . .
          . O . . .
         . . O . . .
        . . . o O O .
         . . O . . O
          . O . . .
           . O . .""",
    "of three sides that follow each other": """
           . X X .
          X . . X .
         X . . X X X
        . X X x . . .
         . . . . . .
          . . . . .
           . . . .""",
    "completed on the side": """
           . O . .
          . O . . .
         . O . . . .
        . O . . . . .
         . O . . . .
          o O . . .
           . O . .""",
}

NO_FORKS = {
    "two sides and the corner between them": """
           o O .
          O . . .
         . . . . .
          . . . .
           . . .""",
    "two sides and a corner at the end of a third": """
           . X X .
          . . . X .
         . . . X X .
        . . . . x . .
         . . . . X .
          . . . . X
           . . . X""",
}

SEVERAL = {
    ("bridge", "fork", "ring"): """
           O . O .
          . O O O .
         . . O . O O
        . . . o O . .
         . . O . . .
          O O . . .
           O . . .""",
    ("bridge", "ring"): """
           O . O .
          . O O O .
         . . O . O O
        . . . o O . .
         . . O . . .
          . O . . .
           O . . .""",
    ("fork", "ring"): """
           O . O .
          . O O O .
         . . O . O O
        . . . o O . .
         . . O . . .
          O O . . .
           . . . .""",
    ("bridge", "fork"): """
           O . O .
          . O O O .
         . . . . O O
        . . . o O . .
         . . O . . .
          O O . . .
           O . . .""",
}


@pytest.mark.parametrize("text", RINGS.values(), ids=RINGS.keys())
def test_a_ring_wins(text: str) -> None:
    assert ways(finish(text)) == {"ring"}


@pytest.mark.parametrize("text", NO_RINGS.values(), ids=NO_RINGS.keys())
def test_an_incomplete_ring_does_not_win(text: str) -> None:
    assert finish(text).outcome is None


@pytest.mark.parametrize("text", BRIDGES.values(), ids=BRIDGES.keys())
def test_a_bridge_of_two_corners_wins(text: str) -> None:
    assert ways(finish(text)) == {"bridge"}


@pytest.mark.parametrize("text", FORKS.values(), ids=FORKS.keys())
def test_a_fork_of_three_sides_wins(text: str) -> None:
    assert ways(finish(text)) == {"fork"}


@pytest.mark.parametrize("text", NO_FORKS.values(), ids=NO_FORKS.keys())
def test_corners_do_not_count_as_sides(text: str) -> None:
    assert finish(text).outcome is None


@pytest.mark.parametrize(("how", "text"), SEVERAL.items(), ids="+".join)
def test_one_stone_may_complete_several_connections(how: tuple[str, ...], text: str) -> None:
    position = finish(text)
    assert ways(position) == set(how)
    assert str(position.outcome) == "White wins by " + " and ".join(w for w in ("ring", "bridge", "fork") if w in how)


@pytest.mark.parametrize("text", [*RINGS.values(), *BRIDGES.values(), *FORKS.values(), *SEVERAL.values()])
def test_the_reported_cells_are_the_whole_winning_chain(text: str) -> None:
    position = finish(text)
    outcome, last = position.outcome, position.last_move
    assert outcome is not None
    assert last is not None
    assert outcome.winner is position.to_move.other
    cells = oracle.by_name(position.base)
    stones = {cells[name]: str(colour) for colour in (WHITE, BLACK) for name in position.stones(colour)}
    assert {cells[name] for name in outcome.cells} == oracle.chain_of(stones, cells[last])


@pytest.mark.parametrize(
    "text", [text for boards in (RINGS, NO_RINGS, BRIDGES, FORKS, NO_FORKS, SEVERAL) for text in boards.values()]
)
def test_drawn_boards_end_as_in_the_oracle_in_all_twelve_images(text: str) -> None:
    for symmetry in range(12):
        image, last = image_of(text, symmetry)
        image.play(last)
        cells = oracle.by_name(image.base)
        stones = {cells[name]: str(colour) for colour in (WHITE, BLACK) for name in image.stones(colour)}
        assert ways(image) == oracle.endings(image.base, oracle.chain_of(stones, cells[last]))


def image_of(text: str, symmetry: int) -> tuple[Havannah, str]:
    """Return the image of a drawn position before its last stone, and the cell of that stone."""
    position, last = before_last(text)
    shape = position.geometry
    return position.symmetric(symmetry), shape.names[shape.symmetries[symmetry][shape.by_name[last]]]


@pytest.mark.parametrize("last", range(6))
def test_a_filled_hexagon_wins_whichever_stone_of_its_rim_comes_last(last: int) -> None:
    centre = Havannah(3).geometry.by_name["c3"]
    rim = [Havannah(3).cells[cell] for cell in Havannah(3).geometry.neighbours(centre)]
    position = Havannah.from_stones(3, white=["c3", *rim[:last], *rim[last + 1 :]])
    position.play(rim[last])
    assert ways(position) == {"ring"}
    assert set(position.outcome.cells if position.outcome else ()) == {"c3", *rim}


def test_the_rim_of_a_hexagon_is_a_ring_before_its_centre_is_filled() -> None:
    with pytest.raises(GameError, match="White has already won"):
        Havannah.from_text("""
           . . .
          . O O .
         . O . O .
          . O O .
           . . .""")


def test_a_chain_of_the_other_colour_does_not_help() -> None:
    position, last = before_last(BRIDGES["along the top"])
    position = Havannah.from_stones(4, position.stones(WHITE), to_move=BLACK)
    position.play(last)
    assert position.outcome is None


def test_a_full_board_without_a_winner_is_a_draw() -> None:
    position = finish("""
           O X O
          X X O O
         O X X O X
          O o X O
           X O X""")
    assert str(position.outcome) == "Draw"
    assert position.outcome is not None
    assert position.outcome.winner is None
    assert position.outcome.cells == ()
    assert position.legal_moves == []


def test_no_game_of_base_2_is_drawn() -> None:
    def outcomes(position: Havannah) -> set[str]:
        if position.outcome:
            return {str(position.outcome)}
        found: set[str] = set()
        for move in position.legal_moves:
            position.play(move)
            found |= outcomes(position)
            position.undo()
        return found

    assert outcomes(Havannah(2)) == {"White wins by bridge", "Black wins by bridge"}


@pytest.mark.parametrize("text", [*RINGS.values(), *BRIDGES.values(), *FORKS.values(), *SEVERAL.values()])
def test_the_winning_cell_is_found_before_it_is_played_in_all_twelve_images(text: str) -> None:
    for symmetry in range(12):
        position, last = image_of(text, symmetry)
        assert last in position.winning_cells()
        cell = position.geometry.by_name[last]
        promised = rules.wins_at(position.struct, position.boards[0], int(position.to_move), cell)
        position.play(last)
        assert promised == position.struct.ending
        assert position.winning_cells() == []


@pytest.mark.parametrize("text", [*NO_RINGS.values(), *NO_FORKS.values()])
def test_a_cell_that_completes_nothing_is_not_a_winning_cell(text: str) -> None:
    position, last = before_last(text)
    assert last not in position.winning_cells()
