"""Options of a board as SVG: arrows, marks, size, orientation, coordinates; for every game that draws itself.

A game draws the plain board (`_repr_svg_`) and says where its cells are (`_svg_centres`); everything else is added
here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from malecon.games.errors import GameError, check_type

Marks: TypeAlias = Mapping[str, str] | Iterable[str]
"""Cells with a text each, or cells that get a ring."""
Point: TypeAlias = tuple[float, float]

_HEAD = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)" width="[0-9.]+" height="[0-9.]+"')
_LABEL = re.compile(r"<text [^>]*>[^<]*</text>\n?")
_LABEL_PLACE = re.compile(r'<text x="(-?[0-9.]+)" y="(-?[0-9.]+)" font-size="([0-9]+)"')
MARK_COLOUR, ARROW_COLOUR = "#d1495b", "#1f6f8b"
ROTATIONS = {"square": (0, 90, 180, 270), "hex": tuple(range(0, 360, 30))}
SHORTENED = 0.35  # of a cell, at both ends of an arrow


@dataclass(frozen=True)
class SvgOptions:
    """What is drawn on and around a board."""

    arrows: tuple[tuple[str, str], ...] = ()
    """Pairs of cells."""
    marks: tuple[tuple[str, str], ...] = ()
    """Cells and their texts; an empty text is a ring."""
    size: int | None = None
    """Width in pixels."""
    orientation: int = 0
    """Degrees by which the board is turned clockwise."""
    coordinates: bool = True


def read_marks(marks: Marks) -> tuple[tuple[str, str], ...]:
    """Return cells and texts."""
    if isinstance(marks, Mapping):
        return tuple((cell, str(text)) for cell, text in marks.items())
    return tuple((cell, "") for cell in marks)


def decorate(svg: str, centres: Mapping[str, Point], shape: str, options: SvgOptions) -> str:
    """Return a drawn board with the options applied; raise GameError if a cell or the orientation is wrong."""
    if options.orientation not in ROTATIONS[shape]:
        allowed = ", ".join(map(str, ROTATIONS[shape]))
        raise GameError(f"a board of this game can be turned by {allowed} degrees, not {options.orientation!r}")
    expected = "the size of a picture is a positive number of pixels"
    check_type(options.size, (int, type(None)), expected)
    if options.size is not None and options.size <= 0:
        raise GameError(f"{expected}, not {options.size!r}")
    head = _HEAD.search(svg)
    assert head is not None
    if not options.coordinates:
        svg = _LABEL.sub("", svg)
    unit = _unit(list(centres.values()))
    drawn = [_arrow(_cell(centres, a), _cell(centres, b), unit) for a, b in options.arrows]
    drawn += [_mark(_cell(centres, cell), text, unit) for cell, text in options.marks]
    svg = svg.replace("</svg>", "\n".join([*drawn, "</svg>"]))
    return _framed(svg, (float(head[1]), float(head[2])), options)


def _cell(centres: Mapping[str, Point], name: str) -> Point:
    if name not in centres:
        raise GameError(f"{name!r} is not a cell of this board")
    return centres[name]


def _unit(points: list[Point]) -> float:
    """Return the distance of neighbouring cells."""
    first = points[0]
    return min(math.dist(first, other) for other in points[1:])


def _arrow(start: Point, end: Point, unit: float) -> str:
    length = math.dist(start, end)
    if length == 0:
        return _mark(start, "", unit)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    cut = min(SHORTENED * unit, length / 3)
    x1, y1, x2, y2 = start[0] + cut * dx, start[1] + cut * dy, end[0] - cut * dx, end[1] - cut * dy
    head = unit * 0.25
    corners = [(x2 - head * (dx + side * dy / 2), y2 - head * (dy - side * dx / 2)) for side in (1, -1)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in [(x2, y2), *corners])
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2 - head * dx / 2:.1f}" y2="{y2 - head * dy / 2:.1f}"'
    style = f'stroke="{ARROW_COLOUR}" stroke-width="{unit * 0.1:.1f}" stroke-opacity="0.8"/>'
    return f'{line} {style}<polygon points="{points}" fill="{ARROW_COLOUR}"/>'


def _mark(centre: Point, text: str, unit: float) -> str:
    x, y = centre
    if text:
        style = f'font-size="{unit * 0.36:.0f}" font-weight="bold" fill="{MARK_COLOUR}"'
        return f'<text x="{x:.1f}" y="{y + unit * 0.13:.1f}" {style}>{escape(text)}</text>'
    style = f'fill="none" stroke="{MARK_COLOUR}" stroke-width="{unit * 0.08:.1f}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{unit * 0.28:.1f}" {style}/>'


def _framed(svg: str, size: Point, options: SvgOptions) -> str:
    """Turn the picture, keeping texts upright, and set its size."""
    width, height = size
    angle = math.radians(options.orientation)
    new_width = abs(width * math.cos(angle)) + abs(height * math.sin(angle))
    new_height = abs(width * math.sin(angle)) + abs(height * math.cos(angle))
    pixels = options.size or new_width
    view = f'viewBox="0 0 {new_width:.0f} {new_height:.0f}"'
    svg = _HEAD.sub(f'{view} width="{pixels:.0f}" height="{pixels * new_height / new_width:.0f}"', svg, count=1)
    if not options.orientation:
        return svg

    def upright(label: re.Match[str]) -> str:
        middle = float(label[2]) - 0.36 * float(label[3])  # of the letters above their base line
        return label[0].replace("<text", f'<text transform="rotate({-options.orientation} {label[1]} {middle:.1f})"')

    head, _, body = _LABEL_PLACE.sub(upright, svg).partition("</title>")
    shift = f"translate({(new_width - width) / 2:.1f} {(new_height - height) / 2:.1f})"
    turn = f"rotate({options.orientation} {width / 2:.1f} {height / 2:.1f})"
    return f'{head}</title>\n<g transform="{shift} {turn}">{body.replace("</svg>", "</g></svg>")}'
