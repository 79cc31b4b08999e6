"""The second checker agrees with the package's verifier."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import Path

import pytest
from support.packing import PLY_SEVEN, packed_proof

from tools import check_packed_proof
from tools.check_packed_proof import check


@pytest.mark.parametrize(("base", "moves"), [(2, ""), (3, "a1"), (3, "b1"), (3, "b1 c3"), (4, PLY_SEVEN)])
def test_proofs_are_accepted(base: int, moves: str, tmp_path: Path) -> None:
    path = tmp_path / "x.packed"
    path.write_bytes(packed_proof(base, moves))
    assert f"after {len(moves.split())} moves: " in check(path)


@pytest.mark.slow
def test_the_bundled_proof_is_accepted() -> None:
    path = Path(str(files("malecon.proofs").joinpath("data/base4-a1.packed")))
    assert check(path) == "base=4 after 1 moves: White wins; 54427 positions checked"


def test_the_wrong_winner_and_a_short_file_are_refused(tmp_path: Path) -> None:
    path, proof = tmp_path / "x.packed", packed_proof(4, PLY_SEVEN)
    for data in (proof.replace(b"White", b"Black"), proof[:-40]):
        path.write_bytes(data)
        with pytest.raises((ValueError, EOFError)):
            check(path)


def test_it_is_short_and_imports_nothing_of_the_package() -> None:
    source = Path(check_packed_proof.__file__).read_text("utf-8")
    imported = {
        name.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for name in node.names
    }
    assert imported == {"lzma", "sys", "numba", "numpy"}
    assert len(source.splitlines()) <= 150
