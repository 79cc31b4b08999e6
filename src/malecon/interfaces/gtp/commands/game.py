"""Commands that change or show the game."""

from __future__ import annotations

from malecon.games.errors import GameError, IllegalMoveError, NotationError
from malecon.interfaces.gtp.arguments import read_colour, read_number, read_switch
from malecon.interfaces.gtp.command_context import ANY_NUMBER, Command, CommandContext
from malecon.interfaces.gtp.move_format import SWAP
from malecon.interfaces.gtp.session import new_position, with_swap_rule


def _boardsize(context: CommandContext) -> str:
    session, words = context.session, context.arguments(1, ANY_NUMBER)
    size = "x".join(words) if all(word.isdigit() for word in words) else context.request.rest
    try:
        position = new_position(session.position.game, size, swap_rule=session.position.swap_rule)
    except GameError as error:
        raise GameError(f"unacceptable size: {error}") from None
    session.start(position)
    return ""


def _clear_board(context: CommandContext) -> str:
    context.session.start(context.session.new_game())
    return ""


def _komi(context: CommandContext) -> str:
    read_number(*context.arguments(1))
    return ""


def _play(context: CommandContext) -> str:
    colour, move = context.arguments(2)
    _play_move(context, colour, move)
    return ""


def _play_sequence(context: CommandContext) -> str:
    words = context.arguments(0, ANY_NUMBER)
    if len(words) % 2:
        raise GameError("syntax error: each move needs a colour before it")
    for colour, move in zip(words[::2], words[1::2], strict=True):
        _play_move(context, colour, move)
    return ""


def _play_move(context: CommandContext, colour: str, move: str) -> None:
    try:
        context.session.play(read_colour(colour), move)
    except (IllegalMoveError, NotationError) as error:
        raise GameError(f"illegal move: {error}") from None


def _swap(context: CommandContext) -> str:
    """Play the swap, or switch the swap rule if there is an argument."""
    session, words = context.session, context.arguments(0, 1)
    if words:
        session.position = with_swap_rule(session.position, read_switch(words[0]))
    else:
        _play_move(context, str(session.position.to_move), SWAP)
    return ""


def _undo(context: CommandContext) -> str:
    try:
        context.session.undo()
    except GameError as error:
        raise GameError(f"cannot undo: {error}") from None
    return ""


def _showboard(context: CommandContext) -> str:
    position = context.session.position
    state = f"{position.outcome}" if position.outcome else f"{position.to_move} to move"
    return f"\n{position}\n{state}"


def _winner(context: CommandContext) -> str:
    outcome = context.session.position.outcome
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else str(outcome.winner).lower()


def _final_score(context: CommandContext) -> str:
    scores = {"white": "W+1", "black": "B+1", "draw": "0"}
    winner = _winner(context)
    if winner not in scores:
        raise GameError("cannot score: the game is not over")
    return scores[winner]


def _all_legal(context: CommandContext) -> str:
    session = context.session
    for word in context.arguments(0, 1):
        session.check_turn(read_colour(word))
    return " ".join(session.move_format.legal(session.position))


def _history(context: CommandContext) -> str:
    return " ".join(context.session.move_format.show(move) for move in context.session.position.moves)


COMMANDS = {
    "boardsize": Command(
        "SIZE", "start a new game on a board of this size: a base such as 8, or rows x columns such as 6x5", _boardsize
    ),
    "clear_board": Command("", "start a new game on the same board", _clear_board),
    "komi": Command("NUMBER", "accepted for compatibility with Go controllers; has no effect", _komi),
    "play": Command("COLOUR MOVE", "play a move, swap or resign", _play),
    "gogui-play_sequence": Command("COLOUR MOVE ...", "play several moves", _play_sequence),
    "swap": Command("[on|off]", "swap; with on or off, switch the swap rule", _swap),
    "undo": Command("", "take back a move", _undo),
    "showboard": Command("", "draw the board", _showboard),
    "winner": Command("", "print white, black or draw, or none while the game is in progress", _winner),
    "final_score": Command("", "print the result of a finished game: W+1, B+1 or 0", _final_score),
    "all_legal": Command("[COLOUR]", "list the legal moves", _all_legal),
    "history": Command("", "list the moves played", _history),
}
