"""Reports of simulated games: verdicts of all rows, a self-contained page, plots and a CSV file."""

import csv
import random
import re
from html.parser import HTMLParser

import pytest

from malecon.games.errors import GameError
from malecon.lab.experiments.plan import plan
from malecon.lab.experiments.reader import read_experiment
from malecon.lab.experiments.runner import register
from malecon.lab.matches.game import GameResult, PlayerStats
from malecon.lab.matches.match import A, B
from malecon.lab.reports.latex import render_latex
from malecon.lab.reports.report import write_report
from malecon.lab.reports.results import load_results
from malecon.lab.statistics.comparison import Verdict
from malecon.lab.store.database import Store
from malecon.players.player import CRASH, FORFEIT, TIME_LOSS

pytest.importorskip("matplotlib")

TOP = """
title = "Exploration & <others>"
{axis}
[paper]
name = "someone2009"
table = "table 7"
conditions = "1 s a move, 500 games"
[game]
name = "havannah"
base = 3
[players]
a = "uct(c={{c}})"
b = "uct"
[budget.quick]
games = 400
simulations = 5
"""
ROWS = (
    (0.1, "share = 0.60, games = 500, white = 0.7, black = 0.5", 240),  # agrees
    (0.2, "share = 0.60, games = 500", 320),  # differs in size
    (0.3, "share = 0.60, games = 500", 120),  # differs in direction
    (0.4, "share = 0.50, games = 500", 15),  # of 30: too few
    (0.5, "share = 0.70", 200),  # no number of games
    (0.6, "", 200),  # no figure
    (0.7, "share = 0.60, games = 500", 0),  # no game
    (0.8, "above = 0.75", 340),  # a bound
)
VERDICTS = [Verdict.AGREES, Verdict.SIZE, Verdict.DIRECTION, Verdict.OPEN, Verdict.SIZE, None, None, Verdict.AGREES]


def write_experiment(folder, axis='x = "c"', series=False):
    text = TOP.format(axis=axis)
    for c, figure, _ in ROWS:
        values = f"c = {c}" + (f', kind = "{"even" if round(10 * c) % 2 == 0 else "odd"}"' if series else "")
        text += f"[[row]]\nvalues = {{ {values} }}\n" + (f"paper = {{ {figure} }}\n" if figure else "")
        text += 'remark = "the reason is <known>"\ncause = "fewer simulations: 50% at 5,000"\n' if c == 0.3 else ""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def fill(store, path):
    """Store the games of every row as ROWS describes them."""
    planned = plan(read_experiment(path), "quick")
    register(store, planned)
    for entry, (c, _, points) in zip(planned, ROWS, strict=True):
        games = 0 if c == 0.7 else 30 if c == 0.4 else 400
        winners = [A] * points + [B] * (games - points)
        random.Random(1).shuffle(winners)
        stats = PlayerStats(10, 0.5, 10000), PlayerStats(10, 0.5, 5000)
        faults = iter((TIME_LOSS, TIME_LOSS, CRASH, FORFEIT) if c == 0.6 else ())
        for number, winner in enumerate(winners):
            how = next(faults, "ring")
            result = GameResult(
                number, entry.match.white(number), ("a1", f"b{number}"), winner, how, stats, started=1e9
            )
            store.add(entry.match, result)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    path = write_experiment(folder)
    with Store(folder / "lab.sqlite") as store:
        fill(store, path)
        yield store, path


@pytest.fixture(scope="module")
def written(filled, tmp_path_factory):
    store, _ = filled
    folder = tmp_path_factory.mktemp("report")
    return {path.name: path for path in write_report(load_results(store), folder, "A title")}


def test_every_row_has_its_verdict(filled):
    (table,) = load_results(filled[0])
    assert [result.verdict for result in table.rows] == VERDICTS
    assert table.games == 2430
    assert table.verdict_counts()[Verdict.SIZE] == 2


def test_results_can_be_limited_to_an_experiment_and_a_budget(filled):
    store, path = filled
    assert len(load_results(store, [str(path)], "quick")) == 1
    for names, budget in (([], "full"), (["teytaud2009-rave"], None)):
        with pytest.raises(GameError, match="has no games of these experiments"):
            load_results(store, names, budget)


@pytest.mark.slow
def test_all_files_are_written(written):
    assert list(written) == ["overview.png", "mine-quick.png", "report.csv", "report.md", "report.html"]
    assert written["mine-quick.png"].read_bytes().startswith(b"\x89PNG")


class Page(HTMLParser):
    """Checks that elements are closed in order, and collects external references."""

    VOID = frozenset(("meta", "path", "use", "br", "line"))

    def __init__(self):
        super().__init__()
        self.open, self.asked = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        self.asked += [value for name, value in attributes if name in ("src", "href") and not value.startswith("#")]

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        pass


SUMMARY = "Of 7 rows, 2 agree with the papers, 1 differ with a measured cause, 2 differ without one, and 2 are open."


