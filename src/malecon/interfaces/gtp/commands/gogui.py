"""Commands for GoGui: the board, the rules, analysis commands for its menus, and graphics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from malecon.games.colours import Colour
from malecon.games.picture import Cell
from malecon.games.position import Position
from malecon.interfaces.gtp.command_context import Command, CommandContext
from malecon.interfaces.gtp.commands.genmove import think
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
    "string/Seconds per move/time_per_move %o",
    "string/Simulations per move/simulations %o",
    "param/Parameters/param",
    "none/Load SGF/loadsgf %r",
    "none/Save SGF/savesgf %w",
)
HEXAGONS, REMOVED = "hex", "?"
OUTSIDE = "#7f7f7f"  # colour of points that are not cells
LABELS = 5  # best moves that are labelled with their values


def _analyze_commands(context: CommandContext) -> str:
    return "\n".join(entry for entry in MENU if _command_name(entry) in context.commands)


def _command_name(entry: str) -> str:
    """Return the name of the command behind a menu entry."""
    return entry.split("/")[2].split()[0]


def _interrupt(context: CommandContext) -> str:  # noqa: ARG001 (GoGui only checks that the command exists)
    return ""


def _game_id(context: CommandContext) -> str:
    return context.session.position.game


def _board_size(context: CommandContext) -> str:
    """Return the side of the board and, for a board of hexagons, the word by which GoGui 1.6 draws it as such."""
    position = context.session.position
    side = _side(cell_symbols(position))
    return f"{side} hex" if position.display.shape == HEXAGONS else str(side)


def _board(context: CommandContext) -> str:
    """Return GoGui's rows from the top, the last row first; points that are not cells are removed (`?`)."""
    symbols = cell_symbols(context.session.position)
    side = _side(symbols)
    lines = []
    for row in range(side, 0, -1):
        names = (f"{letter}{row}" for letter in LETTERS[:side])
        lines.append(" ".join(_gogui_symbol(symbols.get(name, REMOVED)) for name in names))
    return "\n" + "\n".join(lines)


def cell_symbols(position: Position) -> dict[str, str]:
    """Return the contents of each cell: `O` white, `X` black, `.` empty, `#` blocked."""
    return {cell.name: cell.symbol for line in position.picture() for cell in line if isinstance(cell, Cell)}


def _gogui_symbol(symbol: str) -> str:
    return symbol if symbol in ("X", "O", REMOVED) else "."


def _side(cells: Iterable[str]) -> int:
    """Return the side of the square around the board; raise GameError if it is too large for GoGui."""
    points = [to_vertex(cell) for cell in cells]
    columns = max(VERTEX_LETTERS.index(name[0]) + 1 for name in points)
    return max(columns, *(int(name[1:]) for name in points))


def _legal_moves(context: CommandContext) -> str:
    return " ".join(context.session.move_format.legal(context.session.position))


def _side_to_move(context: CommandContext) -> str:
    return _colour_name(context.session.position.to_move)


def _colour_name(colour: Colour) -> str:
    return str(colour).lower()


def _final_result(context: CommandContext) -> str:
    return str(context.session.position.outcome or "unknown")


# --- graphics ---------------------------------------------------------------------------------------------------------


def _board_graphics(context: CommandContext) -> str:
    """Draw points outside the board in grey and blocked cells in black, and mark the winning cells."""
    symbols, outcome = cell_symbols(context.session.position), context.session.position.outcome
    side = _side(symbols)
    corners = [f"{letter}{row}" for letter in LETTERS[:side] for row in range(1, side + 1)]
    groups = {
        f"COLOR {OUTSIDE}": [name for name in corners if name not in symbols],
        "COLOR black": [name for name, symbol in symbols.items() if symbol not in "XO."],
        "MARK": list(outcome.cells) if outcome else [],
    }
    lines = [f"{command} {' '.join(map(to_vertex, names))}" for command, names in groups.items() if names]
    return "\n".join([*lines, f"TEXT {outcome or f'{context.session.position.to_move} to move'}"])


def _moves_graphics(context: CommandContext) -> str:
    """Search within the limit of a move and show the best moves."""
    session = context.session
    session.check_turn(session.position.to_move)
    *_, thought = think(context, session.clock.limit(session.position.to_move), 0.5, until_input=False)
    return "\n".join(_move_lines(context, thought))


def _move_lines(context: CommandContext, thought: Thought) -> Iterator[str]:
    position = context.session.position
    side = position.to_move
    tried = [row for row in thought.moves if row.visits or row.proof]
    most = max((row.visits for row in tried), default=0) or 1
    sign = 1 if _colour_name(side) == "black" else -1
    influence: dict[str, float] = {}
    for row in tried:
        influence.setdefault(to_vertex(position.cells_of(row.move)[-1]), sign * (row.visits / most) ** 0.5)
    yield "INFLUENCE " + " ".join(f"{name} {share:.3f}" for name, share in influence.items())
    labels = {to_vertex(position.cells_of(row.move)[-1]): f"{row.value:.0%}" for row in reversed(tried[:LABELS])}
    yield "LABEL " + " ".join(f"{name} {text}" for name, text in labels.items())
    proof = f", proved: {thought.proof}" if thought.proof else ""
    shown = " ".join(context.session.move_format.show(move) for move in thought.line)
    yield f"TEXT {side}: {thought.value:.1%}{proof}; {shown}; {thought.simulations} simulations"


COMMANDS = {
    "gogui-analyze_commands": Command("", "list the commands for GoGui's menus", _analyze_commands),
    "gogui-interrupt": Command("", "confirm that the line `# interrupt` stops a search", _interrupt),
    "gogui-rules_game_id": Command("", "print the name of the game", _game_id),
    "gogui-rules_board": Command("", "print the board as GoGui draws it", _board),
    "gogui-rules_board_size": Command("", "print the side of GoGui's board, and hex if it is of hexagons", _board_size),
    "gogui-rules_legal_moves": Command("", "list the legal moves", _legal_moves),
    "gogui-rules_side_to_move": Command("", "print the side to move", _side_to_move),
    "gogui-rules_final_result": Command("", "print the result, or unknown", _final_result),
    "gogui-malecon_board": Command("", "draw the outline of the board and the winning chain", _board_graphics),
    "gogui-malecon_moves": Command("", "search and draw the best moves", _moves_graphics),
}
