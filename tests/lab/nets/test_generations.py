"""The learning loop on a tiny plan: it runs, continues after an interruption, and tells what it did."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from malecon import GameError
from malecon.knowledge.nets import FOLDER_VARIABLE, inputs_of, load_net
from malecon.lab.nets.generations import LearningRun, read_losses
from malecon.lab.nets.plan import BUDGETS, LearningPlan, open_plan, read_plan
from malecon.lab.nets.report import write_report
from malecon.nets.structs import HEXAGONAL
from malecon.nets.weights import read_weights

pytest.importorskip("torch", reason="PyTorch is not installed (pip install 'malecon[train]')")

TINY = replace(
    BUDGETS["small"], games=32, quick=10, deep=30, steps=200, channels=4, layers=2, hidden=4, batch=16, gate_games=4
)


@pytest.fixture(autouse=True)
def _own_environment() -> Iterator[None]:
    before = os.environ.get(FOLDER_VARIABLE)
    yield
    os.environ.pop(FOLDER_VARIABLE, None)
    if before is not None:
        os.environ[FOLDER_VARIABLE] = before


def new_run(folder: Path, plan: LearningPlan = TINY) -> LearningRun:
    return LearningRun(folder, open_plan(folder, plan), 1, lambda *_: None)


@pytest.mark.slow
def test_two_generations(tmp_path: Path) -> None:
    run = new_run(tmp_path)
    first, second = run.run_generation(), run.run_generation()
    assert first["player"] == "malecon1"
    assert first["games"] >= 32
    assert second["generation"] == 2
    weights = read_weights(tmp_path / "net-001.npz")
    assert weights.num_channels == 4
    assert weights.provenance["generation"] == 1
    assert [step for step, _, _ in read_losses(tmp_path / "losses-001.tsv")] == [100, 200]
    text = write_report(run).read_text()
    assert "| 2 | `malecon" in text
    assert (tmp_path / "elo.png").stat().st_size > 1000


class InterruptedRunError(Exception):
    pass


@pytest.mark.slow
def test_an_interrupted_run_continues(tmp_path: Path) -> None:
    plan = replace(TINY, steps=700)

    def interrupt(title: str, done: int, _total: int) -> None:
        if "training" in title and done >= 600:
            raise InterruptedRunError

    run = LearningRun(tmp_path, open_plan(tmp_path, plan), 1, interrupt)
    with pytest.raises(InterruptedRunError):
        run.run_generation()
    shards = sorted(path.stat().st_mtime_ns for path in (tmp_path / "games-001").glob("*.npz"))
    figures = new_run(tmp_path, plan).run_generation()
    assert figures["generation"] == 1
    assert sorted(path.stat().st_mtime_ns for path in (tmp_path / "games-001").glob("*.npz")) == shards
    steps = [step for step, _, _ in read_losses(tmp_path / "losses-001.tsv")]
    assert steps == list(range(100, 701, 100))
    assert not (tmp_path / "training-001.pt").exists()


def test_the_plan_of_a_run_stays_the_same(tmp_path: Path) -> None:
    open_plan(tmp_path, TINY)
    assert read_plan(tmp_path) == TINY
    with pytest.raises(GameError, match=r"another games \(32, not 64\)"):
        open_plan(tmp_path, replace(TINY, games=64))


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="holds no learning run; start one with: malecon learn net"):
        read_plan(tmp_path)


def test_a_damaged_plan_is_named(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("{")
    with pytest.raises(GameError, match=r"cannot read .*plan\.json"):
        read_plan(tmp_path)


def test_a_larger_net_starts_as_the_smaller_one() -> None:
    torch, model = pytest.importorskip("torch"), pytest.importorskip("malecon.lab.nets.model")
    weights, inputs = load_net("havannah"), inputs_of("havannah")
    shapes = [(weights.num_channels, weights.num_layers, 32), (weights.num_channels + 8, weights.num_layers + 2, 40)]
    models = [model.NetModel(HEXAGONAL, len(inputs.planes), len(inputs.globals), *shape) for shape in shapes]
    torch.manual_seed(1)
    planes, globals_ = torch.rand(3, len(inputs.planes), 9, 9), torch.rand(3, len(inputs.globals))
    for each in models:
        each.load(weights)
    with torch.no_grad():
        one, other = (each(planes, globals_, torch.ones(9, 9)) for each in models)
    assert torch.allclose(one[0], other[0], atol=1e-5)
    assert torch.allclose(one[1], other[1], atol=1e-5)
