"""Review of a whole game: what each move was worth, and what would have been better.

`review` yields an evaluation of each move as soon as it is available; `annotate` writes the evaluations into the record
as comments, values (`V`, positive for Black, as SGF defines it), marks of bad moves (`DO`, `BM`) and variations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from malecon.games.catalogue import sgf_dialect
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.position import Position
from malecon.games.sgf.dialect import DRAW, RESIGN
from malecon.games.sgf.record import GameRecord, Node
from malecon.players.engine import Engine
from malecon.players.player import Limit
from malecon.players.thought import EVEN, Thought
from malecon.version import __version__

BLUNDER = 0.2  # loss of expected result that makes a move a blunder
DOUBTFUL = 0.5  # share of a blunder's loss that makes a move doubtful
LINE_LENGTH = 8  # moves of the better line


@dataclass(frozen=True)
class MoveEvaluation:
    """A move and its evaluation by the engine; values are the expected result of the player to move, 1 for a win."""

    ply: int
    """Number of the move, from 1."""
    colour: Colour
    move: str
    best: str
    """The move of the engine."""
    line: tuple[str, ...]
    """The principal variation, beginning with `best`."""
    value: float
    """Value before the move."""
    after: float
    """Value after the move, for the same player."""
    proof: str | None
    """Proved result for the player to move before the move: `win`, `loss`, `draw` or None."""
    simulations: int
    length: int = 0
    """Plies to the end of the proved line before the move."""
    reply: tuple[str, ...] = ()
    """The principal variation after the move: how the opponent refutes it."""
    after_proof: str | None = None
    """Proved result for the opponent after the move."""
    after_length: int = 0

    @property
    def loss(self) -> float:
        """Expected result that the move gave away."""
        return 0.0 if self.move == self.best else max(0.0, self.value - self.after)

    @property
    def white_value(self) -> float:
        """Expected result of White after the move."""
        return self.after if self.colour == WHITE else 1 - self.after

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        figures = {"value": self.value, "after": self.after, "loss": self.loss, "proof": self.proof}
        moves = {"move": self.move, "best": self.best, "line": list(self.line), "reply": list(self.reply)}
        return {"ply": self.ply, "colour": str(self.colour).lower()} | moves | figures


def _never() -> bool:
    return False


def review(
    record: GameRecord,
    engine: Engine,
    limit: Limit,
    *,
    skip: int = 0,
    fresh: bool = False,
    should_stop: Callable[[], bool] = _never,
) -> Iterator[MoveEvaluation]:
    """Evaluate the moves of the main line in order, with the same limit for every position.

    An interrupted review continues with `skip`, the number of moves that were evaluated already. With `fresh`, every
    position starts with an empty tree, so that its value does not depend on where the review began. `should_stop` is
    called many times a second; the move being evaluated then is not reported.
    """
    before: Thought | None = None
    last: Position | None = None
    for ply, position in enumerate(record.positions()):
        if ply < skip:
            continue
        if should_stop():
            return
        if fresh:
            engine.close()
        thought = None if position.is_over else engine.decide(position, limit, should_stop=should_stop)
        if should_stop():
            return
        if before is not None and last is not None:
            yield _evaluate(last, position, before, thought)
        before, last = thought, position


def _evaluate(last: Position, position: Position, before: Thought, after: Thought | None) -> MoveEvaluation:
    """Return the evaluation of the move between two positions, from the thoughts about both."""
    best, line, value = before.move, before.line[:LINE_LENGTH], 1 - _value(position, after)
    move, side = position.moves[-1], last.to_move
    answer = MoveEvaluation(
        position.ply, side, move, best, line, before.value, value, before.proof, before.simulations, before.length
    )
    if after is None:
        return answer
    reply = after.line[:LINE_LENGTH]
    return replace(answer, reply=reply, after_proof=after.proof, after_length=after.length)


def _value(position: Position, thought: Thought | None) -> float:
    """Return the expected result of the side to move."""
    if thought is not None:
        return thought.value
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return EVEN
    return float(outcome.winner == position.to_move)


# --- summary ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """Statistics of the moves of one side."""

    moves: int
    agreed: int
    """Number of moves that equal those of the engine."""
    loss: float
    """Mean loss per move."""
    blunders: int
    doubtful: int

    def describe(self) -> str:
        """Return the statistics in one line."""
        agreement = f"{self.agreed} of {self.moves} moves agree with the engine, mean loss {self.loss:.1%}"
        return f"{agreement}; blunders: {self.blunders}, doubtful: {self.doubtful}"


def summarise(evaluations: Sequence[MoveEvaluation], colour: Colour, blunder: float = BLUNDER) -> Summary:
    """Summarise the moves of a colour; `blunder` is the loss that makes a move a blunder."""
    own = [evaluation for evaluation in evaluations if evaluation.colour == colour]
    marks = [classify(evaluation, blunder) for evaluation in own]
    return Summary(
        len(own),
        sum(evaluation.move == evaluation.best for evaluation in own),
        sum(evaluation.loss for evaluation in own) / max(1, len(own)),
        marks.count("blunder"),
        marks.count("doubtful"),
    )


def classify(evaluation: MoveEvaluation, blunder: float = BLUNDER) -> str:
    """Return `blunder`, `doubtful`, or an empty string."""
    if evaluation.loss >= blunder:
        return "blunder"
    return "doubtful" if evaluation.loss >= DOUBTFUL * blunder else ""


# --- annotation of the record -----------------------------------------------------------------------------------------

SGF_MARKS = {"blunder": ("BM", "2"), "doubtful": ("DO", "")}


def annotate(record: GameRecord, evaluations: Sequence[MoveEvaluation], player: str, blunder: float = BLUNDER) -> None:
    """Write evaluations into a record; existing comments are kept."""
    record.annotator = record.annotator or f"malecon {__version__}, {player}"
    moves = [node for node in record.root.main_line() if node.move not in (None, RESIGN, DRAW)]
    for node, evaluation in zip(moves, evaluations, strict=False):  # an interrupted review has fewer evaluations
        node.comment = "\n".join(text for text in (node.comment, _comment(record, evaluation, blunder)) if text)
        node.properties["V"] = [f"{1 - 2 * evaluation.white_value:.3f}"]
        if kind := classify(evaluation, blunder):
            name, value = SGF_MARKS[kind]
            node.properties[name] = [value]
            _add_line(node, evaluation)
    root = record.root
    root.comment = "\n".join(text for text in (root.comment, *_summaries(evaluations, blunder)) if text)


def _comment(record: GameRecord, evaluation: MoveEvaluation, blunder: float) -> str:
    """Return the comment of a move: its value, and the better line if there is one."""
    text = f"White {evaluation.white_value:.0%}"
    if kind := classify(evaluation, blunder):
        text += f"; {kind}, -{evaluation.loss:.0%}"
    if evaluation.move != evaluation.best:
        proof = f" ({evaluation.proof} proved)" if evaluation.proof else ""
        word = "better" if evaluation.loss else "also"
        text += f"; {word} {' '.join(_format_move(record, move) for move in evaluation.line)}{proof}"
    return text


def _format_move(record: GameRecord, move: str) -> str:
    """Return a move in the notation of the record."""
    return sgf_dialect(record.game).write_move(record.root.start, move, record.coordinates)


def _add_line(node: Node, evaluation: MoveEvaluation) -> None:
    """Add the better line as a variation next to the move."""
    end = node.parent
    assert end is not None
    for move in evaluation.line:
        if not end.position().is_legal(move):
            break
        end = end.branch(move)


def _summaries(evaluations: Sequence[MoveEvaluation], blunder: float) -> Iterator[str]:
    for colour in (WHITE, BLACK):
        yield f"{colour}: {summarise(evaluations, colour, blunder).describe()}"
