"""The value chart of a game as SVG: expected result of White over the moves, with blunders marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from malecon.games.colours import WHITE
from malecon.review.review import BLUNDER, MoveEvaluation, classify

WIDTH, HEIGHT = 900.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 20.0, 44.0, 46.0
INK, GRID, LINE = "#333", "#d8d8d8", "#356b8c"
WHITE_AREA, BLACK_AREA = "#f4efe4", "#cfd4d9"
DOTS = {"blunder": ("#d1495b", 6.0), "doubtful": ("#e09f3e", 4.0)}
MAX_LABELS = 12  # blunders labelled with their move; more would overlap
MAX_TITLE = 84  # characters


def draw_chart(evaluations: Sequence[MoveEvaluation], title: str, blunder: float = BLUNDER) -> str:
    """Return the chart as SVG text."""
    plot = _Plot(max(1, len(evaluations)))
    values = [evaluation.white_value for evaluation in evaluations]
    points = " ".join(f"{plot.x(ply):.1f},{plot.y(value):.1f}" for ply, value in enumerate(values, 1))
    shown = title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 3] + "..."
    size = f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="white"/>',
            f'<text x="{LEFT:.0f}" y="26" font-size="15">{escape(shown)}</text>',
            *_areas(plot, points),
            *_axes(plot),
            f'<polyline points="{points}" fill="none" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>',
            *_dots(plot, evaluations, blunder),
            *_legend(),
            "</svg>\n",
        ]
    )


class _Plot:
    """Coordinates of the plot: moves from left to right, expected result of White from bottom to top."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.right, self.bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(self, ply: float) -> float:
        """Return the x coordinate of a move."""
        return LEFT + (self.right - LEFT) * ply / self.plies

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return self.bottom - (self.bottom - TOP) * value


def _areas(plot: _Plot, points: str) -> Iterator[str]:
    """Draw the area of Black, and that of White below the curve."""
    yield (
        f'<rect x="{LEFT:.1f}" y="{TOP:.1f}" width="{plot.right - LEFT:.1f}" height="{plot.bottom - TOP:.1f}" '
        f'fill="{BLACK_AREA}"/>'
    )
    if points:
        first, last = plot.x(1), plot.x(plot.plies)
        start = points.split(" ")[0].split(",")[1]
        corners = f"{LEFT:.1f},{plot.bottom:.1f} {LEFT:.1f},{start} {points} {last:.1f},{plot.bottom:.1f}"
        yield f'<polygon points="{corners}" fill="{WHITE_AREA}"/>' if first <= last else ""


def _axes(plot: _Plot) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = plot.y(percent / 100)
        yield f'<line x1="{LEFT:.1f}" x2="{plot.right:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"/>'
        yield f'<text x="{LEFT - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{percent}%</text>'
    step = next((step for step in (1, 2, 5, 10, 20, 50) if plot.plies / step <= 20), 100)
    for ply in range(0, plot.plies + 1, step):
        yield f'<text x="{plot.x(ply):.1f}" y="{plot.bottom + 18:.1f}" text-anchor="middle">{ply}</text>'
    middle = (TOP + plot.bottom) / 2
    rotation = f"translate(14,{middle:.0f}) rotate(-90)"
    yield f'<text transform="{rotation}" text-anchor="middle">expected result of White</text>'
    yield f'<text x="{(LEFT + plot.right) / 2:.0f}" y="{HEIGHT - 8:.0f}" text-anchor="middle">move</text>'


def _dots(plot: _Plot, evaluations: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    """Draw the bad moves with their loss as a tooltip; the worst blunders are labelled."""
    worst = sorted(evaluations, key=lambda evaluation: -evaluation.loss)[:MAX_LABELS]
    for evaluation in evaluations:
        if kind := classify(evaluation, blunder):
            yield _dot(plot, evaluation, kind)
            if kind == "blunder" and evaluation in worst:
                yield _label(plot, evaluation)


def _dot(plot: _Plot, evaluation: MoveEvaluation, kind: str) -> str:
    colour, radius = DOTS[kind]
    x, y = plot.x(evaluation.ply), plot.y(evaluation.white_value)
    fill = "white" if evaluation.colour == WHITE else "#1d1d1d"
    move = f"{evaluation.ply}. {evaluation.colour} {evaluation.move}"
    tooltip = f"{move}: {kind}, -{evaluation.loss:.0%}; better {evaluation.best}"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="{colour}" stroke-width="3">'
        f"<title>{escape(tooltip)}</title></circle>"
    )


def _label(plot: _Plot, evaluation: MoveEvaluation) -> str:
    x, y = plot.x(evaluation.ply) + 11, min(plot.y(evaluation.white_value) + 4, plot.bottom - 6)
    halo = 'stroke="white" stroke-width="3" paint-order="stroke"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {halo}>{escape(evaluation.move)}</text>'


def _legend() -> Iterator[str]:
    for number, (kind, (colour, radius)) in enumerate(DOTS.items()):
        x = WIDTH - RIGHT - 190 + 100 * number
        yield f'<circle cx="{x:.0f}" cy="22" r="{radius:g}" fill="none" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{x + 12:.0f}" y="26">{kind}</text>'
