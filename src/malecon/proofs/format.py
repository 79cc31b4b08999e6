"""The file in which a proof is written: plain text that a person can follow.

    malecon proof 1
    game havannah
    board base=4
    moves d4 e5
    claim White wins
    -- c3
     d5 b2
     e4 b2
      ...

Below a claim stands a strategy for the player of whom it speaks. Each line is a move of the opponent (`--` where the
player moves first) and the player's answer; what may follow is indented by one space more. A move of the opponent that
is not listed leads to a position where the player wins at once, or to one that stands earlier in the file. A draw is
two claims: that neither loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from malecon.games.catalogue import GAMES, position_class
from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position

FIRST_LINE = "malecon proof 1"
WINS, HOLDS = "wins", "does not lose"
NOBODY_MOVED = "--"


@dataclass(frozen=True)
class Claim:
    """That a player wins, or at least does not lose, whatever the opponent does."""

    player: Colour
    wins: bool

    def __str__(self) -> str:
        return f"{self.player} {WINS if self.wins else HOLDS}"

    def is_met(self, position: Position) -> bool:
        """Whether a finished game is what was claimed."""
        assert position.outcome is not None
        winner = position.outcome.winner
        return winner == self.player or (winner is None and not self.wins)


def header(position: Position) -> Iterator[str]:
    """The lines before the first claim."""
    if position.start() != position.new_game():
        raise GameError("a proof can be written of a game from its usual start, not of a board that was set up")
    yield FIRST_LINE
    yield f"game {position.game}"
    yield " ".join(["board", *(f"{name}={value}" for name, value in position.options.items())])
    yield " ".join(["moves", *position.moves])


def read_header(lines: Iterator[str]) -> Position:
    """The position that a file is about."""
    if next(lines, "").rstrip() != FIRST_LINE:
        raise GameError(f"this is no proof: its first line would be {FIRST_LINE!r}")
    fields = dict(_field(next(lines, ""), name) for name in ("game", "board", "moves"))
    if fields["game"] not in GAMES:
        raise GameError(f"a proof of {fields['game']!r} cannot be checked: {', '.join(GAMES)} are known")
    options = dict(_option(word) for word in fields["board"].split())
    try:
        position = position_class(fields["game"])(**options)
    except TypeError:
        raise GameError(f"{fields['board']!r} is no board of {fields['game']}") from None
    position.play_all(fields["moves"])
    return position


def read_claim(line: str) -> Claim:
    """The claim that a line makes."""
    for player in (WHITE, BLACK):
        for wins in (True, False):
            if line.rstrip() == f"claim {Claim(player, wins)}":
                return Claim(player, wins)
    raise GameError(f"{line.rstrip()[:60]!r} is no claim; 'claim White wins' would be one")


def _field(line: str, name: str) -> tuple[str, str]:
    word, _, value = line.strip().partition(" ")
    if word != name:
        raise GameError(f"a line that begins with {name!r} is missing: {line.strip()[:60]!r} stands there")
    return name, value


def _option(word: str) -> tuple[str, int | str | bool]:
    name, _, value = word.partition("=")
    if value in ("True", "False"):
        return name, value == "True"
    return name, int(value) if value.isdigit() else value
