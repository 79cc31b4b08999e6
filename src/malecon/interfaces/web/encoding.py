"""Conversion of search results, distance costs and games to what the page reads: JSON objects and URL fragments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from malecon.games.errors import GameError
from malecon.games.position import Position
from malecon.interfaces.web.game_trees import game_of
from malecon.interfaces.web.schema import JsonObject
from malecon.knowledge.catalogue import knowledge_of
from malecon.players.engine import Engine, Thought
from malecon.search.net_eval import net_opinion
from malecon.search.searcher import RootMove

MAX_MOVES = 300  # moves per thought; some games have thousands
LINES = 8  # moves per thought that are sent with their principal variation
RENEWAL = 8  # thoughts between two updates of a line: updating all eight each time would cost 3% of the simulations
URL_SAFE = "/-.:()@"  # characters of moves that need no escape in a fragment


# --- thoughts ---------------------------------------------------------------------------------------------------------


class ThoughtEncoder:
    """Encodes the thoughts about one position as messages.

    Runs between two batches of the search, so its time is lost to simulations. `before` holds the simulations and
    seconds of earlier time slices.
    """

    def __init__(self, engine: Engine, before: tuple[int, float] = (0, 0.0)) -> None:
        self._engine, self._before = engine, before
        self._lines: dict[str, list[str]] = {}
        self._count = 0

    def encode(self, thought: Thought) -> JsonObject:
        """Return a thought as a message; values are those of the side to move."""
        rows = [_root_move(row) for row in thought.moves[:MAX_MOVES]]
        for rank, row in enumerate(rows[:LINES]):
            row["line"] = list(thought.line) if row["move"] == thought.move else self._line(row["move"], rank)
        self._count += 1
        return {
            "type": "thought",
            "move": thought.move,
            "value": thought.value,
            "line": list(thought.line),
            "proof": thought.proof,
            "length": thought.length,
            "simulations": thought.simulations + self._before[0],
            "seconds": thought.seconds + self._before[1],
            "speed": thought.simulations / thought.seconds if thought.seconds > 0 else 0.0,
            "moves": rows,
        }

    def _line(self, move: str, rank: int) -> list[str]:
        if move not in self._lines or (self._count + rank) % RENEWAL == 0:
            self._lines[move] = list(self._engine.line(move))
        return self._lines[move]


def _root_move(row: RootMove) -> JsonObject:
    value, prior = round(row.value, 4), round(row.prior, 4)
    encoded: JsonObject = {"move": row.move, "visits": row.visits, "value": value, "prior": prior}
    return encoded | ({"proof": row.proof, "length": row.length} if row.proof else {})


# --- overlays ---------------------------------------------------------------------------------------------------------


def cell_costs(position: Position) -> JsonObject:
    """Return the stones that each side needs to win, per cell and overall; raise GameError if the game has no costs."""
    compute = knowledge_of(position.game).cell_costs
    if compute is None:
        raise GameError(f"{position.title} has no cell costs; choose another overlay")
    return {
        str(colour).lower(): {"cells": dict(costs.cells), "least": costs.least}
        for colour, costs in compute(position).items()
    }


def opinion(position: Position) -> JsonObject:
    """Return White's chance and the probability of each move by the net; raise GameError if there is none."""
    if position.is_over:
        raise GameError(f"the game is over ({position.outcome}); the net has nothing to say")
    found = net_opinion(position)
    return {"chance": round(found.chance, 4), "policy": {move: round(p, 4) for move, p in found.policy.items()}}


# --- fragments --------------------------------------------------------------------------------------------------------


def fragment(position: Position, extra: Mapping[str, Any]) -> str:
    """Return the URL fragment of a game, with its `#`; `static/js/game/fragment.js` writes the same format.

    `#g=havannah&b=5&s=1&m=e5.d4.f6` is a game on base 5 with the swap rule. Values of None are left out.
    """
    game = game_of(position.start())
    values: dict[str, Any] = {"g": game["game"], "b": game["board"], "s": 1 if game["swap"] else None}
    if setup := game["setup"]:
        names = {"w": "white", "k": "black", "x": "blocked"}
        values |= {key: ".".join(setup[name]) or None for key, name in names.items()}
        values["p"] = setup["to_move"]
    values["m"] = ".".join(position.moves) or None
    values |= extra
    return "#" + "&".join(
        f"{name}={quote(str(value), URL_SAFE)}" for name, value in values.items() if value is not None
    )
