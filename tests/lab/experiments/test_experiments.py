"""Experiment files: valid and invalid ones, and all that ship with the package."""

import re

import pytest

import malecon
from malecon.interfaces.cli import main
from malecon.lab.experiments.library import EXAMPLE, FOLDER, experiment_names, find_experiment, find_experiments
from malecon.lab.experiments.model import Budget, PublishedResult
from malecon.lab.experiments.plan import match_for_row, plan
from malecon.lab.experiments.reader import read_experiment

SMALL = """
title = "small"
[game]
name = "havannah"
base = 3
[players]
a = "uct(c={c})"
b = "random"
[budget.quick]
games = 4
simulations = 10
[[row]]
values = { c = 0.5 }
"""


@pytest.fixture
def read(tmp_path):
    """Read an experiment from text."""

    def call(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_experiment(path)

    return call


def test_a_row_is_complete_in_itself(read):
    experiment = read(SMALL)
    row = experiment.rows[0]
    assert (experiment.id, experiment.title, experiment.seed) == ("mine", "small", 1)
    assert (row.name, row.a, row.b, row.game, row.options) == (
        "c 0.5",
        "uct(c=0.5)",
        "random",
        "havannah",
        (("base", 3),),
    )
    assert row.budgets == {"quick": Budget(4, (10, 10))}
    assert row.paper is None


def test_a_row_overrides_shared_settings(read):
    own = 'name = "other"\na = "rave"\ngame = { base = 4 }\nbudget.quick = { simulations = [20, 10] }\n'
    row = read(SMALL + f"[[row]]\n{own}paper = {{ share = 0.7, games = 100 }}\n").row("other")
    assert (row.a, row.b, row.options) == ("rave", "random", (("base", 4),))
    assert row.budgets["quick"] == Budget(4, (20, 10))
    assert row.paper.sample.interval == pytest.approx((0.604, 0.781), abs=1e-3)


def test_vary_makes_a_row_of_every_combination(read):
    text = SMALL.replace("[[row]]\nvalues = { c = 0.5 }", "[vary]\nc = [0.1, 0.2]\nn = [10, 20, 30]")
    experiment = read(text.replace("simulations = 10", 'simulations = "{n}"'))
    assert len(experiment.rows) == 6
    assert experiment.rows[1].name == "c 0.1, n 20"
    assert experiment.rows[1].budgets["quick"].simulations == (20, 20)


def test_a_published_interval_is_used_if_there_is_one():
    assert PublishedResult(0.98, margin=0.03).sample.interval == (0.95, 1.0)
    assert PublishedResult(0.5).sample.is_exact


def test_openings_are_varied_unless_the_file_says_otherwise(read):
    assert read(SMALL).rows[0].openings == ()
    assert read('openings = "empty"\n' + SMALL).rows[0].openings == ("",)
    row = '[[row]]\nname = "other"\na = "random"\nopenings = ["a1 b1", "b2"]\n'
    experiment = read('openings = "empty"\n' + SMALL + row)
    assert [row.openings for row in experiment.rows][-2:] == [("",), ("a1 b1", "b2")]
    assert match_for_row(experiment, experiment.row("other"), "quick").openings == ("a1 b1", "b2")


def test_results_by_colour_are_half_of_the_games(read):
    row = '[[row]]\nname = "x"\na = "random"\npaper = { share = 0.55, games = 1000, white = 0.6, black = 0.5 }\n'
    result = read(SMALL + row).row("x").paper
    assert {colour: (sample.share, sample.games) for colour, sample in result.colour_samples().items()} == {
        "white": (0.6, 500),
        "black": (0.5, 500),
    }
    assert result.describe() == "55.0% of 1,000 games (60.0% as White, 50.0% as Black)"


def test_a_published_bound_is_one_sided(read):
    row = read(SMALL + '[[row]]\nname = "claim"\na = "random"\npaper = { above = 0.75 }\n').row("claim")
    assert row.paper.sample.range == (0.75, 1)
    assert row.paper.describe() == "above 75.0%"
    assert PublishedResult(0.4, bound="below").sample.range == (0, 0.4)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('title = "small"', "", "title: missing"),
        ('title = "small"', "title = 3", "title: expected a string"),
        ('title = "small"', 'titel = "small"', "titel: unknown key; expected one of: title, notes"),
        ('title = "small"', 'title = "small', "invalid TOML: Illegal character"),
        ('title = "small"', 'title = "small"\nseed = true', "seed: expected an integer"),
        ('title = "small"', 'title = "small"\nx = "k"', "x: every row must have the value 'k'"),
        ('name = "havannah"', "", "game.name: missing; give the name of the game"),
        ('a = "uct(c={c})"', "", "players.a: missing"),
        ('b = "random"', 'c = "random"', "players.c: unknown key; expected one of: a, b"),
        ("c={c}", "c={d}", "players.a: cannot fill in 'uct(c={d})'; the values of the row are: {c}"),
        ("games = 4", "games = 0", "budget.quick.games: expected at least 1, not 0"),
        ("simulations = 10", "", "budget.quick.simulations: missing; give simulations or seconds per move"),
        ("simulations = 10", "simulations = 1.5", "budget.quick.simulations: expected an integer above 0, not 1.5"),
        (
            "simulations = 10",
            "simulations = [1, 2, 3]",
            "expected a number, or an array of two for A and B, not [1, 2, 3]",
        ),
        ("simulations = 10", 'simulations = "{c}"', "expected an integer above 0, not '{c}'"),
        ("[budget.quick]\ngames = 4\nsimulations = 10", "", "budget: missing; add [budget.quick] with games"),
        ("{ c = 0.5 }", "{ c = [1] }", "row 1.values.c: expected a string or a number"),
        ("{ c = 0.5 }", "{ c = 0.5 }\npaper = 0.5", "row 1.paper: expected a table"),
        (
            'title = "small"',
            'title = "small"\nopenings = "none"',
            "openings: expected 'varied' or 'empty', or an array",
        ),
        (
            "{ c = 0.5 }",
            "{ c = 0.5 }\npaper = { share = 0.5, white = 0.5 }",
            "row 1.paper.white: give the shares as white and as black together",
        ),
        (
            "{ c = 0.5 }",
            "{ c = 0.5 }\npaper = { share = 0.5, above = 0.5 }",
            "row 1.paper.share: expected exactly one of: share, above, below",
        ),
        (
            "{ c = 0.5 }",
            "{ c = 0.5 }\npaper = { share = 50 }",
            "row 1.paper.share: expected a share from 0 to 1, not 50",
        ),
        (
            "{ c = 0.5 }",
            '{ c = 0.5 }\npaper = { share = 0, colour = "red" }',
            "colour: expected one of both, white, black",
        ),
        (
            "{ c = 0.5 }",
            "{ c = 0.5 }\nbudget.long = { games = 9 }",
            "row 1.budget.long: unknown budget; the file defines: quick",
        ),
        ("{ c = 0.5 }", "{ c = 0.5 }\n[[row]]\nvalues = { c = 0.5 }", "row: two rows have the name 'c 0.5'"),
        ("[[row]]\nvalues = { c = 0.5 }", "", "row: expected either [[row]] tables or a [vary] table"),
    ],
)
def test_an_error_in_a_file_is_reported_in_one_line_with_file_and_key(read, before, after, message):
    assert before in SMALL
    with pytest.raises(malecon.GameError, match=re.escape(message)) as caught:
        read(SMALL.replace(before, after))
    assert "mine.toml: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_binary_file_is_refused(tmp_path):
    path = tmp_path / "odd.toml"
    path.write_bytes(b"title = '\xff'")
    with pytest.raises(malecon.GameError, match="UTF-8"):
        read_experiment(path)


