"""A game at the prompt: the user types moves and commands, and players reply.

A mistake is answered with one line and the question again, and an unsaved game is saved on exit, so that no input loses
a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from malecon.games.colours import BLACK, WHITE, Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.terminal.autosave import Autosave
from malecon.interfaces.terminal.hints import Hints, evaluation_text
from malecon.interfaces.terminal.record_report import numbered
from malecon.interfaces.terminal.screen import Prompt
from malecon.players.player import RESIGN, Limit, Player

HUMAN = None


def player_name(player: Player | None) -> str:
    """Return the name of a player, or of a human, for game records."""
    return player.name if player else "human"


@dataclass(frozen=True)
class GameSetup:
    """The player of each colour (None for a human), their limit per move, and the source of hints."""

    players: Mapping[Colour, Player | None]
    limit: Limit
    hints: Hints


@dataclass(frozen=True)
class Command:
    """A command at the prompt."""

    usage: str
    help: str
    run: Callable[[TerminalGame, str], None]


class TerminalGame:
    """A game in progress and the prompt where it is played."""

    def __init__(self, position: Position, setup: GameSetup, screen: Prompt, autosave: Autosave) -> None:
        self.position = position
        self.players = setup.players
        self._setup = setup
        self._screen = screen
        self._autosave = autosave
        self._shown: Position | None = None
        self._open = True

    @property
    def _has_human(self) -> bool:
        return HUMAN in self.players.values()

    def run(self) -> None:
        """Play until the user quits, or, between two players, until the game ends."""
        self._screen.say(self._welcome())
        try:
            while self._open and (self._has_human or not self.position.is_over):
                self._take_turn()
        except EOFError:
            self._screen.say("")
        except (KeyboardInterrupt, GameError):  # GameError: a player cannot continue
            self._screen.say("")
            self._autosave.save_changes(self.position)
            raise
        if not self._has_human:
            self._show()
            self._list_moves("")
        self._autosave.save_changes(self.position)

    def _welcome(self) -> str:
        names = f"White {player_name(self.players[WHITE])}, Black {player_name(self.players[BLACK])}"
        head = f"{self.position.description}: {names}."
        kind = self.position.move_help[0]
        return f"{head} Type {kind} such as {self._example()}; help lists the commands." if self._has_human else head

    def _example(self) -> str:
        """Return a move from the middle of the list."""
        moves = self.position.new_game().legal_moves
        return moves[len(moves) // 2]

    # --- turns --------------------------------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        player = self.players[self.position.to_move]
        if player is not HUMAN and not self.position.is_over:
            self._play_engine_move(player)
            return
        self._show()
        line = self._screen.ask(self._question())
        try:
            self._execute(line)
        except (GameError, OSError) as error:
            self._screen.say(str(error), "red")

    def _play_engine_move(self, player: Player) -> None:
        if self._screen.is_interactive and not self._has_human:
            self._show()
        colour = self.position.to_move
        with self._screen.waiting(f"{colour} ({player.name}) is thinking ..."):
            decision = player.decide(self.position, self._setup.limit)
        decision.carry_out(self.position)
        if self._has_human:
            action = "resigns" if decision.move == RESIGN else f"plays {decision.move}"
            self._screen.say(f"{colour} ({player.name}) {action}{evaluation_text(decision)}.")

    def _show(self) -> None:
        """Draw the board if it has changed since it was last drawn."""
        if self._shown == self.position and self._shown.moves == self.position.moves:
            return
        self._shown = self.position.copy()
        self._screen.show(self.position)
        if (outcome := self.position.outcome) is not None:
            self._screen.say(f"{outcome}.", "bold")
            if len(outcome.cells) > 1:
                self._screen.say(f"Winning chain: {' '.join(outcome.cells)}")

    def _question(self) -> str:
        if self.position.is_over:
            return "Game over (new, undo, save FILE, quit): "
        offer = " (or swap)" if self.position.can_swap else ""
        return f"{self.position.to_move} to move{offer}: "

    def _execute(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not word:
            self._screen.show(self.position)
        elif command := COMMANDS.get(word.lower()):
            command.run(self, rest.strip())
        else:
            self.position.play(line)

    # --- commands -----------------------------------------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        """Go back to the last turn of a human; the reply of a player is taken back with the move it answers."""
        taken = [self.position.undo()]
        while self.position.ply and self.players[self.position.to_move] is not HUMAN:
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
                f"{colour} can win immediately with {' '.join(found)}." if found else f"{colour} has no immediate win."
            )
        if not self.position.is_over:
            with self._screen.waiting("thinking ..."):
                suggestion = self._setup.hints.suggest(self.position)
            self._screen.say(suggestion)

    def _list_moves(self, _: str) -> None:
        self._screen.say(numbered(self.position.moves) or "No moves yet.")

    def _save(self, name: str) -> None:
        self._autosave.save(self.position, name)

    def _new(self, _: str) -> None:
        self._autosave.save_changes(self.position)
        self.position = self.position.new_game()
        self._autosave.start_new_game(self.position)
        self._screen.say("New game.")

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
    "undo": Command("undo", "take back your last move and the reply to it", TerminalGame._undo),
    "hint": Command("hint", "show the engine's move, and immediate wins of either side", TerminalGame._hint),
    "moves": Command("moves", "list the moves so far", TerminalGame._list_moves),
    "resign": Command("resign", "resign the game", TerminalGame._resign),
    "save": Command("save FILE", "write the game as an SGF file", TerminalGame._save),
    "new": Command("new", "start a new game", TerminalGame._new),
    "help": Command("help", "show this list", TerminalGame._help),
    "quit": Command("quit", "quit", TerminalGame._quit),
}
