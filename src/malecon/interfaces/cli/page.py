"""Serve the page of `malecon play`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from malecon.games.havannah.position import Havannah
from malecon.games.position import Position
from malecon.interfaces.web.catalogue import read_player
from malecon.interfaces.web.encoding import fragment
from malecon.interfaces.web.serving import Address, serve
from malecon.warmup.steps import SEARCH, ensure_warm

HUMAN, OPPONENT = "human", "malecon"


def serve_page(
    position: Position,
    players: dict[str, Any],
    address: Address,
    *,
    browser: bool,
    library: Path | None,
    book: Path | None,
) -> None:
    """Serve the page, opened at a position with these players, until Ctrl-C.

    `players` holds White and Black as `W` and `B`, and the seconds per move as `t`.
    """
    white, black, seconds = players["W"], players["B"], players["t"]
    for text in {white, black} - {HUMAN}:
        read_player(text, position.game)
    ensure_warm(position.game, SEARCH, players=(white, black))
    is_default_board = position == Havannah() and not position.moves and not position.swap_rule
    if is_default_board and (white, black, seconds) == (HUMAN, OPPONENT, None):
        start = ""  # without a fragment the page restores its last game
    else:
        start = fragment(position, players)
    serve(address, start, browser=browser, library=library, book=book)
