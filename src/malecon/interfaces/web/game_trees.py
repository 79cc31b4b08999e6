"""Game records from and for pages: trees as flat lists of nodes, parents before children."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from malecon.games.errors import GameError
from malecon.games.sgf.form import DRAW
from malecon.interfaces.web.positions import RESIGN, resigning, signs_of, start_of
from malecon.interfaces.web.schema import MAX_COMMENT, MAX_NODES, Answer, Tree

if TYPE_CHECKING:
    from malecon.games.position import Position
    from malecon.games.sgf.node import Node, Root
    from malecon.games.sgf.record import GameRecord

TOO_LARGE = f"a page takes games of at most {MAX_NODES:,} moves, branches included"
SETUP_SIGNS = {"O": "white", "X": "black", "#": "blocked"}


def read_tree(text: str) -> Answer:
    """The first game of a text as a tree; GameError where it cannot be read."""
    from malecon.games.sgf.record import GameRecord

    if text.count(";") > 2 * MAX_NODES:  # some may stand in comments
        raise GameError(TOO_LARGE)
    record = GameRecord.parse(text)
    start = record.start
    nodes = _rows(record)
    if len(nodes) > MAX_NODES:
        raise GameError(TOO_LARGE)
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
    from malecon.games.sgf.record import GameRecord

    record = GameRecord.from_position(start_of(tree.game), white=tree.white, black=tree.black)
    record.root.comment = tree.comment
    walk = Walk(record.root)
    for row in tree.nodes:
        walk.go_back(row.parent)
        walk.add(row.move).comment = row.comment
    return record.sgf()


class Walk:
    """A walk through a tree that grows, each line before its branches, so that no move is played twice."""

    def __init__(self, root: Root) -> None:
        from malecon.games.sgf.replay import Replay

        self._replay = Replay(root.start)
        self._path: list[tuple[int, Node]] = [(-1, root)]
        self._count = 0

    def go_back(self, place: int) -> None:
        """To the node of a place, which must be on the way to the last one."""
        while self._path[-1][0] != place:
            _, node = self._path.pop()
            if not self._path:
                raise GameError(f"node {self._count} cannot follow node {place}: a line comes whole, then its branches")
            self._replay.undo(str(node.move))

    def add(self, move: str) -> Node:
        """Play a legal move from here and go to its node."""
        from malecon.games.sgf.node import Node

        parent, replay = self._path[-1][1], self._replay
        if ending := replay.ending:
            raise GameError(ending)
        side = replay.position.to_move
        if move.startswith(RESIGN):
            named = resigning(move)
            move, side = RESIGN, side if named is None else named
        else:
            move = replay.position.check_move(move)
        same = (node for node in parent.children if node.move == move and node.colour == side)
        node = next(same, None) or Node(parent, move, side, {})
        replay.play(move, side)
        self._path.append((self._count, node))
        self._count += 1
        return node
