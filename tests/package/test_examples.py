"""Every Python example in the README, docs/ and the docstrings runs and gives the output it shows."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from support import PROJECT
from support.threads import on_thread

import malecon

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("**/*.md"))]
MODULES = ["malecon", *(found.name for found in pkgutil.walk_packages(malecon.__path__, "malecon."))]
NEEDS = {  # module: what it imports that comes with an extra
    "malecon.interfaces.notebook.widget": "anywidget",
    "malecon.interfaces.rl.gymnasium_env": "gymnasium",
    "malecon.interfaces.rl.pettingzoo_env": "pettingzoo",
    "malecon.interfaces.rl.spaces": "gymnasium",
    "malecon.lab.nets.model": "torch",
    "malecon.lab.nets.train": "torch",
}
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run examples in a folder of their own, for those that write files."""
    monkeypatch.chdir(tmp_path)


def run(test: doctest.DocTest) -> None:
    """Run the examples of one text; a failure shows the expected and the actual output."""
    report: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_the_examples_of_a_page_give_what_they_show(page: Path) -> None:
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)  # a fence ends the output
    run(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_the_programs_of_a_page_run(page: Path) -> None:
    for language, block in FENCED.findall(page.read_text(encoding="utf-8")):
        if language in ("python", "py") and ">>>" not in block:
            on_thread(exec, compile(block, str(page), "exec"), {"__name__": "example"})


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_the_examples_of_a_module_give_what_they_show(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=f"{NEEDS[name]} is not installed")
    for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
        run(test)


def test_examples_are_found_at_all() -> None:
    examples = [test for test in doctest.DocTestFinder().find(malecon) if test.examples]
    assert examples, "the package's own docstring should begin with an example"
