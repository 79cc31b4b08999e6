"""RE, the result of a record: its many spellings, and how it compares with what happened on the board.

We write `W+ring`, `B+bridge+fork`, `W+resign`, `B+` (nobody said how) and `Draw`. A colour alone names the winner, but
in Little Golem's files the loser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.outcome import Ending, Outcome
from malecon.games.sgf.dialect import COLOUR_LETTERS
from malecon.games.sgf.grammar import plain_text, raw_value, shorten

Line: TypeAlias = tuple[tuple[str, Colour], ...]  # moves of a main line, and who made them

DRAWS = frozenset({"0", "=", "d", "draw", "tie", "1/2", "1/2-1/2", "½", "½-½"})
SCORES = {"1-0": WHITE, "0-1": BLACK}
RESIGNED = frozenset({"resignation", "resign", "r"})

_WINNER = re.compile(r"(w|b|white|black)\s*(?:\+|wins|won)(.*)", re.DOTALL)
_COLOUR = {"w": WHITE, "white": WHITE, "b": BLACK, "black": BLACK}


@dataclass(frozen=True)
class StatedResult:
    """What a file or a person says about the end of a game, and of which game: the moves of its main line."""

    raw: str
    names_loser: bool
    line: Line
    endings: tuple[str, ...] = ()
    """The words for what ends this game on the board."""

    @property
    def outcome(self) -> Outcome | None:
        """The result in our words; None where it says nothing that we know."""
        return read_result(plain_text(self.raw), self.names_loser, self.endings)

    def is_understood(self, names_loser: bool) -> bool:
        """Whether the text means the same in files of this kind; where the loser stands, nothing else is expected."""
        if self.names_loser == names_loser or self.outcome is None:
            return True
        return not names_loser and read_result(plain_text(self.raw), names_loser, self.endings) == self.outcome

    def disagreement(self, board: Outcome | None) -> str | None:
        """One line about how this contradicts the outcome on the board; None where it does not."""
        said = self.outcome
        if said is None:
            return None
        claim = f"RE[{shorten(self.raw)}] says: {said}"
        connections = set(self.endings).intersection(said.how)
        if board is None:
            return f"{claim}; on the board the game goes on" if connections else None
        if said.winner != board.winner or (connections and connections != set(self.endings).intersection(board.how)):
            return f"{claim}; on the board: {board}"
        return None


def read_result(text: str, names_loser: bool, endings: Sequence[str]) -> Outcome | None:
    """The outcome that a RE value means, None where it is unknown or unknowable; `endings` are the game's own words."""
    word = text.strip().lower()
    if word in DRAWS:
        return Outcome(None, (Ending.DRAW,))
    if word in SCORES:
        return Outcome(SCORES[word], ())
    if word in _COLOUR:
        return Outcome(_COLOUR[word].other if names_loser else _COLOUR[word], ())
    if match := _WINNER.fullmatch(word):
        known = {str(ending): ending for ending in endings} | dict.fromkeys(RESIGNED, Ending.RESIGNATION)
        words = [known[how] for how in re.findall("[a-z]+", match[2]) if how in known]
        return Outcome(_COLOUR[match[1]], tuple(dict.fromkeys(words)))
    return None


def result_text(outcome: Outcome | None, names_loser: bool) -> str:
    """The raw RE value for an outcome; empty where there is none."""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "Draw"
    if names_loser:
        return COLOUR_LETTERS[outcome.winner.other]
    words = ["resign" if how == Ending.RESIGNATION else str(how) for how in outcome.how]
    return raw_value(f"{COLOUR_LETTERS[outcome.winner]}+{'+'.join(words)}")
