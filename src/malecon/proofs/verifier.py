"""Verifies a proof by the rules alone: every opponent's move needs an answer, every line must end as claimed.

It uses only positions, legal moves and outcomes, and nothing of the search that found the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.proofs.format import NO_MOVE, Claim, read_claim, read_header


@dataclass
class ProofReport:
    """What a proof file establishes."""

    position: Position
    claims: list[Claim] = field(default_factory=list)
    answers: int = 0
    """Positions for which the file gives an answer."""
    positions: int = 0
    """Positions checked."""

    @property
    def verdict(self) -> str:
        """The claims in words."""
        if len(self.claims) == 2 and {claim.player for claim in self.claims} == {0, 1}:
            return "draw with best play"
        return " and ".join(str(claim) for claim in self.claims)


def verify(lines: Iterator[str], on_progress: Callable[[ProofReport], None] = lambda _: None) -> ProofReport:
    """Verify a proof; raise GameError with the line number if it has a gap. `on_progress` is called now and then."""
    reader = LineReader(lines)
    report = ProofReport(read_header(reader.header()))
    while (line := reader.claim()) is not None:
        claim = read_claim(line)
        ClaimVerifier(reader, claim, report, on_progress).check(report.position.copy())
        report.claims.append(claim)
    if not report.claims:
        raise GameError("the proof contains no claim")
    return report


class LineReader:
    """The lines of a file with their numbers and one line of lookahead."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.number = 0
        self._next: str | None = None
        self._advance()

    def _advance(self) -> None:
        self._next = next((line.rstrip("\n") for line in self._lines if line.strip()), None)
        self.number += 1

    def header(self) -> Iterator[str]:
        """Yield the lines before the claims."""
        while self._next is not None and not self._next.startswith("claim"):
            line = self._next
            self._advance()
            yield line

    def claim(self) -> str | None:
        """Return the line of the next claim, None at the end of the file."""
        line = self._next
        self._advance()
        return line

    def answer(self, depth: int) -> tuple[str, str] | None:
        """Return the move and answer of the next line if it has this indentation, else None."""
        line = self._next
        if line is None or line.startswith("claim") or len(line) - len(line.lstrip(" ")) != depth:
            return None
        words = line.split()
        if len(words) != 2:
            raise self.error("expected a move and an answer")
        self._advance()
        return words[0], words[1]

    def error(self, problem: str) -> GameError:
        """Return an error at the line that was read last."""
        return GameError(f"line {max(self.number - 1, 1)}: {problem}")


class ClaimVerifier:
    """Checks one claim against every opponent's move."""

    def __init__(
        self, reader: LineReader, claim: Claim, report: ProofReport, on_progress: Callable[[ProofReport], None]
    ) -> None:
        self._reader, self._claim, self._report, self._on_progress = reader, claim, report, on_progress
        self._verified: set[Any] = set()  # positions with the player to move for which the claim is verified

    def check(self, position: Position) -> None:
        """Follow the file from its root position."""
        if position.is_over:
            raise self._reader.error("the game is already over")
        if position.to_move != self._claim.player:
            self._check_replies(position, 0)
            return
        entry = self._reader.answer(0)
        if entry is None or entry[0] != NO_MOVE:
            raise self._reader.error(f"{self._claim.player} moves first: expected a line that starts with {NO_MOVE}")
        self._check_answer(position, entry[1], 1)

    def _check_replies(self, position: Position, depth: int) -> None:
        """Check that every legal opponent's move is answered by a line of the file or by a known position."""
        unanswered = set(position.legal_moves)
        while (entry := self._reader.answer(depth)) is not None:
            move, answer = entry
            if move not in unanswered:
                raise self._reader.error(f"{move} is not a legal move of {position.to_move}, or it is answered twice")
            unanswered.discard(move)
            position.play(move)
            if position.is_over:
                raise self._reader.error(f"the game is over after {move}")
            self._check_answer(position, answer, depth + 1)
            position.undo()
        for move in sorted(unanswered):
            self._check_unlisted(position, move)

    def _check_answer(self, position: Position, answer: str, depth: int) -> None:
        """Check the player's answer and all continuations."""
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
            raise self._reader.error(f"{answer} ends the game differently than claimed ({position.outcome})")
        position.undo()
        self._verified.add(key)

    def _check_unlisted(self, position: Position, move: str) -> None:
        """Check a move without a line: the game ends as claimed, the player wins at once, or the position is known."""
        self._count()
        position.play(move)
        if position.is_over:
            is_met = self._claim.is_met(position)
        else:
            is_met = position._key() in self._verified or bool(position.winning_moves())
        path = " ".join(position.moves[self._report.position.ply :])
        position.undo()
        if not is_met:
            raise self._reader.error(f"no answer to {path}")

    def _count(self) -> None:
        self._report.positions += 1
        if self._report.positions % 10_000 == 0:
            self._on_progress(self._report)
