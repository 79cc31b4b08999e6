"""Every shell command in the README and the pages of docs/ runs and succeeds.

The commands of a page run in one empty folder, in their order; see `support/shell_blocks.py` for how a page marks those
that cannot be run. Commands that need no shell run within the test's process, their games too, which saves the start of
processes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import PROJECT
from support.commands import restore_sigint
from support.shell_blocks import Block, Command, shell_blocks

from malecon.interfaces.cli import main
from malecon.kernel import cache_folder
from malecon.lab.matches import executors

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("**/*.md"))]
BLOCKS = {str(page.relative_to(PROJECT)): shell_blocks(page.read_text(encoding="utf-8")) for page in PAGES}
RUN = {
    name: commands
    for name, blocks in BLOCKS.items()
    if (commands := [c for b in blocks if not b.not_run for c in b.commands])
}
SCRIPT = f'#!/bin/sh\nexec "{sys.executable}" -c "from malecon.interfaces.cli import main; main()" "$@"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with `malecon` on the path and a home folder of its own."""
    home, work = tmp_path / "home", tmp_path / "work"
    (home / "bin").mkdir(parents=True)
    work.mkdir()
    (home / "bin" / "malecon").write_text(SCRIPT)
    (home / "bin" / "malecon").chmod(0o755)
    monkeypatch.setenv("MALECON_CACHE", str(cache_folder().parent))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv(
        "PATH", os.pathsep.join([str(home / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    )
    monkeypatch.setattr(executors, "ProcessPool", lambda _jobs: executors.InProcess())
    monkeypatch.chdir(work)
    return work


def run(command: Command, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run a command; return its exit code and what it wrote."""
    if (words := command.plain_words) and words[0] == "malecon":
        with pytest.raises(SystemExit) as left:
            main(words[1:])
        return int(left.value.code or 0), "".join(capsys.readouterr())
    script = ["bash", "-e", "-o", "pipefail", "-c", command.text]
    done = subprocess.run(
        script, stdin=subprocess.DEVNULL, capture_output=True, text=True, preexec_fn=restore_sigint, timeout=600
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("warm", "folder")
@pytest.mark.parametrize("page", RUN)
def test_the_commands_of_a_page_succeed(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in RUN[page]:
        code, output = run(command, capsys)
        assert code == 0, f"{page}, line {command.line}: {command.text}\nexit code {code}\n{output}"


# --- how commands are found -------------------------------------------------------------------------------------------

PAGE = """
Text with `malecon --help`.

```bash
malecon --version   # a remark
printf 'd4\\n' | malecon play --terminal
malecon match "uct(c=0.4)" level1 \\
    --games 2
```

<!-- not run: opens a server -->
```bash
malecon play
```

```python
print("no shell")
```
"""


def test_blocks_and_their_commands_are_found() -> None:
    first, second = shell_blocks(PAGE)
    assert [(command.line, command.text) for command in first.commands] == [
        (5, "malecon --version   # a remark"),
        (6, "printf 'd4\\n' | malecon play --terminal"),
        (7, 'malecon match "uct(c=0.4)" level1 --games 2'),
    ]
    assert first.not_run is None
    assert second == Block(12, (Command(13, "malecon play"),), "opens a server")


def test_only_commands_without_shell_syntax_run_within_the_process() -> None:
    first, _ = shell_blocks(PAGE)
    assert [command.plain_words for command in first.commands] == [
        ["malecon", "--version"],
        None,
        ["malecon", "match", "uct(c=0.4)", "level1", "--games", "2"],
    ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("malecon --version", 0, "malecon "),
        ("malecon --version | cat", 0, "malecon "),
        ("malecon --nonsense", 2, "--nonsense"),
        ("false | true", 1, ""),
        ("echo $HOME", 0, "home"),
    ],
)
def test_a_command_gives_its_exit_code_and_its_output(
    text: str, code: int, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, output = run(Command(1, text), capsys)
    assert found == code
    assert shown in output
