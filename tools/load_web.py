"""Many pages at once: whether everyone gets answers, how long they wait, and what it costs in memory.

    python scripts/load_web.py --sessions 100 --seconds 60

starts a server of its own, or with --address loads one that runs. Most sessions play moves, others analyse, review, or
leave in the middle of a thought, over and over until the time is up. It ends with 1 where someone had no answer, an
answer was an error, or a session was left behind.

    python scripts/load_web.py --sessions 12 --seconds 3600 --light --every 300

looks for leaks: what the server holds is told every five minutes; --light has them think for an instant only, so that
an hour is one of opening and closing.
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
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets
from rich.console import Console
from rich.table import Table

KINDS = ("play", "play", "play", "play", "play", "analyse", "analyse", "review", "leave", "leave")
MOVES = ["e5", "d4", "f6", "e4", "g5", "d3", "d5", "f4"]
PORT = 8917
PATIENCE = 120.0  # seconds to wait for a word of the server
SETTLE = 15.0  # seconds that the server has to let everyone go
say = Console(highlight=False, soft_wrap=True).print


@dataclass
class Tally:
    """What the sessions of one kind met."""

    opened: int = 0
    answers: int = 0
    errors: list[str] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    """Seconds to the first thought."""
    done: list[float] = field(default_factory=list)
    """Seconds to the end."""


def question(kind: str, number: int, light: bool) -> dict[str, Any]:
    """What a session of a kind asks for."""
    moves = MOVES[: random.randrange(1, len(MOVES))]
    game = {"board": "5", "moves": moves}
    thinker = {"player": random.choice(("level3", "level6", "level9")) if kind == "play" else "malecon", "memory": 64}
    if kind == "review":
        limits: dict[str, Any] = {"simulations": 20 if light else 200}
        return {"type": "review", "id": number, "game": game, "limits": limits, "thinker": thinker}
    limits = {"seconds": 0.05 if light else 2.0 if kind == "play" else 5.0}
    purpose = "play" if kind == "play" else "analyse"
    return {"type": "think", "id": number, "purpose": purpose, "game": game, "limits": limits, "thinker": thinker}


async def session(address: str, kind: str, tally: Tally, end: float, light: bool) -> None:
    """One page after the other: open, ask a few times, close."""
    while time.monotonic() < end:
        async with websockets.connect(f"{address.replace('http', 'ws', 1)}api/socket", open_timeout=60) as socket:
            tally.opened += 1
            for number in range(1, random.randrange(2, 6)):
                if kind == "leave":
                    await socket.send(json.dumps(question(kind, number, light)))
                    await asyncio.sleep(random.random())
                    break
                await ask(socket, question(kind, number, light), tally)
                await asyncio.sleep(random.random())
                if time.monotonic() >= end:
                    break
        tally.answers += kind == "leave"


async def ask(socket: Any, asked: dict[str, Any], tally: Tally) -> None:
    """Ask and hear it out."""
    begin, first = time.monotonic(), None
    await socket.send(json.dumps(asked))
    while True:
        async with asyncio.timeout(PATIENCE):
            answer = json.loads(await socket.recv())
        if answer["type"] in ("thought", "judgement") and first is None:
            first = time.monotonic() - begin
            tally.first.append(first)
        if answer["type"] == "error":
            tally.errors.append(answer["message"])
        if answer["type"] in ("done", "error"):
            tally.answers += answer["type"] == "done"
            tally.done.append(time.monotonic() - begin)
            return


def health(address: str) -> dict[str, Any]:
    """What the server says of itself."""
    with urllib.request.urlopen(f"{address}api/health", timeout=60) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def resident(process: int) -> float:
    """Megabytes of memory that a process has."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def holdings(process: int) -> str:
    """What a process holds, in a line."""
    threads, files = (len(list(Path(f"/proc/{process}/{name}").iterdir())) for name in ("task", "fd"))
    return f"{resident(process):.1f} MB resident, {threads} threads, {files} open files"


async def tell(process: int, every: float, tallies: dict[str, Tally], end: float) -> None:
    """Say now and then what the server holds, from the start on."""
    begin = time.monotonic()
    while time.monotonic() < end:
        opened = sum(tally.opened for tally in tallies.values())
        say(f"{(time.monotonic() - begin) / 60:5.1f} min: {holdings(process)}, {opened:,} sessions opened")
        await asyncio.sleep(every)


