"""`malecon lab tune`, `ladder` and `report`, with short games."""

import json
import sys

import pytest

pytestmark = pytest.mark.usefixtures("warm")
for package in ("optuna", "scipy", "matplotlib"):
    pytest.importorskip(package)

FAST = ("--base", "3", "--simulations", "5", "--jobs", "1")


@pytest.fixture
def malecon(command, tmp_path, monkeypatch):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return command


def test_tuning_ends_with_a_verdict(malecon):
    options = ("--trials", "3", "--games", "4", "--confirm", "4", *FAST)
    code, out, err = malecon("lab", "tune", "uct(c=0.5)", "--param", "uct.c", *options)
    assert code == 0
    assert "uct.c: currently 0.5, range 0 to 10" in err
    assert "mprovement" in out


def test_tuning_prints_json(malecon):
    options = ("--trials", "2", "--games", "2", "--confirm", "2", "--range", "uct.c=0.1:1", "--json", *FAST)
    code, out, _ = malecon("lab", "tune", "uct(c=0.5)", "--param", "uct.c", *options)
    result = json.loads(out)
    assert (code, result["player"], result["finished"], len(result["trials"])) == (0, "uct(c=0.5)", True, 2)
    assert result["verdict"] in ("gained", "nothing", "lost")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tune", "uct", "--param", "rave.r"), "the player has no parameter 'rave.r'"),
        (("tune", "uct", "--range", "uct.c=5"), "write parameter=low:high"),
        (("tune", "random"), "unknown technique 'random'"),
        (("tune", "uct", "--against", "nobody"), "unknown technique 'nobody'"),
        (("ladder", "add", "nobody"), "unknown technique 'nobody'"),
        (("ladder", "show"), "no such database"),
        (("report",), "no such database"),
    ],
)
def test_an_error_is_one_line(malecon, arguments, message):
    code, out, err = malecon("lab", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["tune", "report"])
def test_a_missing_extra_is_a_one_line_error(malecon, monkeypatch, tmp_path, name):
    (tmp_path / "lab.sqlite").touch()
    monkeypatch.setitem(sys.modules, "optuna" if name == "tune" else "matplotlib", None)
    code, _, err = malecon("lab", name, *(["uct"] if name == "tune" else []))
    assert code == 2
    assert "pip install 'malecon[lab]'" in err


def test_a_rating_list_is_played_shown_plotted_and_edited(malecon, tmp_path):
    code, out, _ = malecon("lab", "ladder", "play", "random", "uct", "uct(c=1)", "--games", "8", *FAST)
    assert code == 0
    assert "Havannah, base 3; 5 simulations per move" in out
    assert "uct(c=1)" in out
    shown = ("--base", "3", "--simulations", "5")
    code, out, _ = malecon("lab", "ladder", "show", "--json", "--anchor", "random=1000", "--plot", "list.png", *shown)
    rows = {row["player"]: row for row in json.loads(out)}
    assert (code, rows["random"]["elo"], sum(row["games"] for row in rows.values())) == (0, 1000, 16)
    assert (tmp_path / "list.png").exists()
    code, out, _ = malecon("lab", "ladder", "drop", "uct(c=1)", *shown)
    assert out.strip() == "Players: random, uct"
    code, out, _ = malecon("lab", "ladder", "add", "greedy", *shown)
    assert out.strip() == "Players: random, uct, greedy"


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
