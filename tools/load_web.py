"""Load test of the web server: whether every session gets answers, how long it waits, and memory use.

    python -m tools.load_web --sessions 100 --seconds 60

starts a server, or with --address uses a running one. Most sessions play moves; others analyse, review, or disconnect
while the engine thinks, repeatedly until the time is up. The exit status is 1 if a session got no answer or an error,
or if the server still holds a session at the end.

    python -m tools.load_web --sessions 12 --seconds 3600 --light --every 300

looks for leaks: it prints the resources of the server every five minutes, and --light keeps thinking times short, so
that sessions open and close all the time.
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
ANSWER_TIMEOUT = 120.0  # seconds
CLOSE_TIMEOUT = 15.0  # seconds for the server to close all sessions
print_line = Console(highlight=False, soft_wrap=True).print


@dataclass
class Tally:
    """Counts and times of the sessions of one kind."""

    opened: int = 0
    answers: int = 0
    errors: list[str] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    """Seconds to the first thought."""
    done: list[float] = field(default_factory=list)
    """Seconds to the last message."""


def new_request(kind: str, number: int, light: bool) -> dict[str, Any]:
    """Return a random request of a kind of session."""
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
    """Open a connection, send a few requests, close it; repeat until the end."""
    while time.monotonic() < end:
        async with websockets.connect(f"{address.replace('http', 'ws', 1)}api/socket", open_timeout=60) as socket:
            tally.opened += 1
            for number in range(1, random.randrange(2, 6)):
                if kind == "leave":
                    await socket.send(json.dumps(new_request(kind, number, light)))
                    await asyncio.sleep(random.random())
                    break
                await request(socket, new_request(kind, number, light), tally)
                await asyncio.sleep(random.random())
                if time.monotonic() >= end:
                    break
        tally.answers += kind == "leave"


async def request(socket: Any, message: dict[str, Any], tally: Tally) -> None:
    """Send a request and wait for its last answer."""
    begin, first = time.monotonic(), None
    await socket.send(json.dumps(message))
    while True:
        async with asyncio.timeout(ANSWER_TIMEOUT):
            answer = json.loads(await socket.recv())
        if answer["type"] in ("thought", "evaluation") and first is None:
            first = time.monotonic() - begin
            tally.first.append(first)
        if answer["type"] == "error":
            tally.errors.append(answer["message"])
        if answer["type"] in ("done", "error"):
            tally.answers += answer["type"] == "done"
            tally.done.append(time.monotonic() - begin)
            return


def health(address: str) -> dict[str, Any]:
    """Return the health report of the server."""
    with urllib.request.urlopen(f"{address}api/health", timeout=60) as answer:
        report: dict[str, Any] = json.load(answer)
    return report


def resident(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def resources(process: int) -> str:
    """Describe the memory, threads and files of a process."""
    threads, files = (len(list(Path(f"/proc/{process}/{name}").iterdir())) for name in ("task", "fd"))
    return f"{resident(process):.1f} MB resident, {threads} threads, {files} open files"


async def print_resources(process: int, every: float, tallies: dict[str, Tally], end: float) -> None:
    """Print the resources of the server periodically."""
    begin = time.monotonic()
    while time.monotonic() < end:
        opened = sum(tally.opened for tally in tallies.values())
        print_line(f"{(time.monotonic() - begin) / 60:5.1f} min: {resources(process)}, {opened:,} sessions opened")
        await asyncio.sleep(every)


async def watch(address: str, process: int | None, end: float) -> dict[str, float]:
    """Return the maxima of the health report until the end."""
    maxima = {"sessions": 0.0, "trees": 0.0, "resident": 0.0, "slowest health": 0.0}
    while time.monotonic() < end:
        begin = time.monotonic()
        try:
            report = await asyncio.to_thread(health, address)
        except OSError:  # a starved server answers late
            maxima["slowest health"] = max(maxima["slowest health"], time.monotonic() - begin)
            continue
        seen = {
            "sessions": report["sessions"],
            "trees": report["megabytes"],
            "slowest health": time.monotonic() - begin,
        }
        seen["resident"] = resident(process) if process else 0.0
        maxima = {name: max(value, seen[name]) for name, value in maxima.items()}
        await asyncio.sleep(0.5)
    return maxima


async def run(
    address: str, options: argparse.Namespace, process: int | None
) -> tuple[dict[str, Tally], dict[str, float]]:
    """Load the server, then wait until it has closed all sessions."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    end = time.monotonic() + options.seconds
    watching = asyncio.create_task(watch(address, process, end))
    printing = (
        asyncio.create_task(print_resources(process, options.every, tallies, end))
        if process and options.every
        else None
    )
    kinds = [KINDS[number % len(KINDS)] for number in range(options.sessions)]
    results = await asyncio.gather(
        *(session(address, kind, tallies[kind], end, options.light) for kind in kinds), return_exceptions=True
    )
    for kind, result in zip(kinds, results, strict=True):
        if isinstance(result, BaseException):
            tallies[kind].errors.append(f"{type(result).__name__}: {result}")
    maxima = await watching
    if printing:
        printing.cancel()
    deadline = time.monotonic() + CLOSE_TIMEOUT
    while (left := health(address))["sessions"] and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    maxima |= {"sessions left": left["sessions"], "trees left": left["megabytes"]}
    maxima["resident at the end"] = resident(process) if process else 0.0
    if process:
        print_line(
            f"at the end: {resources(process)}, {sum(tally.opened for tally in tallies.values()):,} sessions opened"
        )
    return tallies, maxima


@contextlib.contextmanager
def server(options: argparse.Namespace) -> Any:
    """Yield the address of the server, and its process id if it was started here."""
    if options.address:
        yield options.address, None
        return
    command = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "play", "--no-browser", "--port", str(options.port)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()  # its first line means that it is ready
        yield f"http://127.0.0.1:{options.port}/", process.pid
    finally:
        process.terminate()
        process.wait(30)


def report(tallies: dict[str, Tally], maxima: dict[str, float], before: float) -> bool:
    """Print the results; return whether there were no problems."""
    table = Table("sessions", "answers", "errors", "first thought: median", "slowest", "end: median", "slowest")
    for kind, tally in sorted(tallies.items()):
        figures = [f"{value:.2f} s" for times in (tally.first, tally.done) for value in median_and_max(times)]
        table.add_row(kind, f"{tally.answers:,}", str(len(tally.errors)), *figures)
    console = Console()
    console.print(table)
    console.print(
        f"Resident before {before:.0f} MB, " + ", ".join(f"{name} {value:.1f}" for name, value in maxima.items())
    )
    for tally in tallies.values():
        console.print(*sorted(set(tally.errors))[:3])
    return all(tally.answers and not tally.errors for tally in tallies.values()) and not maxima["sessions left"]


def median_and_max(times: list[float]) -> tuple[float, float]:
    """Return the median and the maximum; 0 if there are no values."""
    return (sorted(times)[len(times) // 2], max(times)) if times else (0.0, 0.0)


def main() -> None:
    """Run from the command line; exit with 1 if there were problems."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=PORT, help="port of the started server")
    parser.add_argument("--light", action="store_true", help="short thinking times")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between two prints of the server's resources")
    parser.add_argument("--address", help="address of a running server, such as http://127.0.0.1:8017/")
    options = parser.parse_args()
    with server(options) as (address, process):
        before = resident(process) if process else 0.0
        tallies, maxima = asyncio.run(run(address, options, process))
    sys.exit(0 if report(tallies, maxima, before) else 1)


if __name__ == "__main__":
    main()
