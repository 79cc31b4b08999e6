"""Two processes that compile one search: what the second has made is taken over, and never in place of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from malecon.warmup import half as rehearsal
from malecon.warmup import second_process as beside
from malecon.warmup.steps import small_position


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def read(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_functions_that_are_missing_are_taken_over_with_all_their_code(tmp_path: Path) -> None:
    own = {"search/a.nbi": "own", "search/a.1.nbc": "own"}
    theirs = {"search/a.nbi": "theirs", "search/a.1.nbc": "theirs", "search/a.2.nbc": "theirs"}
    new = {"games/b.f-3.nbi": "new", "games/b.f-3.1.nbc": "new", "games/b.f-3.2.nbc": "new"}
    write(tmp_path / "mine", own)
    write(tmp_path / "yours", {**theirs, **new, "games/b.g-9.1.nbc": "without an index", "warm-up": "a marker"})
    beside.take_over(tmp_path / "yours", tmp_path / "mine")
    assert read(tmp_path / "mine") == {**own, **new}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of compiled code that is nearly empty, and a machine of two cores."""
    folder = tmp_path / "kernels-1"
    write(folder, {"search/a.nbi": "own", "compiling.lock": ""})
    monkeypatch.setattr(beside, "cache_folder", lambda: folder)
    monkeypatch.setattr(beside, "num_cores", lambda: 2)
    return folder


def test_a_process_that_fails_or_cannot_start_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read(folder)
    with beside.compiling_beside("no such game"):
        pass
    assert read(folder) == before
    monkeypatch.setattr(beside.sys, "executable", str(folder / "no python"))
    with beside.compiling_beside("havannah"):
        pass
    assert read(folder) == before


def test_whoever_is_interrupted_does_not_wait_for_the_other(folder: Path) -> None:
    before = read(folder)
    with pytest.raises(KeyboardInterrupt), beside.compiling_beside("havannah"):
        raise KeyboardInterrupt
    assert read(folder) == before


def test_the_search_has_no_other_arguments_for_what_is_compiled_beforehand() -> None:
    from malecon.players.engine import Engine
    from malecon.players.player import Limit

    position = small_position("havannah")
    rehearsal.compile_half(position)
    kernels = [kernel for kernel, _ in rehearsal._calls(position)]
    before = [len(kernel.signatures) for kernel in kernels]
    Engine("malecon", game="havannah", memory=1).decide(position, Limit(simulations=2000))
    assert [len(kernel.signatures) for kernel in kernels] == before
