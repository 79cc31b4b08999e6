"""Packed proofs: what is written verifies, in blocks of any size; damaged and wrong files fail."""

from __future__ import annotations

import io
import lzma
from importlib.resources import files

import numpy as np
import pytest
from support.endgames import DRAWN
from support.packing import PLY_SEVEN, packed_proof
from support.solving import solved

from malecon import Breakthrough, GameError, Havannah
from malecon.games.colours import BLACK, WHITE
from malecon.proofs import packed
from malecon.proofs.layers import canonical_image, code_of, position_of
from malecon.proofs.packed_verifier import PackedReport, verify_packed
from malecon.proofs.packed_writer import check_packable, write_packed
from malecon.proofs.sorted_runs import SortedRuns


def verify(data: bytes, **options: int) -> PackedReport:
    """Verify the bytes of a file."""
    return verify_packed(io.BytesIO(data), **options)


@pytest.fixture(scope="module")
def proof() -> bytes:
    """The packed proof of a base-4 position with several layers."""
    return packed_proof(4, PLY_SEVEN)


def with_moves(proof: bytes, change: bytes | None) -> bytes:
    """Replace the moves of a proof; None leaves out the last one."""
    head, _, tail = proof.partition(b"\n\n")
    moves = lzma.decompress(tail)
    return head + b"\n\n" + lzma.compress(moves[:-1] if change is None else change)


@pytest.mark.parametrize(
    ("base", "moves", "winner"),
    [(3, "a1", WHITE), (3, "b1", BLACK), (3, "b1 c3", WHITE), (3, "", WHITE), (2, "", WHITE)],
)
def test_a_written_proof_verifies_for_either_winner_and_either_turn(base: int, moves: str, winner: int) -> None:
    report = verify(packed_proof(base, moves))
    assert report.header.claim.player == winner
    assert report.header.position == Havannah(base, moves=moves)


def test_the_bundled_proof_of_a1_verifies() -> None:
    report = verify(files("malecon.proofs").joinpath("data/base4-a1.packed").read_bytes())
    assert (report.header.position.moves, str(report.header.claim)) == (["a1"], "White wins")
    assert report.positions == 54_427


def test_memory_limits_do_not_change_the_result(proof: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = verify(proof)
    monkeypatch.setattr(packed, "CHUNK", 7)
    assert verify(proof, memory_limit=5) == whole


def test_a_missing_move_is_a_gap(proof: bytes) -> None:
    with pytest.raises(GameError, match="the proof has a gap"):
        verify(with_moves(proof, None))


def test_a_wrong_move_fails(proof: bytes) -> None:
    moves = lzma.decompress(proof.partition(b"\n\n")[2])
    for wrong in (99, moves[0] ^ 1):
        with pytest.raises(GameError, match=r"not legal|loses|loser wins|gap|more moves|full"):
            verify(with_moves(proof, bytes([wrong]) + moves[1:]))


def test_further_moves_fail(proof: bytes) -> None:
    moves = lzma.decompress(proof.partition(b"\n\n")[2])
    with pytest.raises(GameError, match="more moves than positions"):
        verify(with_moves(proof, moves + b"\0"))


def test_the_wrong_winner_fails(proof: bytes) -> None:
    with pytest.raises(GameError):
        verify(proof.replace(b"White wins", b"Black wins"))


@pytest.mark.parametrize("size", [0, 30, 60, 100, -1])
def test_a_file_that_is_cut_off_fails(proof: bytes, size: int) -> None:
    with pytest.raises(GameError):
        verify(proof[:size])


@pytest.mark.parametrize("change", [(b"threats 3", b"threats 9"), (b"threats 3", b"threats x"), (b"base=4", b"base=6")])
def test_a_wrong_header_fails(proof: bytes, change: tuple[bytes, bytes]) -> None:
    with pytest.raises(GameError):
        verify(proof.replace(*change))


def test_a_draw_another_game_and_a_large_board_cannot_be_packed() -> None:
    with pytest.raises(GameError, match="that is won"):
        write_packed(solved(Havannah(3, moves=DRAWN[0][1])), io.BytesIO())
    for position in (Havannah(5), Breakthrough(4, 4)):
        with pytest.raises(GameError, match="limited to Havannah up to base 4"):
            check_packable(position)


def test_symmetric_positions_have_one_number_and_its_board_is_an_image() -> None:
    position = Havannah(4, moves="b1 c3 f5 a4")
    code, images = canonical_image(position, WHITE)
    assert {code_of(position.symmetric(symmetry), WHITE) for symmetry in range(12)} == {code}
    image = position_of(code, 4, WHITE)
    assert [image.stone(image.cells[images[cell]]) for cell in range(37)] == [
        position.stone(name) for name in position.cells
    ]


def test_sorted_runs_merge_and_drop_duplicates() -> None:
    runs, rng, added = SortedRuns(limit=50), np.random.default_rng(1), set()
    for _ in range(20):
        numbers = np.unique(rng.integers(0, 1 << 60, 17, dtype=np.uint64) % np.uint64(400))
        added.update(numbers.tolist())
        runs.add(numbers)
    assert [int(number) for block in runs.blocks() for number in block] == sorted(added)
