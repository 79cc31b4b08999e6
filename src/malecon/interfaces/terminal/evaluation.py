"""An evaluation on the screen: the chance, the terms of both sides, and numbers on boards of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from malecon.games.picture import Label
from malecon.games.position import Position
from malecon.knowledge.evaluation import Evaluation

WIDTH = 4  # of a cell with a number on it; the usual picture has 2


@dataclass(frozen=True)
class EvaluationView:
    """A position, what is seen of it, and White's chance by that."""

    position: Position
    evaluation: Evaluation
    chance: float

    def heading(self) -> str:
        """Which position this is, and who is ahead."""
        position, lead = self.position, self.evaluation.lead
        state = f"{position.description}, after {position.ply} moves, {position.to_move} to move"
        side = "even" if lead == 0 else f"{'White' if lead > 0 else 'Black'} leads by {number(abs(lead))}"
        return f"{state}: {side}; White's chance {self.chance:.1%}"

    def terms(self) -> Table:
        """The terms, a row each."""
        table = Table("", "White", "Black", box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify = "right"
        for term in self.evaluation.terms:
            table.add_row(term.name, number(term.white), number(term.black))
        return table

    def boards(self) -> Iterator[str]:
        """The boards with numbers, each under its name."""
        for name, numbers in self.evaluation.maps.items():
            yield f"{name}:\n{board_with_numbers(self.position, numbers)}"

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        position, told = self.position, self.evaluation
        return {
            "game": position.game,
            **position.options,
            "played": position.moves,
            "to_move": str(position.to_move).lower(),
            "chance": self.chance,
            "lead": told.lead,
            "terms": {term.name: {"white": term.white, "black": term.black} for term in told.terms},
            "maps": {name: dict(numbers) for name, numbers in told.maps.items()},
        }


def number(value: float | None) -> str:
    """A value of a term, to two places; a dash where there is none."""
    return "-" if value is None else f"{round(value, 2):g}"


def board_with_numbers(position: Position, numbers: Mapping[str, str]) -> str:
    """The picture of a board, twice as wide, with a number in place of the sign where there is one."""
    lines = []
    for line in position.picture():
        parts = [
            _stretch(part.text) if isinstance(part, Label) else _cell(part.symbol, numbers.get(part.name))
            for part in line
        ]
        lines.append("".join(parts).rstrip())
    return "\n".join(lines)


def _stretch(text: str) -> str:
    """A label twice as wide: what it says stays together."""
    return re.sub(r"\S+", lambda word: word[0].ljust(2 * len(word[0])), text.replace(" ", "  "))


def _cell(sign: str, number: str | None) -> str:
    return (sign if number is None else number).ljust(WIDTH)
