"""`malecon lab tune`, `ladder` and `report` on the command line, in short games."""

import json
import sys

import pytest
from support.commands import warm  # noqa: F401 (a fixture)

from malecon.interfaces.cli import main

pytestmark = pytest.mark.usefixtures("warm")
for package in ("optuna", "scipy", "matplotlib"):
    pytest.importorskip(package)

FAST = ("--base", "3", "--simulations", "5", "--jobs", "1")


@pytest.fixture
def malecon(tmp_path, monkeypatch, capsys):
    """The command in a folder of its own: its exit code, output and messages."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return call


def test_tuning_ends_with_a_plain_word(malecon):
    options = ("--trials", "3", "--games", "4", "--confirm", "4", *FAST)
    code, out, err = malecon("lab", "tune", "uct(c=0.5)", "--parameter", "uct.c", *options)
    assert code == 0
    assert "uct.c: now 0.5, tried 0 to 10" in err
    assert "Nothing was gained" in out or "Gained: " in out


def test_tuning_may_be_told_to_programs(malecon):
    options = ("--trials", "2", "--games", "2", "--confirm", "2", "--range", "uct.c=0.1:1", "--json", *FAST)
    code, out, _ = malecon("lab", "tune", "uct(c=0.5)", "-k", "uct.c", *options)
    result = json.loads(out)
    assert (code, result["player"], result["finished"], len(result["trials"])) == (0, "uct(c=0.5)", True, 2)
    assert result["verdict"] in ("gained", "nothing", "lost")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tune", "uct", "--parameter", "rave.r"), "the player has no parameter 'rave.r'"),
        (("tune", "uct", "--range", "uct.c=5"), "written as parameter=low:high"),
        (("tune", "random"), "unknown technique 'random'"),
        (("tune", "uct", "--against", "nobody"), "unknown technique 'nobody'"),
        (("ladder", "add", "nobody"), "unknown technique 'nobody'"),
        (("ladder", "show"), "there is no such database"),
        (("report",), "there is no such database"),
    ],
)
def test_mistakes_are_told_in_one_line(malecon, arguments, message):
    code, out, err = malecon("lab", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("command", ["tune", "report"])
def test_a_missing_extra_is_told_in_one_line(malecon, monkeypatch, tmp_path, command):
    (tmp_path / "lab.sqlite").touch()
    monkeypatch.setitem(sys.modules, "optuna" if command == "tune" else "matplotlib", None)
    code, _, err = malecon("lab", command, *(["uct"] if command == "tune" else []))
    assert code == 2
    assert "pip install 'malecon[lab]'" in err


def test_a_list_is_played_shown_drawn_and_changed(malecon, tmp_path):
    code, out, _ = malecon("lab", "ladder", "play", "random", "uct", "uct(c=1)", "--games", "8", *FAST)
    assert code == 0
    assert "Havannah, base 3; 5 simulations a move" in out
    assert "uct(c=1)" in out
    shown = ("--base", "3", "--simulations", "5")
    code, out, _ = malecon("lab", "ladder", "show", "--json", "--anchor", "random=1000", "--plot", "list.png", *shown)
    rows = {row["player"]: row for row in json.loads(out)}
    assert (code, rows["random"]["elo"], sum(row["games"] for row in rows.values())) == (0, 1000, 16)
    assert (tmp_path / "list.png").exists()
    code, out, _ = malecon("lab", "ladder", "drop", "uct(c=1)", *shown)
    assert out.strip() == "On the list: random, uct"
    code, out, _ = malecon("lab", "ladder", "add", "greedy", *shown)
    assert out.strip() == "On the list: random, uct, greedy"


def test_an_experiment_is_run_and_reported(malecon, tmp_path):
    malecon("lab", "new", "mine.toml")
    path = tmp_path / "mine.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in (("base = 5", "base = 3"), ("= 200", "= 5"), ("[400, 200]", "[10, 5]")):
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    code, _, _ = malecon("lab", "run", "mine.toml", "--games", "2", "--jobs", "1")
    assert code == 0
    code, out, _ = malecon("lab", "report", "--title", "My games")
    assert code == 0
    assert "mine, quick: 6 games" in out
    assert "<h1>My games</h1>" in (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "report" / "mine-quick.png").exists()
