"""Checking a proof by the rules alone: every move of the opponent must have an answer, every line must end as claimed.

Nothing here knows how the proof was found: positions, legal moves and outcomes are all it uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.proofs.format import NOBODY_MOVED, Claim, read_claim, read_header


@dataclass
class ProofReport:
    """What a file proves."""

    position: Position
    claims: list[Claim] = field(default_factory=list)
    answers: int = 0
    """Positions for which the file gives an answer."""
    positions: int = 0
    """Positions that were looked at."""

    @property
    def verdict(self) -> str:
        """What the claims come to, in words."""
        if len(self.claims) == 2 and {claim.player for claim in self.claims} == {0, 1}:
            return "draw with best play"
        return " and ".join(str(claim) for claim in self.claims)


def verify(lines: Iterator[str], tell: Callable[[ProofReport], None] = lambda _: None) -> ProofReport:
    """Check a proof; GameError, with the place, where it has a gap. `tell` is called now and then."""
    reader = LineReader(lines)
    report = ProofReport(read_header(reader.header()))
    while (line := reader.claim()) is not None:
        claim = read_claim(line)
        ClaimVerifier(reader, claim, report, tell).check(report.position.copy())
        report.claims.append(claim)
    if not report.claims:
        raise GameError("the proof makes no claim")
    return report


class LineReader:
    """The lines of a file, one ahead, with their numbers."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.number = 0
        self._next: str | None = None
        self._advance()

    def _advance(self) -> None:
        self._next = next((line.rstrip("\n") for line in self._lines if line.strip()), None)
        self.number += 1

    def header(self) -> Iterator[str]:
        """The lines before the claims."""
        while self._next is not None and not self._next.startswith("claim"):
            line = self._next
            self._advance()
            yield line

    def claim(self) -> str | None:
        """The line of the next claim, None at the end of the file."""
        line = self._next
        self._advance()
        return line

    def answer(self, depth: int) -> tuple[str, str] | None:
        """The move and answer on the next line where it is indented so far; None where it belongs elsewhere."""
        line = self._next
        if line is None or line.startswith("claim") or len(line) - len(line.lstrip(" ")) != depth:
            return None
        words = line.split()
        if len(words) != 2:
            raise self.error("a line has a move and an answer")
        self._advance()
        return words[0], words[1]

    def error(self, problem: str) -> GameError:
        """A mistake at the line that was read last."""
        return GameError(f"the proof fails at line {max(self.number - 1, 1)}: {problem}")


class ClaimVerifier:
    """One claim against every move of the opponent."""

    def __init__(
        self, reader: LineReader, claim: Claim, report: ProofReport, tell: Callable[[ProofReport], None]
    ) -> None:
        self._reader, self._claim, self._report, self._tell = reader, claim, report, tell
        self._shown: set[Any] = set()  # positions, the player to move, from which the claim holds

    def check(self, position: Position) -> None:
        """Follow the file from the position that it is about."""
        if position.is_over:
            raise self._reader.error("the game is over already")
        if position.to_move != self._claim.player:
            self._check_replies(position, 0)
            return
        found = self._reader.answer(0)
        if found is None or found[0] != NOBODY_MOVED:
            raise self._reader.error(f"{self._claim.player} moves first, so a line that begins with -- is missing")
        self._check_answer(position, found[1], 1)

    def _check_replies(self, position: Position, depth: int) -> None:
        """Every legal move of the opponent must be answered: by a line of the file or by what is known."""
        unanswered = set(position.legal_moves)
        while (found := self._reader.answer(depth)) is not None:
            move, answer = found
            if move not in unanswered:
                raise self._reader.error(f"{move} is no move of {position.to_move} here, or it is answered twice")
            unanswered.discard(move)
            position.play(move)
            if position.is_over:
                raise self._reader.error(f"the game is over after {move}")
            self._check_answer(position, answer, depth + 1)
            position.undo()
        for move in sorted(unanswered):
            self._check_unlisted(position, move)

    def _check_answer(self, position: Position, answer: str, depth: int) -> None:
        """The player's answer, and all that may follow."""
        self._count()
        self._report.answers += 1
        key = position._key()
        try:
            position.play(answer)
        except GameError as error:
            raise self._reader.error(str(error)) from None
        if not position.is_over:
            self._check_replies(position, depth)
        elif not self._claim.is_met(position):
            raise self._reader.error(f"{answer} ends the game, and not as claimed ({position.outcome})")
        position.undo()
        self._shown.add(key)

    def _check_unlisted(self, position: Position, move: str) -> None:
        """A move without a line: the game ends as claimed, the player wins at once, or the position was shown."""
        self._count()
        position.play(move)
        if position.is_over:
            is_met = self._claim.is_met(position)
        else:
            is_met = position._key() in self._shown or bool(position.winning_moves())
        path = " ".join(position.moves[self._report.position.ply :])
        position.undo()
        if not is_met:
            raise self._reader.error(f"nothing is said about {path}")

    def _count(self) -> None:
        self._report.positions += 1
        if self._report.positions % 10_000 == 0:
            self._tell(self._report)
