"""Commands by which GoGui draws the board, knows the rules and offers what we can do in its menus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from malecon.games.colours import Colour
from malecon.interfaces.gtp.board_setup import signs
from malecon.interfaces.gtp.command_context import Command, CommandContext
from malecon.interfaces.gtp.commands.thinking import think
from malecon.players.engine import Thought
from malecon.players.gtp_vertex import LETTERS, VERTEX_LETTERS, to_vertex

MENU = (
    "gfx/Board/gogui-malecon_board",
    "gfx/Best moves/gogui-malecon_moves",
    "string/Solve/solve %s",
    "string/Winner/winner",
    "plist/Legal moves/all_legal",
    "hstring/Show board/showboard",
    "string/Moves/history",
    "none/Swap/swap",
    "string/Seconds a move/time_per_move %o",
    "string/Simulations a move/simulations %o",
    "param/Parameters/param",
    "none/Load SGF/loadsgf %r",
    "none/Save SGF/savesgf %w",
)
OUTSIDE, SHOWN = "#7f7f7f", 5


def _analyze_commands(turn: CommandContext) -> str:  # noqa: ARG001 (the same for all)
    return "\n".join(MENU)


def _interrupt(turn: CommandContext) -> str:  # noqa: ARG001 (that it is there says all)
    return ""


def _game_id(turn: CommandContext) -> str:
    return turn.session.position.game


def _board_size(turn: CommandContext) -> str:
    return str(_side(signs(turn.session.position)))


def _board(turn: CommandContext) -> str:
    """GoGui's rows from the top, which is the last row; a point that is no cell is empty."""
    found = signs(turn.session.position)
    side = _side(found)
    lines = []
    for row in range(side, 0, -1):
        names = (f"{letter}{row}" for letter in LETTERS[:side])
        lines.append(" ".join(_gogui_sign(found.get(name, ".")) for name in names))
    return "\n" + "\n".join(lines)


def _gogui_sign(sign: str) -> str:
    return sign if sign in "XO" else "."


def _side(cells: Iterable[str]) -> int:
    """The side of the square that holds the board; GameError where GoGui has none so large."""
    points = [to_vertex(cell) for cell in cells]
    columns = max(VERTEX_LETTERS.index(name[0]) + 1 for name in points)
    return max(columns, *(int(name[1:]) for name in points))


def _legal_moves(turn: CommandContext) -> str:
    return " ".join(turn.session.wire.legal(turn.session.position))


def _side_to_move(turn: CommandContext) -> str:
    return _word(turn.session.position.to_move)


def _word(colour: Colour) -> str:
    return str(colour).lower()


def _final_result(turn: CommandContext) -> str:
    return str(turn.session.position.outcome or "unknown")


# --- pictures ---------------------------------------------------------------------------------------------------------


def _board_picture(turn: CommandContext) -> str:
    """Points that are no cells are grey, blocked cells dark, the winning cells marked."""
    found, outcome = signs(turn.session.position), turn.session.position.outcome
    side = _side(found)
    corners = [f"{letter}{row}" for letter in LETTERS[:side] for row in range(1, side + 1)]
    groups = {
        f"COLOR {OUTSIDE}": [name for name in corners if name not in found],
        "COLOR black": [name for name, sign in found.items() if sign not in "XO."],
        "MARK": list(outcome.cells) if outcome else [],
    }
    lines = [f"{what} {' '.join(map(to_vertex, names))}" for what, names in groups.items() if names]
    return "\n".join([*lines, f"TEXT {outcome or f'{turn.session.position.to_move} to move'}"])


def _moves_picture(turn: CommandContext) -> str:
    """Think as long as for a move, and show the best ones."""
    session = turn.session
    session.check_turn(session.position.to_move)
    *_, thought = think(turn, session.clock.limit(session.position.to_move), 0.5, until_input=False)
    return "\n".join(_picture_lines(turn, thought))


def _picture_lines(turn: CommandContext, thought: Thought) -> Iterator[str]:
    position = turn.session.position
    side = position.to_move
    tried = [row for row in thought.moves if row.visits or row.proof]
    most = max((row.visits for row in tried), default=0) or 1
    sign = 1 if _word(side) == "black" else -1
    influence: dict[str, float] = {}
    for row in tried:
        influence.setdefault(to_vertex(position.cells_of(row.move)[-1]), sign * (row.visits / most) ** 0.5)
    yield "INFLUENCE " + " ".join(f"{name} {share:.3f}" for name, share in influence.items())
    labels = {to_vertex(position.cells_of(row.move)[-1]): f"{row.value:.0%}" for row in reversed(tried[:SHOWN])}
    yield "LABEL " + " ".join(f"{name} {text}" for name, text in labels.items())
    proof = f", proved: {thought.proof}" if thought.proof else ""
    shown = " ".join(turn.session.wire.show(move) for move in thought.line)
    yield f"TEXT {side}: {thought.value:.1%}{proof}; {shown}; {thought.simulations} simulations"


COMMANDS = {
    "gogui-analyze_commands": Command("", "what GoGui can offer in its menus", _analyze_commands),
    "gogui-interrupt": Command("", "that the line `# interrupt` ends thinking", _interrupt),
    "gogui-rules_game_id": Command("", "the game", _game_id),
    "gogui-rules_board": Command("", "the board as GoGui draws it", _board),
    "gogui-rules_board_size": Command("", "the side of GoGui's board", _board_size),
    "gogui-rules_legal_moves": Command("", "what may be played", _legal_moves),
    "gogui-rules_side_to_move": Command("", "whose turn it is", _side_to_move),
    "gogui-rules_final_result": Command("", "how the game ended, or unknown", _final_result),
    "gogui-malecon_board": Command("", "what is no cell of the board, and what won, as a picture", _board_picture),
    "gogui-malecon_moves": Command("", "think, and show the best moves as a picture", _moves_picture),
}
