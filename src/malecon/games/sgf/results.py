"""RE, the result of a record: its many spellings, and whether it agrees with the board.

We write `W+ring`, `B+bridge+fork`, `W+resign`, `B+` (ending unknown) and `Draw`. A colour alone names the winner,
except in dialects in which it names the loser.
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

MainLine: TypeAlias = tuple[tuple[str, Colour], ...]  # moves and their colours

DRAWS = frozenset({"0", "=", "d", "draw", "tie", "1/2", "1/2-1/2", "½", "½-½"})
SCORES = {"1-0": WHITE, "0-1": BLACK}
RESIGNED = frozenset({"resignation", "resign", "r"})

_WINNER = re.compile(r"(w|b|white|black)\s*(?:\+|wins|won)(.*)", re.DOTALL)
_COLOUR = {"w": WHITE, "white": WHITE, "b": BLACK, "black": BLACK}


@dataclass(frozen=True)
class StatedResult:
    """A result stated in a file or by the user, and the main line for which it was stated."""

    raw: str
    names_loser: bool
    line: MainLine
    endings: tuple[str, ...] = ()
    """Words for the endings on the board."""

    @property
    def outcome(self) -> Outcome | None:
        """The result as an outcome; None if it is unknown or not understood."""
        return read_result(plain_text(self.raw), self.names_loser, self.endings)

    def can_be_kept(self, names_loser: bool) -> bool:
        """Return whether the raw text keeps its meaning in a file in which a colour alone names the loser or not."""
        if self.names_loser == names_loser or self.outcome is None:
            return True
        return not names_loser and read_result(plain_text(self.raw), names_loser, self.endings) == self.outcome

    def contradiction(self, board: Outcome | None) -> str | None:
        """Describe in one line how the result contradicts the outcome on the board; None if it does not."""
        stated = self.outcome
        if stated is None:
            return None
        claim = f"RE[{shorten(self.raw)}] says {stated}"
        stated_endings = set(self.endings).intersection(stated.how)
        if board is None:
            return f"{claim}, but the game on the board is not over" if stated_endings else None
        board_endings = set(self.endings).intersection(board.how)
        if stated.winner != board.winner or (stated_endings and stated_endings != board_endings):
            return f"{claim}, but on the board: {board}"
        return None


def read_result(text: str, names_loser: bool, endings: Sequence[str]) -> Outcome | None:
    """Return the outcome that a RE value means, None if unknown; `endings` are the words of the game."""
    word = text.strip().lower()
    if word in DRAWS:
        return Outcome(None, (Ending.DRAW,))
    if word in SCORES:
        return Outcome(SCORES[word], ())
    if word in _COLOUR:
        return Outcome(_COLOUR[word].other if names_loser else _COLOUR[word], ())
    if match := _WINNER.fullmatch(word):
        known = {str(ending): ending for ending in endings} | dict.fromkeys(RESIGNED, Ending.RESIGNATION)
        found = [known[name] for name in re.findall("[a-z]+", match[2]) if name in known]
        return Outcome(_COLOUR[match[1]], tuple(dict.fromkeys(found)))
    return None


def result_text(outcome: Outcome | None, names_loser: bool) -> str:
    """Return the raw RE value of an outcome; empty for None."""
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "Draw"
    if names_loser:
        return COLOUR_LETTERS[outcome.winner.other]
    words = ["resign" if ending == Ending.RESIGNATION else str(ending) for ending in outcome.how]
    return raw_value(f"{COLOUR_LETTERS[outcome.winner]}+{'+'.join(words)}")
