"""`malecon learn net`: the whole loop on a tiny plan, and one line for everything that is wrong."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from malecon.knowledge.nets import FOLDER_VARIABLE

Run = Callable[..., tuple[int, str, str]]
TINY = {"games": 16, "quick": 10, "deep": 30, "steps": 100, "channels": 4, "layers": 2, "batch": 16, "gate_games": 2}
OPTIONS = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed (pip install 'malecon[train]')"
)


@pytest.fixture
def learn(command: Run, warm: None) -> Iterator[Run]:
    before = os.environ.get(FOLDER_VARIABLE)
    yield partial(command, "learn", "net")
    os.environ.pop(FOLDER_VARIABLE, None)
    if before is not None:
        os.environ[FOLDER_VARIABLE] = before


def test_without_pytorch_the_extra_is_named(learn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    code, _, err = learn(str(tmp_path))
    assert code != 0
    assert "training a net needs torch: pip install 'malecon[train]'" in err
    assert not list(tmp_path.iterdir())


@needs_torch
@pytest.mark.slow
def test_the_small_budget_runs_the_whole_loop(learn: Run, tmp_path: Path) -> None:
    code, out, err = learn(str(tmp_path), "--budget", "small", *OPTIONS)
    assert code == 0, err
    assert "Generation 1: 16 games" in out
    assert "is the strongest player of this run" in out
    assert {"plan.json", "net-001.npz", "report.md", "losses.png", "elo.png"} <= {p.name for p in tmp_path.iterdir()}
    code, out, _ = learn(str(tmp_path))
    assert code == 0
    assert "Generation" not in out, "a run that has all its generations does nothing"


@needs_torch
@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--budget", "huge"), "--budget takes small or day or week, not 'huge'"),
        (("--set", "games"), "--set takes NAME=VALUE with one of these names: batch, channels,"),
        (("--set", "nonsense=1"), "--set takes NAME=VALUE with one of these names"),
        (("--set", "games=many"), "--set games takes a value such as 10000, not 'many'"),
        (("--set", "sizes=4,x"), "--set sizes takes a value such as 4,5,6,7,8,9,10, not '4,x'"),
    ],
)
def test_a_wrong_option_is_one_line(learn: Run, tmp_path: Path, options: tuple[str, ...], line: str) -> None:
    code, _, err = learn(str(tmp_path), *options)
    assert code != 0
    assert line in err
    assert len(err.strip().splitlines()) == 1


@needs_torch
def test_another_plan_in_the_same_folder_is_refused(learn: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"games": 5}')
    code, _, err = learn(str(tmp_path), "--set", "games=6")
    assert code != 0
    assert "holds a run with another games (5, not 6)" in err
