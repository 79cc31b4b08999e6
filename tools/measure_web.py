"""Measure the web page: first paint, response to a click, frames, overlay updates, and speed against the command line.

    python -m tools.measure_web --rounds 3 --seconds 5

needs playwright and Chromium. The engine runs on the page and on the command line alternately, so that other load
affects both; simulations per second of processor time are less sensitive to it. The cost of encoding one thought is
measured as well, with the share of a core that remains at five thoughts per second.
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
FRAMES = """milliseconds => new Promise((done) => {
    let frames = 0;
    const begin = performance.now();
    const count = () => {
        frames++;
        if (performance.now() - begin < milliseconds) requestAnimationFrame(count);
        else done((1000 * frames) / (performance.now() - begin));
    };
    requestAnimationFrame(count);
})"""
THROTTLING = 6  # how many times slower the page's processor is than this one
print_line = Console(highlight=False).print


def chromium() -> str | None:
    """Return the path of a browser; None leaves the choice to Playwright."""
    return next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)


def game_address(base: int, moves: str) -> str:
    """Return the address of a game between two humans."""
    return f"{ADDRESS}#g=havannah&b={base}&m={moves.replace(' ', '.')}&W=human&B=human"


def open_game(page: Page, base: int, moves: str = "") -> None:
    """Reload the page with a game."""
    page.goto("about:blank")
    page.goto(game_address(base, moves))
    page.wait_for_selector(".cell.can")


def measure_paint(page: Page) -> None:
    """Measure first paint and click five times each, after one warm-up."""
    paints, clicks = [], []
    for _ in range(6):
        open_game(page, 8)
        paints.append(page.evaluate(PAINT))
        clicks.append(page.evaluate(CLICK))
    print_line(f"first paint {statistics.median(paints[1:]):.0f} ms (max {max(paints[1:]):.0f})")
    print_line(f"a stone appears after a click in {statistics.median(clicks[1:]):.1f} ms (max {max(clicks[1:]):.1f})")


def measure_frames(page: Page, base: int, seconds: float) -> None:
    """Count frames during an analysis, with the page's processor throttled."""
    open_game(page, base, MOVES[base])
    control = page.context.new_cdp_session(page)
    control.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    page.click("#analyse")
    page.wait_for_selector(".heat.best")
    frames = page.evaluate(FRAMES, int(1000 * seconds))
    control.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.click("#analyse")
    print_line(f"base {base}: {frames:.0f} frames per second while analysing, processor {THROTTLING} times slower")


def processor_seconds(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def on_page(page: Page, server: int, base: int, seconds: float) -> dict[str, float]:
    """Analyse on the page; return simulations per second of wall and processor time, and updates per second."""
    thoughts: list[tuple[float, float, float]] = []

    def receive(data: str | bytes) -> None:
        message = json.loads(data)
        if message["type"] == "thought":
            thoughts.append((message["simulations"], message["seconds"], processor_seconds(server)))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", receive)

    page.once("websocket", listen)
    open_game(page, base, MOVES[base])
    page.click("#analyse")
    page.wait_for_selector(".heat.best")
    updates = page.evaluate(COUNT, int(1000 * seconds))
    page.click("#analyse")
    done, passed, used = (last - first for first, last in zip(thoughts[0], thoughts[-1], strict=True))
    return {"wall": done / passed, "processor": done / used, "updates": updates / seconds}


def on_command_line(base: int, seconds: float) -> dict[str, float]:
    """Analyse with `malecon analyze`, not counting the start of the process."""
    common = ["analyze", "--base", str(base), "--moves", MOVES[base], "--memory", "64", "--json"]
    used = {}
    for limit in (0.001, seconds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.run(
            [*COMMAND, *common, "--seconds", str(limit)], capture_output=True, text=True, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used[limit] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = json.loads(process.stdout)
    done = answer["simulations"]
    return {"wall": done / answer["seconds"], "processor": done / (used[seconds] - used[0.001])}


def cost_per_thought(base: int) -> float:
    """Return the processor seconds to encode a thought, from equal searches with and without thoughts."""
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
    """Measure page and command line alternately."""
    for base in options.bases:
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(on_page(page, server, base, options.seconds))
            theirs.append(on_command_line(base, options.seconds))
        middle = {name: statistics.median(each[name] for each in ours) for name in ours[0]}
        other = {name: statistics.median(each[name] for each in theirs) for name in theirs[0]}
        print_line(f"base {base}: {middle['updates']:.1f} updates per second")
        for name in ("wall", "processor"):
            ratio = middle[name] / other[name]
            speeds = f"page {middle[name]:,.0f}, command line {other[name]:,.0f}"
            print_line(f"  simulations per second of {name} time: {speeds}, {ratio:.1%}")
        cost = cost_per_thought(base)
        print_line(f"  a thought costs {1000 * cost:.1f} ms; five per second leave {1 - 5 * cost:.1%} of a core")


def main() -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--page-only", action="store_true", help="do not compare with the command line")
    parser.add_argument("--bases", type=int, nargs="*", default=[5, 10])
    options = parser.parse_args()
    command = [*COMMAND, "play", "--no-browser", "--port", str(PORT)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        server.stdout.readline()  # its first line means that it is ready
        with sync_playwright() as tool:
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = tool.chromium.launch(executable_path=chromium(), args=sandbox)
            page = browser.new_page()
            page.set_default_timeout(120_000)
            open_game(page, 5, MOVES[5])
            page.click("#analyse")
            page.wait_for_selector(".heat.best")  # compiled code is loaded now
            time.sleep(1)
            measure_paint(page)
            for base in options.bases:
                measure_frames(page, base, options.seconds)
            if not options.page_only:
                compare(page, server.pid, options)
            browser.close()
    finally:
        server.terminate()
        server.wait(30)


if __name__ == "__main__":
    main()
