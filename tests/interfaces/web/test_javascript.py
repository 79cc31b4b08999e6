"""The JavaScript of the web board: modules that need no page, run by Node's own test runner."""

import shutil
import subprocess

import pytest
from support import PROJECT

TESTS = sorted((PROJECT / "tests" / "js").glob("*.test.js"))
MIN_NODE = 20


def node() -> str:
    """Path of Node.js; skip the test if it is missing or too old."""
    path = shutil.which("node")
    if path is None:
        pytest.skip("Node.js is not installed")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < MIN_NODE:
        pytest.skip(f"Node.js {version} is too old: the tests need version {MIN_NODE}")
    return path


@pytest.mark.slow
def test_javascript_modules_pass_their_unit_tests():
    result = subprocess.run([node(), "--test", *map(str, TESTS)], capture_output=True, text=True, cwd=PROJECT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "# pass 0" not in result.stdout


def test_the_lock_file_names_no_registry():
    assert "http" not in (PROJECT / "package-lock.json").read_text()
