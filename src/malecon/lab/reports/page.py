"""The report as one HTML page that needs nothing beside it: style and drawings are within."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from malecon.lab.reports.plot import MARKS, TONES, svg
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import MARGIN, Sample, Verdict
from malecon.version import __version__

STYLE = Path(__file__).with_name("report.css")
CHANCE = 0.05
DAY = "%Y-%m-%d"


def render_html(tables: Sequence[TableResult], title: str = "Papers and our games") -> str:
    """The whole page."""
    body = "\n".join([*_summary(tables, title), *(line for table in tables for line in _section(table))])
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


# --- the top ----------------------------------------------------------------------------------------------------------


def _summary(tables: Sequence[TableResult], title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="note">Malecón {__version__}. Points a game of the first player, with 95% intervals (Wilson).</p>'
    yield '<div class="wide"><table><tr><th>table</th><th>budget</th><th>games</th>'
    yield "".join(f"<th>{_badge(verdict)}</th>" for verdict in Verdict) + "<th>not compared</th></tr>"
    for table in tables:
        counts = table.verdict_counts()
        cells = [f"{table.games:,}", *(str(counts[verdict] or "") for verdict in Verdict)]
        cells.append(str(len(table.rows) - sum(counts.values()) or ""))
        link = f'<a href="#{_anchor(table)}">{escape(table.experiment.id)}</a>'
        yield f"<tr><td>{link}</td><td>{escape(table.budget)}</td>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
    yield "</table></div>"
    yield from _how_to_read(sum(sum(table.verdict_counts().values()) for table in tables))


def _how_to_read(compared: int) -> Iterator[str]:
    marks = {verdict: _badge(verdict) for verdict in Verdict}
    yield (
        "<p>Both figures are samples, so the interval of their difference (Newcombe 1998) takes both into account. "
        f"{marks[Verdict.SIZE]}: it leaves out zero. {marks[Verdict.DIRECTION]}: moreover one figure is clearly above "
        f"50% and the other clearly below. {marks[Verdict.AGREES]}: it holds zero, and either reaches no further than "
        f"{100 * MARGIN:.0f} points to each side, or both figures are clearly on the same side of 50%. "
        f"{marks[Verdict.UNSURE]}: it holds zero, but is too wide to say more.</p>"
    )
    if compared:
        yield (
            f'<p class="note">Of {compared} rows that are compared, about {CHANCE * compared:.1f} would differ by '
            "chance alone if all agreed.</p>"
        )


def _badge(verdict: Verdict) -> str:
    return f'<span class="{TONES[verdict]}">{MARKS[verdict]} {verdict}</span>'


def _anchor(table: TableResult) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in table.name)


# --- a table ----------------------------------------------------------------------------------------------------------


def _section(table: TableResult) -> Iterator[str]:
    experiment = table.experiment
    yield f'<section id="{_anchor(table)}">'
    source = (
        f" <small>{escape(experiment.paper.name)}, {escape(experiment.paper.table)}</small>" if experiment.paper else ""
    )
    yield f"<h2>{escape(experiment.title)}{source}</h2>"
    yield from _conditions(table)
    yield svg(table)
    yield from _rows(table)
    yield from _disagreements(table)
    yield from _players(table)
    yield "</section>"


def _conditions(table: TableResult) -> Iterator[str]:
    """How the paper's figures were measured, and how ours."""
    facts = [("paper", table.experiment.paper.conditions)] if table.experiment.paper else []
    facts += [("our plan", text) for text in table.conditions()]
    facts += [("machine", machine) for machine in table.machines]
    facts += [("code", code) for code in table.codes]
    if table.first and table.last:
        days = dict.fromkeys((table.first.strftime(DAY), table.last.strftime(DAY)))
        facts.append(("played", " to ".join(days)))
    if table.experiment.notes:
        facts.append(("note", table.experiment.notes))
    yield "<dl>" + "".join(f"<dt>{name}</dt><dd>{_prose(text)}</dd>" for name, text in facts) + "</dl>"


def _rows(table: TableResult) -> Iterator[str]:
    counted = any(finding.differing_moves is not None for finding in table.rows)
    headings = ["paper", "95% interval", "games", "ours", "95% interval", "games", "difference", "95% interval"]
    headings += ["paper: moves that differ", "ours"] if counted else []
    head = "".join(f"<th>{heading}</th>" for heading in headings)
    yield f'<div class="wide"><table><tr><th>row</th><th class="text">verdict</th>{head}</tr>'
    for finding in table.rows:
        cells = [*_sample(finding.paper), *_sample(finding.ours), *_difference(finding)]
        cells += _moves(finding) if counted else []
        verdict = _badge(finding.verdict) if finding.verdict else "" if finding.ours else "not played yet"
        yield f'<tr><td>{escape(finding.row.name)}</td><td class="text">{verdict}</td>'
        yield "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield "</table></div>"


def _sample(sample: Sample | None) -> tuple[str, str, str]:
    if sample is None:
        return "", "", ""
    span = "unknown" if sample.is_exact else f"{100 * sample.interval.low:.1f} to {100 * sample.interval.high:.1f}"
    return f"{sample.share:.1%}", span, f"{sample.games:,}" if sample.games is not None else "not told"


def _difference(finding: RowResult) -> tuple[str, str]:
    if finding.comparison is None:
        return "", ""
    low, high = finding.comparison.interval
    return f"{100 * finding.comparison.difference:+.1f}", f"{100 * low:+.1f} to {100 * high:+.1f}"


def _moves(finding: RowResult) -> tuple[str, str]:
    theirs = finding.row.paper.differing_moves if finding.row.paper else None
    return tuple("" if number is None else f"{number:.1f}" for number in (theirs, finding.differing_moves))  # type: ignore[return-value]


def _disagreements(table: TableResult) -> Iterator[str]:
    """A line on each, and what the file says about rows."""
    lines = []
    for finding in table.rows:
        words = [finding.comparison.remark] if finding.disagrees and finding.comparison else []
        words += [finding.row.remark] if finding.row.remark else []
        if finding.score.forfeits:
            words.append(f"{len(finding.score.forfeits)} games were forfeited; the first: {finding.score.forfeits[0]}")
        if words:
            badge = f"{_badge(finding.verdict)}: " if finding.verdict and finding.disagrees else ""
            lines.append(f"<li><b>{escape(finding.row.name)}</b>: {badge}{_prose('. '.join(words))}</li>")
    if lines:
        yield "<ul>" + "\n".join(lines) + "</ul>"


def _players(table: TableResult) -> Iterator[str]:
    """What to type to play the same games, and how fast they were."""
    yield "<details><summary>players, seeds and speed</summary>"
    yield '<div class="wide"><table><tr><th>row</th><th class="text">A</th><th class="text">B</th><th>seed</th>'
    yield "<th>plies</th><th>simulations a second, A</th><th>B</th></tr>"
    for finding in table.rows:
        match, score = finding.match, finding.score
        texts = "".join(f'<td class="text"><code>{escape(text)}</code></td>' for text in match.players)
        speeds = "".join(f"<td>{score.simulations_per_second(side):,.0f}</td>" for side in (0, 1))
        plies = f"{score.plies / score.games:.1f}" if score.games else ""
        yield f"<tr><td>{escape(finding.row.name)}</td>{texts}<td>{match.seed}</td><td>{plies}</td>{speeds}</tr>"
    yield "</table></div></details>"


def _prose(text: str) -> str:
    """Words of a file, with what stands between backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
