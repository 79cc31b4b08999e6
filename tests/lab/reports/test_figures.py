"""The figures of the papers, drawn from simulated games of the shipped experiments."""

import random
import re

import pytest

from malecon.lab.experiments.library import find_experiment
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.runner import register
from malecon.lab.matches.game import GameResult, PlayerStats
from malecon.lab.matches.match import A, B
from malecon.lab.reports.figures import find_figures
from malecon.lab.reports.report import write_report
from malecon.lab.reports.results import load_results
from malecon.lab.store.database import Store

pytest.importorskip("matplotlib")

PLAYOUT_LENGTHS = [1, 4, 8, 12, 16, 20, 28, 36]
GAINS = [f"stankiewicz2011-4.{number}" for number in range(2, 8)]


def simulated_game(match, number, winner):
    stats = PlayerStats(10, 0.5, 10000), PlayerStats(10, 0.5, 10000)
    moves = ("a1", f"b{number}")
    return GameResult(number, match.white(number), moves, winner, "ring", stats, differing_moves=6)


def results_of(folder, experiments, games=20, budgets=("quick",)):
    """Return tables with simulated games of shipped experiments."""
    chance = random.Random(1)
    with Store(folder / "lab.sqlite") as store:
        for name, budget in ((name, budget) for name in experiments for budget in budgets):
            planned = plan(find_experiment(name), budget)
            register(store, planned)
            for entry in planned:
                for number in range(games):
                    store.add(entry.match, simulated_game(entry.match, number, chance.choice((A, B))))
        return load_results(store)


def test_figure_5_has_the_scores_and_the_differing_moves_of_the_paper(tmp_path):
    (figure,) = find_figures(results_of(tmp_path, ["lorentz2016-fig5"]))
    scores, moves = figure.content.panels
    assert figure.title == "Figure 5 of lorentz2016, quick"
    assert [point.x for point in scores.paper] == PLAYOUT_LENGTHS == [point.x for point in scores.ours]
    assert [point.y for point in scores.paper] == [0.39, 0.48, 0.58, 0.51, 0.56, 0.54, 0.45, 0.37]
    assert [point.y for point in moves.paper] == [9, 6, 5, 6, 7, 8, 9, 10]
    assert [point.y for point in moves.ours] == [6.0] * 8
    assert all(point.low < point.y < point.high for point in scores.ours)


def test_gains_are_drawn_by_simulations_with_all_budgets_in_one_figure(tmp_path):
    (figure,) = find_figures(results_of(tmp_path, GAINS, games=2, budgets=("quick", "full")))
    panels = {panel.title: panel for panel in figure.content.panels}
    assert len(panels) == 8
    panel = panels["LGRF-1, tables kept"]
    assert [(point.x, point.y) for point in panel.paper] == [(5000, 0.619), (15000, 0.569), (25000, 0.55)]
    assert [point.x for point in panel.ours] == [1000, 3000, 5000, 15000, 25000], "5,000 is shared"


def test_tables_without_games_have_no_figures(tmp_path):
    assert find_figures(results_of(tmp_path, ["lorentz2016-fig4", "stankiewicz2011-4.1"], games=0)) == []
    assert find_figures(results_of(tmp_path, ["teytaud2009-rave"], games=2)) == []


@pytest.mark.slow
def test_a_report_contains_the_figures(tmp_path):
    tables = results_of(tmp_path, ["lorentz2016-fig4", "stankiewicz2011-4.1", *GAINS[:2]], games=4)
    files = {path.name: path for path in write_report(tables, tmp_path / "out", "Title")}
    names = ["lorentz2016-fig4-quick-curves", "stankiewicz2011-gains", "pattern_weights", "pattern_frequencies"]
    names += ["frequent_pattern_weights"]
    assert [f"{name}.png" for name in names] == list(files)[1:6]
    page, markdown = (files[name].read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    assert all(f"({name}.png)" in markdown for name in names)
    assert page.count("<svg") == 1 + len(names) + len(tables)
    assert "<h3>Figure 4 of lorentz2016, quick</h3>" in page
    section = page[page.index('<section id="figures">') :]
    section = section[: section.index("</section>")]
    assert set(re.findall(r"#[0-9a-f]{6}", section)) <= {"#ffffff"}, "all other colours are CSS variables"
