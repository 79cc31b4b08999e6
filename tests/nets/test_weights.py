"""Files of nets: round trip, and one clear line for everything that is no net."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.plain_net import random_weights

from malecon.nets.weights import NetError, NetWeights, read_weights


def test_a_net_survives_its_file(tmp_path: Path) -> None:
    weights = random_weights(7, 8, 3)
    weights.save(tmp_path / "net.npz")
    again = read_weights(tmp_path / "net.npz")
    assert again.provenance == {"made": "at random"}
    assert np.array_equal(again.packed(), weights.packed())
    assert str(again) == f"3 layers of 8 channels, {weights.num_weights:,} weights"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetError, match=r"there is no net .*none\.npz"):
        read_weights(tmp_path / "none.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"nonsense", bytes(1000)])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "net.npz").write_bytes(content)
    with pytest.raises(NetError, match="is not a net"):
        read_weights(tmp_path / "net.npz")


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    random_weights(7, 8, 3).save(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(NetError, match="is not a net"):
        read_weights(path)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (random_weights(7, 6, 2), "6 channels are not a multiple of 4"),
        (random_weights(7, 36, 2), "36 channels, at most 32"),
        (random_weights(7, 4, 13), "13 layers, at most 12"),
        (random_weights(7, 4, 2, planes=33), "33 planes, at most 32"),
    ],
)
def test_a_net_that_does_not_fit_is_refused(tmp_path: Path, weights: NetWeights, message: str) -> None:
    weights.save(tmp_path / "net.npz")
    with pytest.raises(NetError, match=message):
        read_weights(tmp_path / "net.npz")


def test_weights_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    weights = random_weights(7, 4, 2)
    weights.arrays["policy"][0] = np.nan
    weights.save(tmp_path / "net.npz")
    with pytest.raises(NetError, match="not finite"):
        read_weights(tmp_path / "net.npz")