def test_a_report_opens_with_the_counts_and_a_picture_of_all_rows(written):
    page, markdown = (written[name].read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    assert markdown.startswith(f"# A title\n\n{SUMMARY}\n\n![All rows](overview.png)\n")
    assert page.index(SUMMARY) < page.index("<svg") < page.index("<table")
    assert written["overview.png"].read_bytes().startswith(b"\x89PNG")
    assert "- c 0.3: Cause: fewer simulations: 50% at 5,000" in markdown


def test_a_table_can_be_written_as_latex(filled):
    (table,) = load_results(filled[0])
    lines = render_latex(table).splitlines()
    assert lines[0].startswith("% Exploration \\& <others> (mine, quick)")
    assert lines[1] == "\\begin{tabular}{lrrrrrrrrrrl}"
    assert "c 0.2 & 60.0 (55.6--64.2) & 80.0 (75.8--83.6) & 400 & 0 & 0 & 0 &  &  &  &  & differs in size \\\\" in lines
    assert any(line.startswith("c 0.8 & $> 75$ & 85.0 (") for line in lines)
    assert sum(line.endswith("\\\\") for line in lines) == 1 + len(ROWS)


def test_the_page_is_well_formed_and_self_contained(written):
    page = Page()
    text = written["report.html"].read_text(encoding="utf-8")
    page.feed(text)
    assert page.open == []
    assert page.asked == []
    assert not re.search(r"url\((?!#)|@import", text)


def test_the_page_has_the_results_of_every_row(written):
    text = written["report.html"].read_text(encoding="utf-8")
    assert "Exploration &amp; &lt;others&gt;" in text
    assert "1 s a move, 500 games" in text
    for verdict in Verdict:
        assert str(verdict) in text
    assert "our share is larger than the paper" in text
    assert "above 50% in the paper, below 50% here" in text
    assert "the reason is &lt;known&gt;" in text
    assert "it does not state the number of games" in text
    assert "not played yet" in text
    assert "at most 0.3 would be expected to differ by chance" in text


def test_the_markdown_page_has_the_same_results(written):
    text = written["report.md"].read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "| [mine](#mine-quick) | quick | 2,430 | 2 | 2 | 1 | 1 |" in text
    assert "![Exploration & <others>](mine-quick.png)" in text
    assert "| c 0.1 | 60.0 (55.6 to 64.2) | 60.0 (55.1 to 64.7) | 400 | 0 | 0 | 0 | ✓ agrees | " in text
    assert "| c 0.5 | 70.0 | 50.0 (45.1 to 54.9) | 400 | 0 | 0 | 0 | ≠ differs in size |" in text
    assert "| verdict | as white: paper, ours | as black: paper, ours |" in text
    assert re.search(r"\| c 0.1 \|.*\| 70.0, \d\d.\d \(.* to .*\) [?≠✓] \| 50.0, .* \|", text)
    assert "| c 0.8 | above 75 | 85.0 (81.2 to 88.2) | 400 | 0 | 0 | 0 | ✓ agrees |" in text
    assert "- c 0.3: the reason is <known>" in text


def test_time_losses_and_crashes_are_columns_beside_forfeits(filled, written):
    page, markdown = (written[name].read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    assert "<th>games</th><th>forfeits</th><th>time</th><th>crash</th>" in page
    assert "<td>400</td><td>4</td><td>2</td><td>1</td>" in page
    assert "| games | forfeits | time | crash | verdict |" in markdown
    assert "| 400 | 4 | 2 | 1 |  |" in markdown
    (table,) = load_results(filled[0])
    assert "& games & forfeits & time & crash &" in render_latex(table)
    assert "& 400 & 4 & 2 & 1 &" in render_latex(table)


def test_the_page_has_a_light_and_a_dark_mode(written):
    text = written["report.html"].read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in text
    drawing = text[text.rindex("<svg") : text.rindex("</svg>")]
    assert "var(--ours)" in drawing
    assert set(re.findall(r"#[0-9a-f]{6}", drawing)) <= {"#ffffff"}


def test_the_csv_file_has_every_row(written):
    with written["report.csv"].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[2]["cause"] == "fewer simulations: 50% at 5,000"
    assert [row["verdict"] for row in rows] == [str(verdict) if verdict else "" for verdict in VERDICTS]
    assert (rows[0]["share"], rows[0]["games"], rows[0]["paper_games"]) == ("0.6", "400", "500")
    assert float(rows[0]["low"]) == pytest.approx(0.5513, abs=1e-4)
    assert (rows[4]["paper_games"], rows[6]["share"]) == ("", "")
    assert rows[0]["a_simulations_per_second"] == "20000"
    assert (rows[0]["paper_share_as_white"], rows[0]["games_as_white"], rows[1]["paper_share_as_white"]) == (
        "0.7",
        "200",
        "",
    )


@pytest.mark.parametrize(("axis", "series"), [("", False), ('x = "c"\nseries = "kind"', True)])
def test_rows_can_be_drawn_below_each_other_and_in_panels(axis, series, tmp_path):
    path = write_experiment(tmp_path, axis, series)
    with Store(tmp_path / "lab.sqlite") as store:
        register(store, plan(read_experiment(path), "quick"))
        tables = load_results(store)
        page = list(write_report(tables, tmp_path / "out", "Title"))[-1].read_text(encoding="utf-8")
    assert ("even" in page) == series
    assert page.count("<svg") == 2, "all rows, and the table"
    drawing = page[page.rindex("<svg") : page.rindex("</svg>")]
    assert set(re.findall(r"#[0-9a-f]{6}", drawing)) <= {"#ffffff"}  # all other colours are CSS variables
