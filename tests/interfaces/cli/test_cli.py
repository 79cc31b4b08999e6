"""The command line: help, exit codes, error messages, and the first start."""

import builtins
import json
import os
import subprocess
import sys

import pytest
from support.commands import Terminal, run
from support.precompile import WARMED

from malecon.interfaces.cli import main
from malecon.interfaces.cli.app import app
from malecon.interfaces.cli.lazy import load_function
from malecon.kernel import cache_folder
from malecon.lab.benchmarks.bench import searches
from malecon.version import __version__


@pytest.fixture
def malecon(command, warm):
    return command


HEAVY = ("numpy", "numba", "scipy", "sgfmill", "fastapi")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["lab", "--help"], ["lab", "ladder"], ["nonsense"]])
def test_help_and_version_import_nothing_heavy(arguments):
    program = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program += f"; from malecon.interfaces.cli import main; main({arguments})"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert not set(HEAVY) & set(result.stderr.split())


def leaf_commands(group):
    for command in group.commands.values():
        yield from leaf_commands(command) if hasattr(command, "commands") else [command]


def test_every_command_is_described_by_the_first_line_of_its_docstring():
    for command in leaf_commands(app):
        assert load_function(command.target).__doc__.splitlines()[0] == command.help


def test_help_lists_every_command(malecon):
    code, out, _ = malecon("--help")
    assert code == 0
    assert all(f" {name} " in out for name in app.commands)


def test_complexity_does_not_import_numba():
    program = "import sys, malecon; malecon.complexity(10); print('numba' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "False\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "--threads", "0"], "'--threads'"),
        (["solve", "--nonsense"], "--nonsense"),
        (["analyze", "--top", "x"], "'--top'"),
        (["match", "malecon"], "Missing argument"),
        (["nonsense"], "No such command 'nonsense'"),
        (["lab", "nonsense"], "No such command 'nonsense'"),
    ],
)
def test_a_usage_error_is_one_line_that_points_to_the_help(malecon, arguments, said):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("malecon: ")
    assert err.count("\n") == 1
    assert said in err
    assert "; see `malecon" in err
    assert err.endswith(" --help`\n")


@pytest.mark.parametrize("arguments", [[], ["lab"]])
def test_a_group_without_a_command_prints_its_help_once(malecon, arguments):
    code, out, err = malecon(*arguments)
    assert (code, err) == (2, "")
    assert out.count("Usage: malecon") == 1


def test_version_prints_the_version_of_the_package(malecon):
    assert malecon("--version") == (0, f"malecon {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["complexity", "--base", "1"], "malecon: the base must be an integer from 2 to 100, not 1\n"),
        (["play", "--terminal", "--base", "15"], "malecon: Havannah needs a base from 2 to 14, not 15\n"),
        (["play", "--terminal", "--base", "4", "--moves", "d4 d4"], "malecon: d4 is occupied by a white stone\n"),
        (["play", "--terminal", "--load", "missing.sgf"], "missing.sgf"),
        (["play", "--terminal", "--load", "x.sgf", "--base", "5"], "malecon: --load sets the board and the rules"),
        (["show", "missing.sgf"], "missing.sgf"),
        (["bench", "--bases", "4;5"], "malecon: '4;5' is not a Havannah board; write its base, such as 8"),
        (["bench", "--bases", "99"], "malecon: Havannah needs a base from 2 to 14, not 99\n"),
        (["bench", "--seconds", "0"], "malecon: seconds must be more than 0"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(malecon, arguments, complaint):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["dance"], ["play", "--bas", "4"], ["complexity", "--base", "ten"], ["convert"]])
def test_an_invalid_command_line_is_exit_code_2(malecon, arguments):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_a_closed_pipe_is_not_an_error():
    command = (
        f"{sys.executable} -c 'from malecon.interfaces.cli import main; main()' complexity --all --exact | head -1"
    )
    result = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert result.stdout.startswith("base 2")
    assert result.stderr == ""


def test_complexity_prints_a_table(malecon):
    code, out, _ = malecon("complexity", "--all")
    assert code == 0
    assert "10^128" in out
    assert "10^157" in out
    assert sum("10^" in line for line in out.splitlines()) == 13


def test_complexity_prints_every_digit(malecon):
    _, out, _ = malecon("complexity", "--base", "2", "--exact")
    assert out.splitlines() == [
        "base 2, 7 cells, games of 2 plies",
        "positions: 749",
        "up to symmetry: 62",
        "game tree: 42",
    ]


def test_complexity_prints_json(malecon):
    _, out, _ = malecon("complexity", "--base", "10", "--json")
    (size,) = json.loads(out)
    assert size["powers_of_ten"] == {"state_space": 128, "state_space_by_symmetry": 127, "game_tree": 157}
    assert size["state_space_by_symmetry"] == size["state_space"] // 12


def test_complexity_prints_numbers_longer_than_pythons_default_limit(malecon):
    _, out, _ = malecon("complexity", "--base", "60", "--exact")
    assert max(len(line) for line in out.splitlines()) > 5000


