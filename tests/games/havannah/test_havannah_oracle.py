"""Random games on every base compared with the oracle: legal moves, winner, ending, winning chain, images.

The struct is checked too: labels, lists, sizes and sides of chains, and the list of empty cells.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from support import oracle

from malecon import BLACK, WHITE, Havannah
from malecon.games.havannah import rules
from malecon.games.havannah.geometry import MAX_CELLS

GAMES = {2: 60, 3: 60, 4: 60, 5: 40, 6: 20, 7: 10, 8: 6, 9: 4, 10: 3, 11: 2, 12: 2, 13: 1, 14: 2}


def random_positions(base: int, games: int, seed: int) -> Iterator[Havannah]:
    """Iterate over all positions of some random games; the same object is updated in place."""
    dice = random.Random(seed)
    for _ in range(games):
        position = Havannah(base)
        yield position
        while legal := position.legal_moves:
            position.play(dice.choice(legal))
            yield position


def sample(base: int, count: int, seed: int) -> list[Havannah]:
    """Return some unfinished positions of random games."""
    dice = random.Random(seed)
    found = [position.copy() for position in random_positions(base, 4, seed) if not position.is_over]
    return dice.sample(found, min(count, len(found)))


@pytest.mark.slow
@pytest.mark.parametrize("base", GAMES)
def test_random_games_agree_with_the_oracle_on_every_ply(base: int) -> None:
    cells, game = oracle.by_name(base), oracle.OracleGame(base)
    for position in random_positions(base, GAMES[base], seed=base):
        if position.last_move is None:
            game = oracle.OracleGame(base)
        else:
            game.play(cells[position.last_move])
        assert position.is_over == game.is_over
        if position.outcome is None:
            assert {cells[name] for name in position.legal_moves} == game.empty
            assert str(position.to_move) == game.to_move
        else:
            winner = position.outcome.winner
            assert (None if winner is None else str(winner)) == game.winner
            assert {str(way) for way in position.outcome.how} == (game.how or {"draw"})
            assert {cells[name] for name in position.outcome.cells} == game.chain


@pytest.mark.slow
@pytest.mark.parametrize("base", [2, 3, 4, 5, 8, 14])
def test_the_twelve_images_of_a_game_have_one_outcome_and_one_canonical_hash(base: int) -> None:
    for position in random_positions(base, 3, seed=base):
        if not position.is_over:
            continue
        images = [position.symmetric(symmetry) for symmetry in range(12)]
        assert {image.canonical_zobrist for image in images} == {position.canonical_zobrist}
        for symmetry, image in enumerate(images):
            assert image.zobrist == position._hash(symmetry)
            assert image.outcome is not None
            assert position.outcome is not None
            assert (image.outcome.winner, image.outcome.how) == (position.outcome.winner, position.outcome.how)
            where = position.geometry.symmetries[symmetry]
            moved = {position.cells[where[position.geometry.by_name[name]]] for name in position.outcome.cells}
            assert set(image.outcome.cells) == moved


@pytest.mark.slow
@pytest.mark.parametrize("base", [3, 4, 6, 9])
def test_unfinished_positions_share_their_canonical_form_with_their_images(base: int) -> None:
    for position in sample(base, 10, seed=base):
        canonical = position.canonical()
        for symmetry in range(12):
            image = position.symmetric(symmetry)
            assert image.canonical() == canonical
            assert image.canonical_zobrist == position.canonical_zobrist == canonical.zobrist


@pytest.mark.parametrize("base", [2, 3, 4, 5, 7, 10])
def test_winning_cells_are_those_that_win_when_played(base: int) -> None:
    for position in sample(base, 25, seed=base):
        before = position.structs.tobytes()
        for colour in (WHITE, BLACK):
            found, legal = position.winning_cells(colour), position.legal_moves
            assert found == [cell for cell in legal if wins(position, cell, colour)]
        assert position.winning_cells() == position.winning_cells(position.to_move)
        assert position.structs.tobytes() == before


def wins(position: Havannah, cell: str, colour: int) -> bool:
    """Return whether a stone wins on the cell by playing it; `wins_at` must predict the same endings."""
    records, number = position.structs.copy(), position.geometry.by_name[cell]
    promised = rules.wins_at(position.struct, position.boards[0], int(colour), number)
    records[0].to_move = colour
    assert rules.play_havannah(records[0], position.boards[0], number) == promised
    return bool(promised)


@pytest.mark.slow
@pytest.mark.parametrize("base", [2, 3, 4, 6, 8, 14])
def test_the_struct_keeps_its_invariants(base: int) -> None:
    for number, position in enumerate(random_positions(base, 2, seed=base)):
        if number % base == 0 or position.is_over:
            check_chains(position)
            check_empties(position)


def check_chains(position: Havannah) -> None:
    """Check that a chain's label is one of its cells and that its list, size, sides and corners match its stones."""
    record, board, at = position.struct, position.boards[0], position.geometry.coordinates
    stones = {at[position.geometry.by_name[name]]: str(c) for c in (WHITE, BLACK) for name in position.stones(c)}
    cells, left = position.geometry.cells, set(stones)
    while left:
        stone = left.pop()
        chain = {cells[other] for other in oracle.chain_of(stones, stone)}
        left -= oracle.chain_of(stones, stone)
        label = int(record.chains[cells[stone]])
        assert label in chain
        assert {int(record.chains[cell]) for cell in chain} == {label}
        assert circle(record, cells[stone]) == chain
        assert record.sizes[label] == len(chain)
        assert record.touched[label] == np.bitwise_or.reduce(board.touches[sorted(chain)])


def circle(record: np.record, start: int) -> set[int]:
    """Return the stones in the circular list of a chain."""
    seen = [start]
    while (cell := int(record.next_stones[seen[-1]])) != start:
        assert cell not in seen
        seen.append(cell)
    return set(seen)


def check_empties(position: Havannah) -> None:
    """Check that the list holds each empty cell once and that `empty_index` is its inverse."""
    record = position.struct
    empties = record.empties[: int(record.num_moves)].tolist()
    assert sorted(empties) == [cell for cell, name in enumerate(position.cells) if position.stone(name) is None]
    assert [int(record.empty_index[cell]) for cell in empties] == list(range(len(empties)))
    for cell in empties:  # a chain without stones
        assert record.chains[cell] == record.next_stones[cell] == cell
        assert record.sizes[cell] == record.touched[cell] == 0


@pytest.mark.parametrize("base", [2, 4, 8, 14])
def test_a_copied_struct_overwrites_everything(base: int) -> None:
    dirty = next(p for p in random_positions(base, 1, seed=1) if p.is_over).structs.copy()
    for position in sample(base, 5, seed=base):
        target = dirty.copy()
        rules.copy_havannah(target[0], position.struct, position.boards[0])
        cells, rows = len(position.cells), 2 * base + 1
        for field in ("havannah", "to_move", "ending", "num_moves"):
            assert target[0][field] == position.struct[field]
        for field in ("chains", "next_stones", "sizes", "touched", "empties", "empty_index"):
            assert target[0][field][:cells].tolist() == position.struct[field][:cells].tolist()
        assert target[0].rows[:, :rows].tolist() == position.struct.rows[:, :rows].tolist()


def test_the_largest_board_fits_the_struct() -> None:
    assert len(Havannah(14).cells) == MAX_CELLS
