"""Golden trees: what every preset's search comes to, to the digit, so that no change of behaviour goes unnoticed.

Where a change is meant, renew the files and say in the commit what it did to strength:

    MALECON_RENEW_GOLDEN=1 python -m pytest tests/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.searching import MINIMAX, search

from malecon import Havannah
from malecon.players.presets import LEVELS, preset_texts

GOLDEN = Path(__file__).resolve().parent / "golden"
RENEW = "MALECON_RENEW_GOLDEN"
BASE, MOVES, SEED, SIMULATIONS = 5, "e5 d3", 1, 300
TEXTS = preset_texts("havannah", BASE)
# Levels are other presets' searches, ended early.
PRESETS = [name for name in TEXTS if name not in LEVELS and name != MINIMAX]


def tree_text(preset: str) -> str:
    """The root table of a preset's search, the most visited move first."""
    searcher = search(preset, Havannah(BASE, moves=MOVES), SIMULATIONS, SEED)
    rows = sorted(searcher.root_moves(), key=lambda row: (-row.visits, row.move))
    setting = f"base {BASE} after {MOVES}, seed {SEED}, {SIMULATIONS} simulations: move, visits, value"
    return f"# {TEXTS[preset]}\n# {setting}\n" + "".join(f"{row.move} {row.visits} {row.value:.4f}\n" for row in rows)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_search_of_a_preset_is_what_it_was(preset: str) -> None:
    path, found = GOLDEN / f"{preset}.txt", tree_text(preset)
    if os.environ.get(RENEW):
        path.write_text(found, encoding="utf-8")
    advice = f"if that is meant, renew it with {RENEW}=1 python -m pytest tests/test_golden.py"
    assert path.exists(), f"there is no golden tree of {preset} yet; {advice}"
    assert found == path.read_text(encoding="utf-8"), f"the search of {preset} has changed; {advice}"


def test_every_golden_tree_belongs_to_a_preset() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PRESETS)
