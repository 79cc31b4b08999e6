"""A whole game as the fragment of an address, as the page writes it too (`static/js/share.js`).

`#g=havannah&b=5&s=1&m=e5.d4.f6` is a game on base 5 with the swap rule; `at` says how many moves of it are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from malecon.interfaces.web.game_trees import game_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from malecon.games.position import Position

SAFE = "/-.:()@"  # signs of moves that an address may have as they are


def fragment(position: Position, more: Mapping[str, Any]) -> str:
    """The fragment of a game so far, with its sign in front; values of None are left out."""
    game = game_of(position.start())
    values: dict[str, Any] = {"g": game["game"], "b": game["board"], "s": 1 if game["swap"] else None}
    if setup := game["setup"]:
        names = {"w": "white", "k": "black", "x": "blocked"}
        values |= {sign: ".".join(setup[name]) or None for sign, name in names.items()}
        values["p"] = setup["to_move"]
    values["m"] = ".".join(position.moves) or None
    values |= more
    return "#" + "&".join(f"{name}={quote(str(value), SAFE)}" for name, value in values.items() if value is not None)
