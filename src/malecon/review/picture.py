"""The value of a game as a picture: White's expected result over the moves, blunders marked. SVG, made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from malecon.games.colours import WHITE
from malecon.review.review import BLUNDER, MoveEvaluation, classify

WIDTH, HEIGHT = 900.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 20.0, 44.0, 46.0
INK, GRID, LINE = "#333", "#d8d8d8", "#356b8c"
ABOVE, BELOW = "#f4efe4", "#cfd4d9"  # White's share of the picture, and Black's
DOTS = {"blunder": ("#d1495b", 6.0), "doubtful": ("#e09f3e", 4.0)}
LABELLED = 12  # blunders with their move beside them; more would cover each other
HEADING = 84  # signs of the title that there is room for


def draw_chart(judgements: Sequence[MoveEvaluation], title: str, blunder: float = BLUNDER) -> str:
    """The picture as SVG text."""
    plot = _Plot(max(1, len(judgements)))
    values = [judged.white_value for judged in judgements]
    points = " ".join(f"{plot.x(ply):.1f},{plot.y(value):.1f}" for ply, value in enumerate(values, 1))
    shown = title if len(title) <= HEADING else title[: HEADING - 3] + "..."
    size = f'viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="white"/>',
            f'<text x="{LEFT:.0f}" y="26" font-size="15">{escape(shown)}</text>',
            *_shares(plot, points),
            *_axes(plot),
            f'<polyline points="{points}" fill="none" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>',
            *_dots(plot, judgements, blunder),
            *_key(),
            "</svg>\n",
        ]
    )


class _Plot:
    """Where things are: moves from left to right, White's expected result from the bottom to the top."""

    def __init__(self, plies: int) -> None:
        self.plies = plies
        self.right, self.bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(self, ply: float) -> float:
        """The place of a move."""
        return LEFT + (self.right - LEFT) * ply / self.plies

    def y(self, value: float) -> float:
        """The place of a value."""
        return self.bottom - (self.bottom - TOP) * value


def _shares(plot: _Plot, points: str) -> Iterator[str]:
    """Black's ground, and White's below the line, as in a tug of war."""
    yield (
        f'<rect x="{LEFT:.1f}" y="{TOP:.1f}" width="{plot.right - LEFT:.1f}" height="{plot.bottom - TOP:.1f}" '
        f'fill="{BELOW}"/>'
    )
    if points:
        first, last = plot.x(1), plot.x(plot.plies)
        start = points.split(" ")[0].split(",")[1]
        corners = f"{LEFT:.1f},{plot.bottom:.1f} {LEFT:.1f},{start} {points} {last:.1f},{plot.bottom:.1f}"
        yield f'<polygon points="{corners}" fill="{ABOVE}"/>' if first <= last else ""


def _axes(plot: _Plot) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = plot.y(percent / 100)
        yield f'<line x1="{LEFT:.1f}" x2="{plot.right:.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="{GRID}"/>'
        yield f'<text x="{LEFT - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{percent}%</text>'
    step = next((step for step in (1, 2, 5, 10, 20, 50) if plot.plies / step <= 20), 100)
    for ply in range(0, plot.plies + 1, step):
        yield f'<text x="{plot.x(ply):.1f}" y="{plot.bottom + 18:.1f}" text-anchor="middle">{ply}</text>'
    middle = (TOP + plot.bottom) / 2
    yield f'<text transform="translate(14,{middle:.0f}) rotate(-90)" text-anchor="middle">White expects</text>'
    yield f'<text x="{(LEFT + plot.right) / 2:.0f}" y="{HEIGHT - 8:.0f}" text-anchor="middle">move</text>'


def _dots(plot: _Plot, judgements: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    """Bad moves, with what they cost to be read by pointing at them; the worst have their move beside them."""
    worst = sorted(judgements, key=lambda judged: -judged.loss)[:LABELLED]
    for judged in judgements:
        if kind := classify(judged, blunder):
            colour, radius = DOTS[kind]
            x, y = plot.x(judged.ply), plot.y(judged.white_value)
            fill = "white" if judged.colour == WHITE else "#1d1d1d"
            told = f"{judged.ply}. {judged.colour} {judged.move}: {kind}, -{judged.loss:.0%}; better {judged.best}"
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" stroke="{colour}" stroke-width="3">'
                f"<title>{escape(told)}</title></circle>"
            )
            if kind == "blunder" and judged in worst:
                halo = 'stroke="white" stroke-width="3" paint-order="stroke"'
                height = min(y + 4, plot.bottom - 6)
                yield f'<text x="{x + 11:.1f}" y="{height:.1f}" {halo}>{escape(judged.move)}</text>'


def _key() -> Iterator[str]:
    for number, (kind, (colour, radius)) in enumerate(DOTS.items()):
        x = WIDTH - RIGHT - 190 + 100 * number
        yield f'<circle cx="{x:.0f}" cy="22" r="{radius:g}" fill="none" stroke="{colour}" stroke-width="3"/>'
        yield f'<text x="{x + 12:.0f}" y="26">{kind}</text>'
