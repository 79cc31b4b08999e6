"""A whole game under the eyes of an engine: what each move was worth, and what would have been better.

`review` gives a judgement for each move as soon as it can; `annotate` writes them into the record as comments, values
(`V`, positive for Black as SGF has it), marks for bad moves (`DO`, `BM`) and the better lines as variations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from malecon.games.catalogue import sgf_dialect
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN
from malecon.games.sgf.record import GameRecord, Node
from malecon.players.engine import EVEN, Engine, Thought
from malecon.players.player import Limit
from malecon.version import __version__

BLUNDER = 0.2  # of a game's worth that a move throws away
DOUBTFUL = 0.5  # of a blunder
LINE_LENGTH = 8  # moves of a better line


@dataclass(frozen=True)
class MoveEvaluation:
    """A move of a game and what the engine thinks of it; values are the mover's expected result, 1 is a win."""

    ply: int
    """Which move of the game, from 1."""
    colour: Colour
    move: str
    best: str
    """What the engine would have played."""
    line: tuple[str, ...]
    """How it would have gone on, its own move first."""
    value: float
    """Before the move."""
    after: float
    """After it."""
    proof: str | None
    """What was proved for the mover before the move."""
    simulations: int

    @property
    def loss(self) -> float:
        """What the move threw away."""
        return 0.0 if self.move == self.best else max(0.0, self.value - self.after)

    @property
    def white_value(self) -> float:
        """White's expected result after the move."""
        return self.after if self.colour == WHITE else 1 - self.after

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        figures = {"value": self.value, "after": self.after, "loss": self.loss, "proof": self.proof}
        moves = {"move": self.move, "best": self.best, "line": list(self.line)}
        return {"ply": self.ply, "colour": str(self.colour).lower()} | moves | figures


def review(record: GameRecord, engine: Engine, limit: Limit, *, judged: int = 0) -> Iterator[MoveEvaluation]:
    """Judge the moves of the main line, one after the other; the engine thinks about every position as long.

    A review that was broken off goes on after so many moves `judged`.
    """
    before: Thought | None = None
    last: Position | None = None
    for ply, position in enumerate(record.positions()):
        if ply < judged:
            continue
        thought = None if position.is_over else engine.decide(position, limit)
        if before is not None and last is not None:
            after = 1 - _value(position, thought)
            yield _judge(ply, last, position.moves[-1], before, after)
        before, last = thought, position


def _judge(ply: int, position: Position, move: str, thought: Thought, after: float) -> MoveEvaluation:
    best, line = thought.move, thought.line[:LINE_LENGTH]
    return MoveEvaluation(
        ply, position.to_move, move, best, line, thought.value, after, thought.proof, thought.simulations
    )


def _value(position: Position, thought: Thought | None) -> float:
    """The expected result of the side to move."""
    if thought is not None:
        return thought.value
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return EVEN
    return float(outcome.winner == position.to_move)


# --- what it comes to -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """How one side played."""

    moves: int
    agreed: int
    """Moves that the engine would have played too."""
    loss: float
    """What a move threw away on average."""
    blunders: int
    doubtful: int


def summarise(judgements: Sequence[MoveEvaluation], colour: Colour, blunder: float = BLUNDER) -> Summary:
    """How a colour played, where a blunder is a move that throws away so much."""
    own = [judged for judged in judgements if judged.colour == colour]
    marks = [classify(judged, blunder) for judged in own]
    return Summary(
        len(own),
        sum(judged.move == judged.best for judged in own),
        sum(judged.loss for judged in own) / max(1, len(own)),
        marks.count("blunder"),
        marks.count("doubtful"),
    )


def classify(judged: MoveEvaluation, blunder: float = BLUNDER) -> str:
    """`blunder`, `doubtful`, or nothing."""
    if judged.loss >= blunder:
        return "blunder"
    return "doubtful" if judged.loss >= DOUBTFUL * blunder else ""


# --- into the record --------------------------------------------------------------------------------------------------

MARKS = {"blunder": ("BM", "2"), "doubtful": ("DO", "")}


def annotate(record: GameRecord, judgements: Sequence[MoveEvaluation], player: str, blunder: float = BLUNDER) -> None:
    """Write judgements into a record; what it says already stays."""
    record.annotator = record.annotator or f"malecon {__version__}, {player}"
    moves = [node for node in record.root.main_line() if node.move not in (None, RESIGN, DRAW)]
    for node, judged in zip(moves, judgements, strict=False):  # a review that was broken off has fewer
        node.comment = "\n".join(text for text in (node.comment, _comment(record, judged, blunder)) if text)
        node.properties["V"] = [f"{1 - 2 * judged.white_value:.3f}"]
        if kind := classify(judged, blunder):
            name, value = MARKS[kind]
            node.properties[name] = [value]
            _add_line(node, judged)
    root = record.root
    root.comment = "\n".join(text for text in (root.comment, *_summaries(judgements, blunder)) if text)


def _comment(record: GameRecord, judged: MoveEvaluation, blunder: float) -> str:
    """The value, and where another move was better, which."""
    said = f"White {judged.white_value:.0%}"
    if kind := classify(judged, blunder):
        said += f"; {kind}, -{judged.loss:.0%}"
    if judged.move != judged.best:
        proof = f" ({judged.proof} proved)" if judged.proof else ""
        word = "better" if judged.loss else "also"
        said += f"; {word} {' '.join(_written(record, move) for move in judged.line)}{proof}"
    return said


def _written(record: GameRecord, move: str) -> str:
    """A move as the record writes its own."""
    return sgf_dialect(record.game).write_move(record.root.start, move, record.coordinates)


def _add_line(node: Node, judged: MoveEvaluation) -> None:
    """The better line as a variation beside the move."""
    end = node.parent
    assert end is not None
    for move in judged.line:
        if not end.position().is_legal(move):
            break
        end = end.branch(move)


def _summaries(judgements: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    for colour in (WHITE, BLACK):
        found = summarise(judgements, colour, blunder)
        yield (
            f"{colour}: {found.agreed} of {found.moves} moves as the engine, {found.loss:.1%} lost a move; "
            f"blunders: {found.blunders}, doubtful: {found.doubtful}"
        )
