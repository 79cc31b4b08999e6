"""The command line as a shell sees it: exit codes, streams, and what it does without a terminal."""

import json
import shutil
import subprocess
import sys

import pytest
from support.commands import Terminal, run, warm  # noqa: F401 (warm is a fixture)
from support.precompile import WARMED

from malecon.interfaces.cli import main
from malecon.kernel import cache_folder
from malecon.lab.benchmarks.bench import searches
from malecon.version import __version__


@pytest.fixture
def malecon(capsys, warm):  # noqa: F811
    """Run the command in this process; return exit code, standard output and standard error."""

    def call(*arguments):
        with pytest.raises(SystemExit) as leaving:
            main(arguments)
        printed = capsys.readouterr()
        return leaving.value.code, printed.out, printed.err

    return call


def test_help_loads_nothing_heavy():
    """What makes it answer at once, whatever else the machine does."""
    program = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program += "; from malecon.interfaces.cli import main; main(['--help'])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.returncode == 0
    assert not {"numba", "numpy", "scipy", "fastapi"} & set(result.stderr.split())


def test_help_names_every_command(malecon):
    code, out, _ = malecon("--help")
    assert code == 0
    for command in ("play", "analyze", "match", "players", "show", "convert", "complexity", "bench", "warmup"):
        assert command in out


def test_the_command_line_imports_nothing_heavy():
    program = (
        "import sys, malecon.interfaces.cli; print([m for m in ('numpy', 'numba', 'sgfmill') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "[]\n"


def test_complexity_needs_no_compiler_either():
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
def test_what_cannot_be_on_the_command_line_gets_one_line(malecon, arguments, said):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("malecon: ")
    assert err.count("\n") == 1
    assert said in err
    assert "-h` tells what there is" in err


@pytest.mark.parametrize("arguments", [[], ["lab"]])
def test_a_group_of_commands_that_is_given_none_tells_what_it_has(malecon, arguments):
    code, out, err = malecon(*arguments)
    assert (code, err) == (2, "")
    assert "Usage: malecon" in out


def test_the_version_is_that_of_the_package(malecon):
    assert malecon("--version") == (0, f"malecon {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["complexity", "--base", "1"], "malecon: the base is a whole number from 2 to 100, not 1\n"),
        (["play", "--terminal", "--base", "15"], "malecon: Havannah is played on bases 2 to 14, not 15\n"),
        (["play", "--terminal", "--base", "4", "--moves", "d4 d4"], "malecon: d4 is taken by a white stone\n"),
        (["play", "--terminal", "--load", "missing.sgf"], "missing.sgf"),
        (["play", "--terminal", "--load", "x.sgf", "--base", "5"], "malecon: --load brings its own board and rules"),
        (["show", "missing.sgf"], "missing.sgf"),
        (["bench", "--bases", "4;5"], "malecon: a board of Havannah is written as its base, such as 8, not '4;5'"),
        (["bench", "--bases", "99"], "malecon: Havannah is played on bases 2 to 14, not 99\n"),
        (["bench", "--seconds", "0"], "malecon: a measurement takes some time"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(malecon, arguments, complaint):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["dance"], ["play", "--bas", "4"], ["complexity", "--base", "ten"], ["convert"]])
def test_a_command_that_is_none_is_exit_code_2(malecon, arguments):
    code, out, err = malecon(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_a_reader_that_stops_reading_is_no_error():
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


def test_complexity_prints_numbers_beyond_pythons_usual_length(malecon):
    _, out, _ = malecon("complexity", "--base", "60", "--exact")
    assert max(len(line) for line in out.splitlines()) > 5000


@pytest.mark.slow
def test_bench_prints_json_and_nothing_else(warm):  # noqa: F811
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
    assert sum("malecon search" in line for line in out.splitlines()) >= 2, "its speed, and its phases"
    assert "random games, havannah 3: " in err


@pytest.fixture
def cache(tmp_path):
    """The environment of a machine that has compiled nothing yet."""
    return {"MALECON_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}


@pytest.mark.slow
def test_the_first_start_says_that_it_compiles_and_the_second_does_not(cache, tmp_path):
    random = ("--white", "random", "--black", "random", "--seed", "1")
    first = run("play", "--terminal", "--base", "4", *random, **cache)
    second = run("play", "--terminal", "--base", "4", *random, **cache)
    assert "compiling" in first.stderr
    assert str(tmp_path) in first.stderr
    assert "Havannah rules, about" in first.stderr
    assert "tree search" not in first.stderr, "nobody searches here"
    assert second.stderr == ""
    assert first.stdout == second.stdout


@pytest.fixture
def warmed(cache, tmp_path):
    """A cache with the machine code that compiling everything from nothing has made, and no note that it is there.

    Where the tests began with code from elsewhere, the cache is empty and everything is compiled again.
    """
    made = cache_folder() / WARMED
    names = made.read_text(encoding="utf-8").splitlines() if made.exists() else []
    for name in names:
        (tmp_path / cache_folder().name / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(cache_folder() / name, tmp_path / cache_folder().name / name)
    return cache


@pytest.mark.slow
def test_warmup_has_a_bar_and_leaves_nothing_to_compile(warmed, tmp_path):
    terminal = Terminal("warmup", "havannah", TERM="xterm", **warmed)
    terminal.wait_for("━")
    assert "tree search, about" in terminal.wait_for("Compiled in", seconds=1800)
    assert terminal.leave() == 0
    compiled = set(tmp_path.rglob("*.nb?"))
    assert compiled
    assert run("warmup", "havannah", **warmed).stdout.startswith("Nothing to compile")
    game, record = "d4\nhint\nundo\ne5\nresign\n", "(;SZ[4]AW[a1]AB[b2];W[d4];B[c3](;W[c4])(;W[e4]))"
    for command, stdin in {
        ("play", "--terminal", "--base", "5", "--swap", "--simulations", "30"): game,
        ("show", "-"): record,
        ("analyze", "-", "--simulations", "30", "--threads", "2"): record,
        ("bench", "--bases", "4", "--seconds", "0.01", "--no-openspiel"): "",
        ("match", "stankiewicz2012", "greedy", "--base", "5", "--games", "2", "--simulations", "30"): "",
    }.items():
        assert run(*command, stdin=stdin, **warmed).returncode == 0
    assert set(tmp_path.rglob("*.nb?")) == compiled


def test_nothing_is_compiled_where_numba_is_told_not_to(tmp_path):
    result = run("warmup", MALECON_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert result.returncode == 0
    assert "Nothing to compile" in result.stdout


def test_a_cache_that_cannot_be_written_is_one_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run("warmup", MALECON_CACHE=str(blocked / "cache"))
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "MALECON_CACHE" in result.stderr


def test_ctrl_c_leaves_a_measurement_without_a_traceback(warm):  # noqa: F811
    terminal = Terminal("bench", "--bases", "4,10,10,10", "--seconds", "2", "--no-openspiel", TERM="xterm")
    terminal.wait_for("havannah 4")
    terminal.type("\x03")
    terminal.wait_for("^C")
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.shown
