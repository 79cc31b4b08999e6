"""The public API: every name exists and is documented, and importing the package is cheap."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import malecon


def order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, each by the alphabet."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def test_the_public_names_are_sorted() -> None:
    assert malecon.__all__ == sorted(malecon.__all__, key=order)
    assert len(set(malecon.__all__)) == len(malecon.__all__)


@pytest.mark.parametrize("name", malecon.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(malecon, name)
    assert value is getattr(malecon, name)
    if callable(value):
        assert value.__doc__
        assert value.__module__.startswith("malecon.")


def test_type_checkers_see_the_same_names_from_the_same_modules() -> None:
    tree = ast.parse(Path(malecon.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    declared = {alias.name: f"{node.module}" for node in imports for alias in node.names}
    assert declared == {name: f"malecon.{home}" for name, home in malecon._HOMES.items()}
    assert {*declared, "__version__", "warmup"} == set(malecon.__all__) == set(dir(malecon))


def test_an_unknown_name_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'malecon' has no attribute 'Hex'"):
        _ = malecon.Hex
    with pytest.raises(ImportError):
        exec("from malecon import Hex")


def test_importing_the_package_loads_neither_numpy_nor_numba() -> None:
    program = "import sys, malecon; print(malecon.__version__, *sorted({'numpy', 'numba', 'rich'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == [malecon.__version__]


def test_the_package_is_typed() -> None:
    assert (Path(malecon.__file__).parent / "py.typed").exists()
