"""A game at a prompt: people and players take turns, and words other than moves are commands.

Nothing that a person types loses a game: a mistake gives one line and the question again, and a game that was not saved
is kept when it is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.terminal.autosave import Keeper
from malecon.interfaces.terminal.hints import Coach, remark
from malecon.interfaces.terminal.record_report import numbered
from malecon.interfaces.terminal.screen import Prompt
from malecon.players.player import RESIGN, Limit, Player

PERSON = None
Seats = Mapping[Colour, Player | None]


def player_name(player: Player | None) -> str:
    """What game records call a player, or a person."""
    return player.name if player else "person"


@dataclass(frozen=True)
class Table:
    """Who sits at the board, how long players may think about a move, and whom people ask for a hint."""

    seats: Seats
    limit: Limit
    coach: Coach


@dataclass(frozen=True)
class Command:
    """A word at the prompt that is no move."""

    usage: str
    help: str
    run: Callable[[TerminalGame, str], None]


class TerminalGame:
    """A position, who plays which colour, and the screen where it is shown."""

    def __init__(self, position: Position, table: Table, screen: Prompt, files: Keeper) -> None:
        self.position = position
        self.seats = table.seats
        self._table = table
        self._screen = screen
        self._files = files
        self._shown: Position | None = None
        self._open = True

    @property
    def _has_person(self) -> bool:
        return PERSON in self.seats.values()

    def run(self) -> None:
        """Play until someone leaves, or, between two players, until the game ends."""
        self._screen.say(self._welcome())
        try:
            while self._open and (self._has_person or not self.position.is_over):
                self._take_turn()
        except EOFError:
            self._screen.say("")
        except (KeyboardInterrupt, GameError):  # the second where a player cannot play on
            self._screen.say("")
            self._files.leave(self.position)
            raise
        if not self._has_person:
            self._show()
            self._list_moves("")
        self._files.leave(self.position)

    def _welcome(self) -> str:
        names = f"White {player_name(self.seats[WHITE])}, Black {player_name(self.seats[BLACK])}"
        head = f"{self.position.description}: {names}."
        kind = self.position.move_help[0]
        return f"{head} Type {kind} such as {self._example()}; help lists the commands." if self._has_person else head

    def _example(self) -> str:
        """A move from the middle of the list."""
        moves = self.position.new_game().legal_moves
        return moves[len(moves) // 2]

    # --- turns --------------------------------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        player = self.seats[self.position.to_move]
        if player is not PERSON and not self.position.is_over:
            self._let_play(player)
            return
        self._show()
        line = self._screen.ask(self._question())
        try:
            self._obey(line)
        except (GameError, OSError) as error:
            self._screen.say(str(error), "red")

    def _let_play(self, player: Player) -> None:
        if self._screen.is_interactive and not self._has_person:
            self._show()
        colour = self.position.to_move
        with self._screen.waiting(f"{colour} ({player.name}) thinks ..."):
            decision = player.decide(self.position, self._table.limit)
        decision.carry_out(self.position)
        if self._has_person:
            act = "resigns" if decision.move == RESIGN else f"plays {decision.move}"
            self._screen.say(f"{colour} ({player.name}) {act}{remark(decision)}.")

    def _show(self) -> None:
        """Draw the board where it has changed since it was drawn last."""
        if self._shown == self.position and self._shown.moves == self.position.moves:
            return
        self._shown = self.position.copy()
        self._screen.show(self.position)
        if (outcome := self.position.outcome) is not None:
            self._screen.say(f"{outcome}.", "bold")
            if len(outcome.cells) > 1:
                self._screen.say(f"The winning chain: {' '.join(outcome.cells)}")

    def _question(self) -> str:
        if self.position.is_over:
            return "Game over (new, undo, save FILE, quit): "
        offer = " (or swap)" if self.position.can_swap else ""
        return f"{self.position.to_move} to move{offer}: "

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not word:
            self._screen.show(self.position)
        elif command := COMMANDS.get(word.lower()):
            command.run(self, rest.strip())
        else:
            self.position.play(line)

    # --- commands -----------------------------------------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        """Back to the last turn of a person; a reply of the machine goes with the move that it answers."""
        taken = [self.position.undo()]
        while self.position.ply and self.seats[self.position.to_move] is not PERSON:
            taken.append(self.position.undo())
        self._screen.say(f"Taken back: {' '.join(reversed(taken))}")

    def _resign(self, _: str) -> None:
        self.position.resign()

    def _hint(self, _: str) -> None:
        wins = {colour: self.position.winning_moves(colour) for colour in (WHITE, BLACK)}
        if marks := {self.position.cells_of(move)[-1] for found in wins.values() for move in found}:
            self._screen.show(self.position, marks)
        for colour, found in wins.items():
            self._screen.say(
                f"{colour} can win at once by {' '.join(found)}." if found else f"{colour} has no winning move."
            )
        if not self.position.is_over:
            with self._screen.waiting("thinking ..."):
                advice = self._table.coach.urgent_playout_move(self.position)
            self._screen.say(advice)

    def _list_moves(self, _: str) -> None:
        self._screen.say(numbered(self.position.moves) or "No move has been played.")

    def _save(self, name: str) -> None:
        self._files.save(self.position, name)

    def _new(self, _: str) -> None:
        self._files.leave(self.position)
        self.position = self.position.new_game()
        self._files.start_anew(self.position)
        self._screen.say("A new game.")

    def _help(self, _: str) -> None:
        kind, what = self.position.move_help
        self._screen.say(f"  {kind:<12}{what}, for example {self._example()}")
        for name, command in COMMANDS.items():
            if name != "swap" or self.position.swap_rule:
                self._screen.say(f"  {command.usage:<12}{command.help}")

    def _quit(self, _: str) -> None:
        self._open = False

    def _swap(self, _: str) -> None:
        self.position.play("swap")


COMMANDS = {
    "swap": Command("swap", "take over White's first stone", TerminalGame._swap),
    "undo": Command("undo", "take back your last move, and the answer to it", TerminalGame._undo),
    "hint": Command("hint", "what the engine would play, and where either side wins at once", TerminalGame._hint),
    "moves": Command("moves", "the moves so far", TerminalGame._list_moves),
    "resign": Command("resign", "give up", TerminalGame._resign),
    "save": Command("save FILE", "write the game as an SGF file", TerminalGame._save),
    "new": Command("new", "start again with an empty board", TerminalGame._new),
    "help": Command("help", "this list", TerminalGame._help),
    "quit": Command("quit", "leave", TerminalGame._quit),
}
