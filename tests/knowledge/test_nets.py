"""Nets by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.plain_net import random_weights

from malecon import Engine, GameError, Havannah, Limit
from malecon.knowledge.nets import FOLDER_VARIABLE, load_net, net_path


def test_the_net_of_the_package_fits() -> None:
    weights = load_net("havannah")
    assert weights.num_planes == 15
    assert weights.provenance["scores"]
    assert net_path("havannah").stat().st_size < 500_000


def test_a_game_without_a_net_is_named() -> None:
    with pytest.raises(GameError, match="breakthrough has no net"):
        load_net("breakthrough")
    with pytest.raises(GameError, match="unknown technique 'net'"):
        Engine("uct+net", game="breakthrough")


def test_other_nets_need_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    with pytest.raises(GameError, match=f"set {FOLDER_VARIABLE}"):
        load_net("havannah", "mine")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(GameError, match=r"there is no net .*mine\.npz"):
        load_net("havannah", "mine")


def test_a_net_with_other_inputs_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    random_weights(7, 8, 2, planes=5, globals_=3).save(tmp_path / "mine.npz")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    with pytest.raises(GameError, match="has 5 planes and 3 globals; this version needs 15 and 9"):
        Engine("malecon_net+net(weights=mine)").decide(Havannah(4), Limit(simulations=10))


@pytest.mark.parametrize("name", ["../net", "a/b", "a b", ""])
def test_a_name_is_no_path(name: str) -> None:
    with pytest.raises(GameError, match=r"net\(weights\) takes a name of letters, digits, - and _"):
        Engine(f"malecon_net+net(weights={name})")
