"""How fast the page is: first paint, a click, updates of the overlay, and the engine beside the command line.

    python scripts/measure_web.py --rounds 3 --seconds 5

needs playwright and Chromium. The engine runs on the page and on the command line in turn, in one run, so that a busy
machine is unfair to both alike; simulations a second of processor time tell what a busy machine hides. Where the engine
has only a part of a core, the thoughts that it tells weigh more than they would: what one of them costs is told as
well, and what is left of a whole core with five a second.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, WebSocket, sync_playwright
from rich.console import Console

from malecon.games.havannah.position import Havannah
from malecon.interfaces.web.encoding import ThoughtEncoder
from malecon.players.engine import Engine
from malecon.players.player import Limit

PORT = 8918
OFTEN, INFINITY = 0.01, 1e9  # seconds between two thoughts
COST_ROUNDS, COST_SIMULATIONS = 8, 40_000
ADDRESS = f"http://127.0.0.1:{PORT}/"
COMMAND = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]
MOVES = {5: "e5 d4 f6", 8: "h8 g7 i9", 10: "j10 i9 k11"}
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""
CLICK = """() => {
    const begin = performance.now();
    document.querySelector(".cell.can").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return document.querySelector("#board .stone") ? performance.now() - begin : -1;
}"""
COUNT = """milliseconds => new Promise((done) => {
    let updates = 0;
    const watch = new MutationObserver(() => { updates++; });
    watch.observe(document.querySelector(".layer-heat"), { childList: true });
    setTimeout(() => { watch.disconnect(); done(updates); }, milliseconds);
})"""
say = Console(highlight=False).print


def game(base: int, moves: str) -> str:
    """The address of a game between people."""
    return f"{ADDRESS}#g=havannah&b={base}&m={moves.replace(' ', '.')}&W=human&B=human"


def open_game(page: Page, base: int, moves: str = "") -> None:
    """Load the page anew with a game."""
    page.goto("about:blank")
    page.goto(game(base, moves))
    page.wait_for_selector(".cell.can")


def measure_paint(page: Page) -> None:
    """First paint and click, five times each; the first is not counted."""
    paints, clicks = [], []
    for _ in range(6):
        open_game(page, 8)
        paints.append(page.evaluate(PAINT))
        clicks.append(page.evaluate(CLICK))
    say(f"first paint {statistics.median(paints[1:]):.0f} ms (most {max(paints[1:]):.0f})")
    say(f"a click shows its stone after {statistics.median(clicks[1:]):.1f} ms (most {max(clicks[1:]):.1f})")


def processor_seconds(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def on_page(page: Page, server: int, base: int, seconds: float) -> dict[str, float]:
    """Analyse on the page, from one thought to another: simulations, wall and processor seconds, and updates."""
    heard: list[tuple[float, float, float]] = []

    def hear(data: str | bytes) -> None:
        told = json.loads(data)
        if told["type"] == "thought":
            heard.append((told["simulations"], told["seconds"], processor_seconds(server)))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.once("websocket", listen)
    open_game(page, base, MOVES[base])
    page.click("#analyse")
    page.wait_for_selector(".heat.best")
    updates = page.evaluate(COUNT, int(1000 * seconds))
    page.click("#analyse")
    done, passed, used = (last - first for first, last in zip(heard[0], heard[-1], strict=True))
    return {"wall": done / passed, "processor": done / used, "updates": updates / seconds}


def on_command_line(base: int, seconds: float) -> dict[str, float]:
    """The same by `malecon analyze`; what the start of the process takes is measured and left out."""
    common = ["analyze", "--base", str(base), "--moves", MOVES[base], "--memory", "64", "--json"]
    used = {}
    for limit in (0.001, seconds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = subprocess.run([*COMMAND, *common, "--seconds", str(limit)], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used[limit] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = json.loads(told.stdout)
    done = answer["simulations"]
    return {"wall": done / answer["seconds"], "processor": done / (used[seconds] - used[0.001])}


def cost_of_a_thought(base: int) -> float:
    """Processor seconds that it takes to tell a thought: the same searches with and without, in turn."""
    used, thoughts = {OFTEN: 0.0, INFINITY: 0.0}, {OFTEN: 0, INFINITY: 0}
    position = Havannah(base)
    position.play_all(MOVES[base])
    for _ in range(COST_ROUNDS):
        for every in used:
            engine = Engine("malecon", memory=64, seed=1)
            encoder, begin = ThoughtEncoder(engine), time.process_time()
            for thought in engine.think_aloud(position, Limit(simulations=COST_SIMULATIONS), every=every):
                json.dumps(encoder.encode(thought))
                thoughts[every] += 1
            used[every] += time.process_time() - begin
    return (used[OFTEN] - used[INFINITY]) / (thoughts[OFTEN] - thoughts[INFINITY])


def compare(page: Page, server: int, options: argparse.Namespace) -> None:
    """Page and command line in turn."""
    for base in options.bases:
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(on_page(page, server, base, options.seconds))
            theirs.append(on_command_line(base, options.seconds))
        middle = {name: statistics.median(each[name] for each in ours) for name in ours[0]}
        other = {name: statistics.median(each[name] for each in theirs) for name in theirs[0]}
        say(f"base {base}: {middle['updates']:.1f} updates a second")
        for name in ("wall", "processor"):
            ratio = middle[name] / other[name]
            say(f"  a second of {name} time: page {middle[name]:,.0f}, command line {other[name]:,.0f}, {ratio:.1%}")
        cost = cost_of_a_thought(base)
        say(f"  a thought costs {1000 * cost:.1f} ms: five a second leave {1 - 5 * cost:.1%} of a core")


def main() -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--bases", type=int, nargs="*", default=[5, 10])
    options = parser.parse_args()
    command = [*COMMAND, "play", "--no-browser", "--port", str(PORT)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()  # it says where it is
        with sync_playwright() as tool:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = tool.chromium.launch(executable_path=shutil.which("chromium"), args=sandbox)
            page = browser.new_page()
            page.set_default_timeout(120_000)
            open_game(page, 5, MOVES[5])
            page.click("#analyse")
            page.wait_for_selector(".heat.best")  # compiled code is in memory now
            time.sleep(1)
            measure_paint(page)
            compare(page, server.pid, options)
            browser.close()
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    main()
