"""The wheel contains everything that the installed package needs."""

from zipfile import ZipFile

import pytest
from support import PROJECT


def test_the_wheel_holds_every_file_of_the_package(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    from hatchling.builders.wheel import WheelBuilder

    (wheel,) = WheelBuilder(str(PROJECT)).build(directory=str(tmp_path), versions=["standard"])
    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("malecon/")}
    source = PROJECT / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    wanted = {name for name in files if "__pycache__" not in name and name.startswith("malecon/")}
    assert packed == wanted
    assert "malecon/interfaces/web/static/js/main.js" in packed
