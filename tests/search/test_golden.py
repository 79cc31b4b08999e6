"""Golden searches: what short searches come to, to the digit, so that no change of behaviour goes unnoticed.

`golden/NAME.txt` has the root table of every preset on base 5, `golden/trees/NAME.txt` the whole tree of a shorter
search (see `support/tree_text.py` for the form, `support/golden_cases.py` for the list). After an intended change,
renew the files and state in the commit what the change did to strength:

    MALECON_RENEW_GOLDEN=1 python -m pytest tests/search/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.golden_cases import CASES, Case
from support.searching import MINIMAX, edges, search
from support.tree_text import tree_lines

from malecon import Havannah
from malecon.players.presets import LEVELS, preset_texts

GOLDEN = Path(__file__).resolve().parent / "golden"
RENEW = "MALECON_RENEW_GOLDEN"
BASE, MOVES, SEED, SIMULATIONS = 5, "e5 d3", 1, 300
TEXTS = preset_texts("havannah", BASE)
# Levels are other presets' searches, ended early.
PRESETS = [name for name in TEXTS if name not in LEVELS and name != MINIMAX]


def check(path: Path, found: str) -> None:
    """Compare a search with its golden file, or renew the file."""
    if os.environ.get(RENEW):
        path.write_text(found, encoding="utf-8")
    advice = f"if this is intended, run {RENEW}=1 python -m pytest tests/search/test_golden.py"
    assert path.exists(), f"missing golden file {path.name}; {advice}"
    assert found == path.read_text(encoding="utf-8"), f"the search of {path.stem} has changed; {advice}"


def root_table(preset: str) -> str:
    """The root table of a preset's search, the most visited move first."""
    searcher = search(preset, Havannah(BASE, moves=MOVES), SIMULATIONS, SEED)
    rows = sorted(searcher.root_moves(), key=lambda row: (-row.visits, row.move))
    setting = f"base {BASE} after {MOVES}, seed {SEED}, {SIMULATIONS} simulations: move, visits, value"
    return f"# {TEXTS[preset]}\n# {setting}\n" + "".join(f"{row.move} {row.visits} {row.value:.4f}\n" for row in rows)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_search_of_a_preset_is_what_it_was(preset: str) -> None:
    check(GOLDEN / f"{preset}.txt", root_table(preset))


def whole_tree(case: Case) -> str:
    """The whole tree of a search; moves are named in Havannah and numbered in other games, as kernels number them."""
    position = case.position()
    searcher = search(case.player, position, case.simulations, SEED)
    name = position.move_name if position.game == "havannah" else str
    title = f"# {case.player}, {position.description}, seed {SEED}, {case.simulations} simulations"
    return "".join(f"{line}\n" for line in (title, *tree_lines(searcher, lambda node: edges(searcher, node), name)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_whole_tree_of_a_search_is_what_it_was(case: Case) -> None:
    check(GOLDEN / "trees" / f"{case.name}.txt", whole_tree(case))


def test_every_golden_file_belongs_to_a_search_and_every_preset_has_one() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(PRESETS)
    assert {path.stem for path in (GOLDEN / "trees").glob("*.txt")} == {case.name for case in CASES}
    assert {case.player for case in CASES} >= set(PRESETS) - {"perfect"}  # which searches as malecon1 does