@pytest.mark.slow
def test_bench_prints_json_and_nothing_else(warm):
    result = run("bench", "--json", "--bases", "4", "--seconds", "0.01", "--no-openspiel")
    rows = json.loads(result.stdout)
    assert [row["what"] for row in rows] == ["random games", "evaluations", *searches("havannah")]
    for row in rows:
        assert list(row) == ["what", "game", "board", "per_second", "openspiel_per_second", "ratio", "phases"]
        assert (row["game"], row["board"]) == ("havannah", "4")
        assert row["per_second"] > 1
        assert row["openspiel_per_second"] is row["ratio"] is None


def test_bench_prints_a_table(malecon):
    code, out, err = malecon("bench", "--bases", "3,4", "--seconds", "0.01", "--no-openspiel")
    assert code == 0
    assert sum("random games" in line for line in out.splitlines()) == 2
    assert sum("malecon search" in line for line in out.splitlines()) >= 2, "one row of speed and one of phases"
    assert "random games, havannah 3: " in err


@pytest.fixture
def cache(tmp_path):
    """Return the environment of a machine where nothing is compiled yet."""
    return {"MALECON_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}


@pytest.fixture
def warmed(cache, tmp_path):
    """Return an environment whose cache holds all machine code, but no markers that say so.

    If the tests did not compile everything themselves, the cache is empty and everything is compiled again.
    """
    made = cache_folder() / WARMED
    names = made.read_text(encoding="utf-8").splitlines() if made.exists() else []
    for name in names:
        (tmp_path / cache_folder().name / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / cache_folder().name / name).symlink_to(cache_folder() / name)  # a changed file would replace it
    return cache


@pytest.mark.slow
def test_only_the_first_start_reports_that_it_compiles(warmed, tmp_path):
    random = ("--white", "random", "--black", "random", "--seed", "1")
    first = run("play", "--terminal", "--base", "4", *random, **warmed)
    second = run("play", "--terminal", "--base", "4", *random, **warmed)
    assert "compiling" in first.stderr
    assert str(tmp_path) in first.stderr
    assert "Havannah rules, about" in first.stderr
    assert "tree search" not in first.stderr, "random players do not search"
    assert second.stderr == ""
    assert first.stdout == second.stdout


IN_ONE_PROCESS = """
import io, json, sys
from malecon.interfaces.cli import main
codes = []
for command, stdin in json.loads(sys.argv[1]).items():
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()))
    try:
        main(command.split())
    except SystemExit as left:
        codes.append(int(left.code or 0))
print(codes)
"""


@pytest.mark.slow
def test_warmup_shows_a_progress_bar_and_compiles_everything(warmed, tmp_path):
    terminal = Terminal("warmup", "havannah", TERM="xterm", **warmed)
    terminal.wait_for("━")
    assert "tree search, about" in terminal.wait_for("Compiled in", seconds=1800)
    assert terminal.leave() == 0
    compiled = set(tmp_path.rglob("*.nb?"))
    assert compiled
    assert run("warmup", "havannah", **warmed).stdout.startswith("Nothing to compile")
    game, record = "d4\nhint\nundo\ne5\nresign\n", "(;SZ[4]AW[a1]AB[b2];W[d4];B[c3](;W[c4])(;W[e4]))"
    commands = {
        "play --terminal --base 5 --swap --simulations 30": game,
        "show -": record,
        "analyze - --simulations 30 --threads 2": record,
        "bench --bases 4 --seconds 0.01 --no-openspiel": "",
        "match stankiewicz2012 greedy --base 5 --games 2 --simulations 30 --jobs 1": "",
    }
    program = [sys.executable, "-c", IN_ONE_PROCESS, json.dumps(commands)]
    result = subprocess.run(program, env=os.environ | warmed, capture_output=True, text=True)
    assert result.stdout.splitlines()[-1] == str([0] * len(commands)), result.stderr
    assert set(tmp_path.rglob("*.nb?")) == compiled


def test_nothing_is_compiled_if_numba_is_disabled(tmp_path):
    result = run("warmup", MALECON_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert result.returncode == 0
    assert "Nothing to compile" in result.stdout


def test_an_unwritable_cache_folder_is_a_one_line_error(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run("warmup", MALECON_CACHE=str(blocked / "cache"))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "MALECON_CACHE" in result.stderr


@pytest.mark.slow
def test_ctrl_c_stops_a_benchmark_without_a_traceback(warm):
    terminal = Terminal("bench", "--bases", "4,10,10,10", "--seconds", "2", "--no-openspiel", TERM="xterm")
    terminal.wait_for("havannah 4")
    terminal.type("\x03")
    terminal.wait_for("^C")
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.shown


def test_an_interrupt_while_the_commands_load_ends_quietly(monkeypatch, capsys):
    def interrupted(name, *arguments, **more):
        if name == "malecon.interfaces.cli":
            raise KeyboardInterrupt
        return load(name, *arguments, **more)

    load = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", interrupted)
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    monkeypatch.undo()
    assert end.value.code == 130
    assert capsys.readouterr() == ("", "")