async def watch(address: str, process: int | None, end: float) -> dict[str, float]:
    """The most of everything while it lasts."""
    most = {"sessions": 0.0, "trees": 0.0, "resident": 0.0, "slowest health": 0.0}
    while time.monotonic() < end:
        begin = time.monotonic()
        try:
            told = await asyncio.to_thread(health, address)
        except OSError:  # a server that hardly gets a processor is late, not gone
            most["slowest health"] = max(most["slowest health"], time.monotonic() - begin)
            continue
        seen = {"sessions": told["sessions"], "trees": told["megabytes"], "slowest health": time.monotonic() - begin}
        seen["resident"] = resident(process) if process else 0.0
        most = {name: max(value, seen[name]) for name, value in most.items()}
        await asyncio.sleep(0.5)
    return most


async def run(
    address: str, options: argparse.Namespace, process: int | None
) -> tuple[dict[str, Tally], dict[str, float]]:
    """Load the server, then wait until it has let everyone go."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    end = time.monotonic() + options.seconds
    watching = asyncio.create_task(watch(address, process, end))
    telling = asyncio.create_task(tell(process, options.every, tallies, end)) if process and options.every else None
    kinds = [KINDS[number % len(KINDS)] for number in range(options.sessions)]
    results = await asyncio.gather(
        *(session(address, kind, tallies[kind], end, options.light) for kind in kinds), return_exceptions=True
    )
    for kind, result in zip(kinds, results, strict=True):
        if isinstance(result, BaseException):
            tallies[kind].errors.append(f"{type(result).__name__}: {result}")
    most = await watching
    if telling:
        telling.cancel()
    settled = time.monotonic() + SETTLE
    while (left := health(address))["sessions"] and time.monotonic() < settled:
        await asyncio.sleep(0.5)
    most |= {"sessions left": left["sessions"], "trees left": left["megabytes"]}
    most["resident at the end"] = resident(process) if process else 0.0
    if process:
        say(f"at the end: {holdings(process)}, {sum(tally.opened for tally in tallies.values()):,} sessions opened")
    return tallies, most


@contextlib.contextmanager
def server(options: argparse.Namespace) -> Any:
    """The address of the server to load, and its process where it is ours."""
    if options.address:
        yield options.address, None
        return
    command = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "play", "--no-browser", "--port", str(options.port)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()  # it says where it is
        yield f"http://127.0.0.1:{options.port}/", process.pid
    finally:
        process.terminate()
        process.wait(30)


def report(tallies: dict[str, Tally], most: dict[str, float], before: float) -> bool:
    """Print what was seen; whether all is well."""
    table = Table("sessions that", "answers", "errors", "first thought: median", "slowest", "end: median", "slowest")
    for kind, tally in sorted(tallies.items()):
        figures = [f"{value:.2f} s" for times in (tally.first, tally.done) for value in middle_and_most(times)]
        table.add_row(kind, f"{tally.answers:,}", str(len(tally.errors)), *figures)
    console = Console()
    console.print(table)
    console.print(
        f"Resident before {before:.0f} MB, " + ", ".join(f"{name} {value:.1f}" for name, value in most.items())
    )
    for tally in tallies.values():
        console.print(*sorted(set(tally.errors))[:3])
    return all(tally.answers and not tally.errors for tally in tallies.values()) and not most["sessions left"]


def middle_and_most(times: list[float]) -> tuple[float, float]:
    """The median and the largest; 0 where there is nothing."""
    return (sorted(times)[len(times) // 2], max(times)) if times else (0.0, 0.0)


def main() -> None:
    """Load, report, and end with 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=PORT, help="where our own server listens")
    parser.add_argument("--light", action="store_true", help="think for an instant only")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between two words on what the server holds")
    parser.add_argument("--address", help="a server that runs already, such as http://127.0.0.1:8017/")
    options = parser.parse_args()
    with server(options) as (address, process):
        before = resident(process) if process else 0.0
        tallies, most = asyncio.run(run(address, options, process))
    sys.exit(0 if report(tallies, most, before) else 1)


if __name__ == "__main__":
    main()
