"""Commands that change the game or tell how it stands."""

from __future__ import annotations

from malecon.games.errors import GameError, IllegalMoveError, NotationError
from malecon.interfaces.gtp.arguments import read_colour, read_number, read_switch
from malecon.interfaces.gtp.board_setup import new_position, with_swap_rule
from malecon.interfaces.gtp.command_context import ENDLESS, Command, CommandContext
from malecon.interfaces.gtp.move_format import SWAP


def _boardsize(turn: CommandContext) -> str:
    session, words = turn.session, turn.words(1, ENDLESS)
    size = "x".join(words) if all(word.isdigit() for word in words) else turn.request.rest
    try:
        position = new_position(session.position.game, size, swap_rule=session.position.swap_rule)
    except GameError as error:
        raise GameError(f"unacceptable size: {error}") from None
    session.start(position)
    return ""


def _clear_board(turn: CommandContext) -> str:
    turn.session.start(turn.session.new_game())
    return ""


def _komi(turn: CommandContext) -> str:
    read_number(*turn.words(1))
    return ""


def _play(turn: CommandContext) -> str:
    colour, move = turn.words(2)
    _play_move(turn, colour, move)
    return ""


def _play_sequence(turn: CommandContext) -> str:
    words = turn.words(0, ENDLESS)
    if len(words) % 2:
        raise GameError("syntax error: write a colour before each move")
    for colour, move in zip(words[::2], words[1::2], strict=True):
        _play_move(turn, colour, move)
    return ""


def _play_move(turn: CommandContext, colour: str, move: str) -> None:
    try:
        turn.session.play(read_colour(colour), move)
    except (IllegalMoveError, NotationError) as error:
        raise GameError(f"illegal move: {error}") from None


def _swap(turn: CommandContext) -> str:
    """Without an argument the move, with one the rule."""
    session, words = turn.session, turn.words(0, 1)
    if words:
        session.position = with_swap_rule(session.position, read_switch(words[0]))
    else:
        _play_move(turn, str(session.position.to_move), SWAP)
    return ""


def _undo(turn: CommandContext) -> str:
    try:
        turn.session.undo()
    except GameError as error:
        raise GameError(f"cannot undo: {error}") from None
    return ""


def _showboard(turn: CommandContext) -> str:
    position = turn.session.position
    state = f"{position.outcome}" if position.outcome else f"{position.to_move} to move"
    return f"\n{position}\n{state}"


def _winner(turn: CommandContext) -> str:
    outcome = turn.session.position.outcome
    if outcome is None:
        return "none"
    return "draw" if outcome.winner is None else str(outcome.winner).lower()


def _final_score(turn: CommandContext) -> str:
    scores = {"white": "W+1", "black": "B+1", "draw": "0"}
    winner = _winner(turn)
    if winner not in scores:
        raise GameError("cannot score: the game is not over")
    return scores[winner]


def _all_legal(turn: CommandContext) -> str:
    session = turn.session
    for word in turn.words(0, 1):
        session.check_turn(read_colour(word))
    return " ".join(session.wire.legal(session.position))


def _history(turn: CommandContext) -> str:
    return " ".join(turn.session.wire.show(move) for move in turn.session.position.moves)


COMMANDS = {
    "boardsize": Command(
        "SIZE", "the start of a game on a board: a base such as 8, or rows x columns such as 6x5", _boardsize
    ),
    "clear_board": Command("", "the start of a game on the same board", _clear_board),
    "komi": Command("NUMBER", "accepted for the sake of Go's controllers; it means nothing here", _komi),
    "play": Command("COLOUR MOVE", "play a move; swap and resign are moves too", _play),
    "gogui-play_sequence": Command("COLOUR MOVE ...", "play several moves", _play_sequence),
    "swap": Command("[on|off]", "the side to move swaps; with on or off, whether the rule holds", _swap),
    "undo": Command("", "take back a move", _undo),
    "showboard": Command("", "draw the board", _showboard),
    "winner": Command("", "white, black, draw, or none while the game goes on", _winner),
    "final_score": Command("", "W+1, B+1 or 0 when the game is over", _final_score),
    "all_legal": Command("[COLOUR]", "every legal move", _all_legal),
    "history": Command("", "the moves so far", _history),
}
