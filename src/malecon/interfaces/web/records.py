"""Game records from and for pages: trees as flat lists of nodes, parents before children."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from malecon.games.errors import GameError
from malecon.games.records.form import DRAW
from malecon.interfaces.web.messages import MAX_COMMENT, MAX_NODES, Answer, Tree
from malecon.interfaces.web.positions import RESIGN, resigning, signs_of, start_of

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.games.records.record import GameRecord, Node

SETUP_SIGNS = {"O": "white", "X": "black", "#": "blocked"}


def read_tree(text: str) -> Answer:
    """The first game of a text as a tree; GameError where it cannot be read."""
    from malecon.games.records.record import GameRecord

    record = GameRecord.parse(text)
    start = record.start
    nodes = _rows(record)
    if len(nodes) > MAX_NODES:
        raise GameError(f"the game has {len(nodes):,} moves with its branches; {MAX_NODES:,} are the most for a page")
    names = {"white": record.white, "black": record.black, "result": record.result, "event": record.event}
    return {"game": game_of(start), "nodes": nodes, "comment": record.root.comment[:MAX_COMMENT], **names}


def game_of(start: Position) -> Answer:
    """The start as a request would write it."""
    board = _board(start)
    plain = start.new_game()
    answer: dict[str, Any] = {"game": start.game, "board": board, "swap": start.swap_rule, "setup": None}
    if start != plain:
        placed: dict[str, Any] = {"white": [], "black": [], "blocked": []}
        for cell, sign in signs_of(start).items():
            placed[SETUP_SIGNS[sign]].append(cell)
        answer |= {"swap": False, "setup": placed | {"to_move": str(start.to_move).lower()}}
    return answer


def _board(start: Position) -> str:
    """The board as people write it."""
    options = start.options
    if "base" in options:
        return str(options["base"])
    one_row = "/1" if options.get("piece_rows") == 1 else ""
    return f"{options['rows']}x{options['columns']}{one_row}"


def _rows(record: GameRecord) -> list[Answer]:
    """Moves on the board and resignations; what follows a remark between moves follows the move before it."""
    places: dict[int, int] = {id(record.root): -1}
    rows: list[Answer] = []
    for node in record.nodes():
        if node.parent is None:
            continue
        parent = places[id(node.parent)]
        if node.move in (None, DRAW):
            places[id(node)] = parent
            continue
        places[id(node)] = len(rows)
        rows.append({"parent": parent, "move": _written(node), "comment": node.comment[:MAX_COMMENT]})
    return rows


def _written(node: Node) -> str:
    """A move as requests have it: a resignation names its side."""
    return f"{RESIGN}:{str(node.colour).lower()}" if node.move == RESIGN else str(node.move)


def write_tree(tree: Tree) -> str:
    """A tree as SGF; GameError where a move is not legal in its place."""
    from malecon.games.records.record import GameRecord

    record = GameRecord.from_position(start_of(tree.game), white=tree.white, black=tree.black)
    record.root.comment = tree.comment
    nodes: list[Node] = []
    for place, row in enumerate(tree.nodes):
        if row.parent >= place:
            raise GameError(f"node {place} comes before its parent {row.parent}")
        parent: Node = nodes[row.parent] if row.parent >= 0 else record.root
        if row.move.startswith(RESIGN):
            node = parent.branch(RESIGN, colour=resigning(row.move))
        else:
            node = parent.branch(row.move)
        node.comment = row.comment
        nodes.append(node)
    return record.sgf()
