"""A table of results as LaTeX, for papers; it needs the package booktabs."""

from __future__ import annotations

from collections.abc import Iterator

from malecon.lab.matches.score import FAULT_COLUMNS
from malecon.lab.reports.results import RowResult, TableResult
from malecon.lab.statistics.comparison import Sample

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
}


def render_latex(table: TableResult) -> str:
    """Return the rows of a table as a tabular environment: shares in percent with 95% intervals, and verdicts."""
    colours = table.colours
    headings = [
        "",
        "paper",
        "ours",
        "games",
        *FAULT_COLUMNS,
        *(f"{whose} as {name}" for name in colours for whose in ("paper", "ours")),
    ]
    lines = [f"% {escape(table.experiment.title)} ({escape(table.name)}); needs \\usepackage{{booktabs}}"]
    lines += [f"\\begin{{tabular}}{{l{'r' * (len(headings) - 1)}l}}", "\\toprule"]
    lines += [_line([*headings, "verdict"]), "\\midrule"]
    lines += [_line(list(_cells(result, colours))) for result in table.rows]
    return "\n".join([*lines, "\\bottomrule", "\\end{tabular}"]) + "\n"


def escape(text: str) -> str:
    """Return text with the characters that LaTeX would interpret written out."""
    return "".join(ESCAPES.get(letter, letter) for letter in text)


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cells(result: RowResult, colours: list[str]) -> Iterator[str]:
    yield escape(result.row.name)
    yield from (_sample(result.paper), _sample(result.ours), f"{result.score.games:,}")
    yield from (f"{count:,}" for count in result.score.fault_totals)
    for colour in colours:
        comparison = result.by_colour.get(colour)
        yield f"{100 * comparison.paper.share:.1f}" if comparison else ""
        yield _sample(comparison.ours) if comparison else ""
    yield str(result.verdict or "")


def _sample(sample: Sample | None) -> str:
    if sample is None:
        return ""
    low, high = (100 * end for end in sample.interval)
    if sample.is_bound:
        return f"$> {low:g}$" if high == 100 else f"$< {high:g}$"
    return f"{100 * sample.share:.1f}" + ("" if sample.is_exact else f" ({low:.1f}--{high:.1f})")
