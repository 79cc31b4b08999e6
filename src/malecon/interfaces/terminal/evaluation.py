"""A static evaluation: the chance, the terms of both sides, and boards with the values of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from malecon.games.picture import Label
from malecon.games.position import Position
from malecon.knowledge.evaluation import Evaluation

WIDTH = 4  # of a cell with a number; the normal picture has 2


@dataclass(frozen=True)
class EvaluationView:
    """A position, its evaluation, and White's winning chance."""

    position: Position
    evaluation: Evaluation
    chance: float

    def heading(self) -> str:
        """Return a description of the position, the lead and the chance."""
        position, lead = self.position, self.evaluation.lead
        state = f"{position.description}, after {position.ply} moves, {position.to_move} to move"
        side = "even" if lead == 0 else f"{'White' if lead > 0 else 'Black'} leads by {number(abs(lead))}"
        return f"{state}: {side}; White's chance {self.chance:.1%}"

    def terms(self) -> Table:
        """Return a table with a row for each term."""
        table = Table("", "White", "Black", box=None, pad_edge=False)
        for column in table.columns[1:]:
            column.justify = "right"
        for term in self.evaluation.terms:
            table.add_row(term.name, number(term.white), number(term.black))
        return table

    def boards(self) -> Iterator[str]:
        """Yield the boards with the values of cells, each after its name."""
        for name, numbers in self.evaluation.maps.items():
            yield f"{name}:\n{board_with_numbers(self.position, numbers)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the evaluation as plain values for JSON."""
        position, evaluation = self.position, self.evaluation
        return {
            "game": position.game,
            **position.options,
            "played": position.moves,
            "to_move": str(position.to_move).lower(),
            "chance": self.chance,
            "lead": evaluation.lead,
            "terms": {term.name: {"white": term.white, "black": term.black} for term in evaluation.terms},
            "maps": {name: dict(numbers) for name, numbers in evaluation.maps.items()},
        }


def number(value: float | None) -> str:
    """Return the value of a term, rounded to two decimals; a dash if there is none."""
    return "-" if value is None else f"{round(value, 2):g}"


def board_with_numbers(position: Position, numbers: Mapping[str, str]) -> str:
    """Return the picture of a board at twice its width, with numbers in place of the contents of cells."""
    lines = []
    for line in position.picture():
        parts = [
            _stretch(part.text) if isinstance(part, Label) else _cell(part.symbol, numbers.get(part.name))
            for part in line
        ]
        lines.append("".join(parts).rstrip())
    return "\n".join(lines)


def _stretch(text: str) -> str:
    """Return a label at twice its width; words stay together."""
    return re.sub(r"\S+", lambda word: word[0].ljust(2 * len(word[0])), text.replace(" ", "  "))


def _cell(sign: str, number: str | None) -> str:
    return (sign if number is None else number).ljust(WIDTH)
