"""The format of proof files: plain text that a person can follow.

    malecon proof 1
    game havannah
    board base=4
    moves d4 e5
    claim White wins
    -- c3
     d5 b2
     e4 b2
      ...

A claim is followed by a strategy for its player. Each line has a move of the opponent (`--` if the player moves first)
and the player's answer; continuations are indented by one more space. An opponent's move that is not listed leads to a
position where the player wins at once, or to one that occurs earlier in the file. A draw is two claims: that neither
player loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.catalogue import GAMES, position_class
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position

FIRST_LINE = "malecon proof 1"
WINS, DOES_NOT_LOSE = "wins", "does not lose"
NO_MOVE = "--"


@dataclass(frozen=True)
class Claim:
    """The claim that a player wins, or at least does not lose, against any play."""

    player: Colour
    wins: bool

    def __str__(self) -> str:
        return f"{self.player} {WINS if self.wins else DOES_NOT_LOSE}"

    def is_met(self, position: Position) -> bool:
        """Return whether a finished game agrees with the claim."""
        assert position.outcome is not None
        winner = position.outcome.winner
        return winner == self.player or (winner is None and not self.wins)


def header(position: Position) -> Iterator[str]:
    """Yield the lines before the first claim."""
    if position.start() != position.new_game():
        raise GameError("cannot write a proof for a set-up board; start from the initial position")
    yield FIRST_LINE
    yield f"game {position.game}"
    yield " ".join(["board", *(f"{name}={value}" for name, value in position.options.items())])
    yield " ".join(["moves", *position.moves])


def read_header(lines: Iterator[str]) -> Position:
    """Parse the header and return the position of the file."""
    if next(lines, "").rstrip() != FIRST_LINE:
        raise GameError(f"not a proof file: the first line must be {FIRST_LINE!r}")
    fields = dict(_field(next(lines, ""), name) for name in ("game", "board", "moves"))
    if fields["game"] not in GAMES:
        raise GameError(f"unknown game {fields['game']!r}; available: {', '.join(GAMES)}")
    options = dict(_option(word) for word in fields["board"].split())
    try:
        position = position_class(fields["game"])(**options)
    except TypeError:
        raise GameError(f"{fields['board']!r} is not a board of {fields['game']}") from None
    position.play_all(fields["moves"])
    return position


def read_claim(line: str) -> Claim:
    """Parse the line of a claim."""
    for player in (WHITE, BLACK):
        for wins in (True, False):
            if line.rstrip() == f"claim {Claim(player, wins)}":
                return Claim(player, wins)
    raise GameError(f"expected a claim such as 'claim White wins', not {line.rstrip()[:60]!r}")


def _field(line: str, name: str) -> tuple[str, str]:
    word, _, value = line.strip().partition(" ")
    if word != name:
        raise GameError(f"expected a line starting with {name!r}, not {line.strip()[:60]!r}")
    return name, value


def _option(word: str) -> tuple[str, int | str | bool]:
    name, _, value = word.partition("=")
    if value in ("True", "False"):
        return name, value == "True"
    return name, int(value) if value.isdigit() else value
