"""What each side still needs to win a position, and what the opponent threatens."""

from __future__ import annotations

from dataclasses import asdict

from malecon.games.colours import Colour
from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.games.sgf.reader import Check
from malecon.interfaces.web.positions import symbols_of
from malecon.interfaces.web.schema import JsonObject
from malecon.knowledge.catalogue import knowledge_of
from malecon.solver.shortest_line import Budget, shortest_line
from malecon.solver.solver import WIN, Solver

THREAT_NODES = 20_000
"""Positions searched for a threat."""
LINE_NODES = 20_000
BATCH_NODES = 2_000
MEMORY = 8  # megabytes
FIELDS = {"O": "white", "X": "black", "#": "blocked"}


def needs(position: Position, check: Check) -> JsonObject:
    """Return for each side its shortest connections and the cells that win at once.

    `threat` is the opponent's winning move if it were its turn. `check` may raise an exception to stop.
    """
    if position.is_over:
        raise GameError(f"the game is over ({position.outcome}); nobody needs anything")
    connect = knowledge_of(position.game).connections
    answer: JsonObject = {}
    for colour in Colour:
        found = connect(position, colour) if connect else {}
        connections = {ending: asdict(connection) for ending, connection in found.items()}
        answer[str(colour).lower()] = {"connections": connections, "wins": _winning_cells(position, colour)}
    return answer | {"threat": _threat(position, check)}


def _winning_cells(position: Position, colour: Colour) -> list[JsonObject]:
    """List the moves by which a side wins at once, whoever is to move, with the ending of each."""
    start = position if colour == position.to_move else _passed(position)
    found = []
    for move in start.winning_moves(colour) if start else []:
        trial = start.copy() if start else position
        trial.play(move)
        how = list(trial.outcome.how) if trial.outcome else []
        found.append({"cell": position.cells_of(move)[-1], "how": how})
    return found


def _passed(position: Position) -> Position | None:
    """Return the position with the other side to move; None if the game cannot set it up."""
    placed: dict[str, list[str]] = {"white": [], "black": [], "blocked": []}
    for cell, symbol in symbols_of(position).items():
        placed[FIELDS[symbol]].append(cell)
    try:
        return position.set_up(placed["white"], placed["black"], placed["blocked"], position.to_move.other)
    except GameError:
        return None


def _threat(position: Position, check: Check) -> JsonObject | None:
    """Return the winning move of the side that is not to move, if a short search proves one."""
    passed = _passed(position)
    if passed is None or passed.is_over:
        return None
    solver = Solver(passed, memory=MEMORY)
    while solver.nodes < THREAT_NODES and not solver.run(BATCH_NODES):
        check()
    if solver.verdict != WIN or solver.move is None:
        return None
    line = shortest_line(solver, budget=Budget(LINE_NODES, lambda: False))
    for move in line:
        passed.play(move)
    how = list(passed.outcome.how) if passed.outcome else []
    return {"move": line[0] if line else solver.move, "length": len(line) or solver.length, "line": line, "how": how}
