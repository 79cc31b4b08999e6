"""Load a server with games between friends: two connections per game, random moves, the time until the other sees them.

    python -m tools.load_friends --games 100 --seconds 30 --pause 1

starts a server on this computer, or uses the one at --address, which must be on this computer too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import websockets

from malecon.interfaces.web.access import is_loopback

PORT = 8921
CELLS = [f"{column}{row}" for row in range(1, 10) for column in "abcdefghi" if abs(ord(column) - 96 - row) < 5]
MAX_GAMES, MAX_SECONDS = 200, 300.0
COMMAND = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]


@dataclass
class Tally:
    """What happened in all games together."""

    latencies: list[float] = field(default_factory=list)
    games: int = 0
    errors: list[str] = field(default_factory=list)


def new_game(address: str) -> tuple[str, str]:
    """Start a game on base 5; return the keys of White and Black."""
    body = json.dumps({"game": {"board": "5"}, "minutes": 5, "side": "white"}).encode()
    request = urllib.request.Request(f"{address}api/friends", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as response:
        answer = json.load(response)
    return answer["key"], answer["invite"].partition("#friend=")[2]


async def state_after(socket: Any, moves: int) -> dict[str, Any]:
    """Return the first state with a number of moves, or any later one; raise RuntimeError after an error."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "error":
            raise RuntimeError(message["message"])
        if message["type"] == "state" and (len(message["moves"]) >= moves or message["flagged"]):
            return message


async def play_games(address: str, tally: Tally, end: float, pause: float) -> None:
    """Play games one after the other until the end."""
    while time.monotonic() < end:
        keys = await asyncio.to_thread(new_game, address)
        base = address.replace("http", "ws", 1) + "api/friends/"
        async with websockets.connect(base + keys[0]) as white, websockets.connect(base + keys[1]) as black:
            await play_one((white, black), tally, end, pause)
        tally.games += 1


async def play_one(players: tuple[Any, Any], tally: Tally, end: float, pause: float) -> None:
    """Play random cells until the board is full, someone has won, or time is up."""
    cells = random.sample(CELLS, len(CELLS))
    for ply, cell in enumerate(cells):
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))
        if time.monotonic() > end:
            return
        begin = time.monotonic()
        await players[ply % 2].send(json.dumps({"type": "move", "move": cell, "ply": ply}))
        try:
            await asyncio.wait_for(asyncio.gather(*(state_after(each, ply + 1) for each in players)), 30)
        except RuntimeError:  # refused, which its sender is told: the game is over, the last stone has won
            return
        tally.latencies.append(time.monotonic() - begin)


async def run(address: str, options: argparse.Namespace) -> Tally:
    """Play all games at once."""
    tally, end = Tally(), time.monotonic() + options.seconds
    work = (play_games(address, tally, end, options.pause) for _ in range(options.games))
    results = await asyncio.gather(*work, return_exceptions=True)
    tally.errors += [f"{type(each).__name__}: {each}" for each in results if isinstance(each, BaseException)]
    return tally


@contextlib.contextmanager
def server(options: argparse.Namespace) -> Iterator[str]:
    """Yield the address of the server."""
    if options.address:
        yield options.address
        return
    command = [*COMMAND, "play", "--no-browser", "--port", str(PORT)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()  # its first line means that it is ready
        yield f"http://127.0.0.1:{PORT}/"
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    """Run from the command line; exit with 1 if there were errors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, choices=range(1, MAX_GAMES + 1), metavar="N")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds before each move")
    parser.add_argument("--address", help="address of a running server, such as http://127.0.0.1:8017/")
    options = parser.parse_args()
    options.seconds = min(options.seconds, MAX_SECONDS)
    if options.address and not is_loopback(urlsplit(options.address).hostname or ""):
        parser.error("only servers on this computer may be loaded")
    with server(options) as address:
        tally = asyncio.run(run(address, options))
    times = sorted(tally.latencies) or [0.0]
    middle, high = times[len(times) // 2], times[int(0.95 * len(times))]
    print(
        f"{options.games} games at once, {tally.games} games, {len(tally.latencies):,} moves in {options.seconds:.0f} s"
    )
    print(f"a move reaches the friend in {1000 * middle:.0f} ms (95%: {1000 * high:.0f}, max {1000 * times[-1]:.0f})")
    for error in sorted(set(tally.errors))[:5]:
        print(error)
    sys.exit(1 if tally.errors or not tally.latencies else 0)


if __name__ == "__main__":
    main()
