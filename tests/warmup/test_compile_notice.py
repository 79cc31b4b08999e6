"""The notice of a first call that compiles, `malecon.warmup()`, and missing packages before compiling."""

from __future__ import annotations

import subprocess
import sys

import pytest

import malecon
from malecon import compile_notice
from malecon.games.errors import GameError
from malecon.warmup import steps

PROGRAM = """
import malecon
malecon.GameError
import numba
from malecon import compile_notice
malecon.Limit  # loaded after numba: installs the notice
def probe(x): return x + 1
probe.__module__ = "malecon.probe"
compiled = numba.njit(probe)
compiled(1)
compiled(1.0)
"""


def test_the_first_compilation_is_announced_once():
    result = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600, check=True)
    assert result.stderr == compile_notice.TEXT


def test_the_package_warmup_can_be_called(monkeypatch):
    compiled = []
    monkeypatch.setattr(steps, "cold_steps", lambda wanted: wanted)
    monkeypatch.setattr(steps, "warm_up", lambda cold, _console: compiled.extend(step.name for step in cold))
    malecon.warmup("havannah")
    assert compiled[0] == "Havannah rules"
    assert all(name.startswith("Havannah") for name in compiled)
    with pytest.raises(GameError, match="unknown game 'chess'"):
        malecon.warmup("chess")


def test_a_missing_package_is_reported_before_compiling(monkeypatch):
    def missing():
        raise GameError("OpenSpiel is not installed")

    monkeypatch.setattr(steps, "pyspiel", missing)
    monkeypatch.setattr(steps, "warm_up", lambda _cold, _console: pytest.fail("compiled first"))
    with pytest.raises(GameError, match="OpenSpiel is not installed"):
        steps.ensure_warm("havannah", players=["malecon", "openspiel(simulations=10)"])


def test_a_tournament_without_scipy_is_refused_before_compiling(monkeypatch, command):
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(steps, "warm_up", lambda _cold, _console: pytest.fail("compiled first"))
    monkeypatch.setattr("malecon.interfaces.cli.match_options.warm_players", lambda *_: pytest.fail("compiled first"))
    code, _, err = command("tournament", "random", "uct", "--games", "2")
    assert code == 2
    assert "a tournament needs scipy: pip install 'malecon[lab]'" in err