def test_rows_are_found_by_number_and_by_name(read):
    experiment = read(SMALL)
    assert experiment.row("1") is experiment.row("c 0.5")
    with pytest.raises(malecon.GameError, match=re.escape("a number from 1 to 1, or one of 'c 0.5'")):
        experiment.row("2")
    with pytest.raises(malecon.GameError, match="no budget 'full'; choose one of: quick"):
        experiment.budget(experiment.rows[0], "full")


# --- shipped ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*experiment_names(), EXAMPLE])
def test_every_shipped_experiment_can_be_read(name):
    experiment = read_experiment(FOLDER / f"{name}.toml")
    assert {"quick", "full"} <= set(experiment.budgets)


@pytest.mark.parametrize("name", experiment_names())
def test_every_shipped_experiment_can_be_played(name):
    for budget in ("quick", "full"):
        planned = plan(find_experiment(name), budget)
        assert len({each.match.key for each in planned}) == len(planned), "no row twice"


def test_names_find_experiments_families_and_files(tmp_path):
    assert find_experiment("teytaud2009-rave").title.startswith("RAVE against UCT")
    assert "teytaud2009-rave" in [experiment.id for experiment in find_experiments(["teytaud2009", "teytaud2009-rave"])]
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert find_experiment(str(path)).id == "mine"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("teytaud2009-raev", "did you mean teytaud2009-rave"),
        ("no/such.toml", "no such file"),
        ("x", "lab list"),
    ],
)
def test_an_unknown_name_gets_a_hint(name, message):
    with pytest.raises(malecon.GameError, match=message):
        find_experiment(name)


def test_the_commands_of_the_example_exist(capsys):
    text = (FOLDER / f"{EXAMPLE}.toml").read_text(encoding="utf-8")
    lines = re.findall(r"^#   malecon (lab .*?)  ", text, re.MULTILINE)
    assert len(lines) == 3
    for group, command, *arguments in map(str.split, lines):
        with pytest.raises(SystemExit) as end:
            main([group, command, "--help"])
        printed = capsys.readouterr().out
        assert end.value.code == 0
        assert all(word in printed for word in arguments if word.startswith("--"))
