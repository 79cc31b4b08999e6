"""What runs during a soak test: each workload is a process, a driver thread, and counts of answers and errors."""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

MALECON = (sys.executable, "-m", "malecon")
PORT = 8931
START_SECONDS = 120.0
CRASHES = ("Traceback (most recent call last)", "Segmentation fault", "Fatal Python error")


class Workload(ABC):
    """A process that is driven until the soak test ends, and restarted whenever it has ended."""

    name: ClassVar[str]

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.dice = folder, random.Random(f"{self.name} {seed}")
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.log = folder / f"{self.name}.log"
        self.process = self._start()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command line of the process."""

    @abstractmethod
    def drive(self) -> None:
        """Use the process once; raise OSError if it does not answer."""

    def _start(self) -> subprocess.Popen[str]:
        self.counts["starts"] += 1
        pipe = subprocess.PIPE
        with self.log.open("a") as log:
            return subprocess.Popen(self.command(), stdin=pipe, stdout=pipe, stderr=log, text=True, bufsize=1)

    def _run(self) -> None:
        while not self._stopping.is_set():
            if self.process.poll() is not None:
                self._note_exit()
                self.process = self._start()
            try:
                self.drive()
            except (OSError, WebSocketException, EOFError, ValueError) as error:
                self.counts["interrupted"] += 1
                self.counts[f"interrupted: {type(error).__name__}"] += 1
                time.sleep(0.5)

    def _note_exit(self) -> None:
        code = self.process.returncode
        self.counts[f"exit {code}"] += 1
        if code == -signal.SIGSEGV or code == -signal.SIGABRT:
            self.problems.append(f"ended by signal {-code}")

    def close(self) -> None:
        """Stop driving, end the process, and look for crashes in its log."""
        self._stopping.set()
        with suppress(OSError):
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.problems.append("did not end within 60 s of SIGTERM")
            self.process.kill()
        self._thread.join(60)
        text = self.log.read_text(errors="replace")
        self.problems += [f"{word!r} in {self.log.name}" for word in CRASHES if word in text]


class GtpWorkload(Workload):
    """A GTP engine that plays and analyses; every command must be answered."""

    name = "gtp"
    COMMANDS = ("genmove w", "genmove b", "undo", "showboard", "all_legal", "final_score", "nonsense", "boardsize 99")

    def command(self) -> list[str]:
        """Return the command line of the engine."""
        return [*MALECON, "gtp", "--simulations", "300", "--threads", "2"]

    def drive(self) -> None:
        """Send a command and wait for its answer."""
        command = self.dice.choice(("clear_board", *self.COMMANDS)) if self.dice.random() < 0.9 else "boardsize 4"
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        answer = self.process.stdout.readline()
        if not answer:
            raise EOFError
        while self.process.stdout.readline() not in ("\n", ""):
            pass
        if answer[0] not in "=?":
            self.problems.append(f"{command!r} was answered by {answer!r}")
        self.counts["answers"] += 1


class LabWorkload(Workload):
    """An experiment that is run again and again on one database on the small disk."""

    name = "lab"
    FILE = """title = "Soak"\nseed = 1\n[game]\nname = "havannah"\nbase = 4\n[players]\na = "uct"\nb = "random"
[budget.quick]\ngames = 100000\nsimulations = 60\n[[row]]\nname = "all"\n"""

    def command(self) -> list[str]:
        """Return the command line of the run."""
        file = self.folder / "soak.toml"
        file.write_text(self.FILE)
        return [*MALECON, "lab", "run", str(file), "--jobs", "2", "--database", str(self.database)]

    @property
    def database(self) -> Path:
        """The database of the run, on the small disk."""
        return self.folder / "disk" / "soak.sqlite"

    def drive(self) -> None:
        """Let the run play."""
        time.sleep(1)


ENGINE_SCRIPT = """
import random, sys
from malecon import Engine, Havannah, Limit
dice, engine = random.Random(int(sys.argv[1])), Engine("malecon", threads=2, memory=32)

def play(position):
    while not position.is_over:
        thought = engine.decide(position, Limit(seconds=dice.choice((0.001, 0.05, 0.2))))
        legal = position.is_legal(thought.move)
        searched = thought.simulations > 0 or thought.proof is not None or len(thought.moves) == 1
        print("ok" if legal and searched else f"bad {position!r} {thought!r}", flush=True)
        position.play(thought.move)

try:
    while True:
        play(Havannah(dice.choice((4, 5))))
except KeyboardInterrupt:
    pass
"""


class EngineWorkload(Workload):
    """An engine on two threads; every decision must be legal and based on simulations."""

    name = "engine"

    def command(self) -> list[str]:
        """Return the command line of the script."""
        return [sys.executable, "-c", ENGINE_SCRIPT, str(self.dice.randrange(1 << 30))]

    def drive(self) -> None:
        """Read one decision."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError
        if line.strip() != "ok":
            self.problems.append(line.strip())
        self.counts["decisions"] += 1


class WebWorkload(Workload):
    """The web server with sessions that think, review, solve, send garbage or vanish."""

    name = "web"

    def command(self) -> list[str]:
        """Return the command line of the server."""
        return [*MALECON, "play", "--no-browser", "--port", str(PORT)]

    def drive(self) -> None:
        """Use the server once, in a random way."""
        self._wait_until_ready()
        self.dice.choice((self._session, self._session, self._session, self._garbage, self._half_a_request))()

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/api/health", timeout=30).close()
                return
            time.sleep(0.2)
        raise OSError("the server does not answer")

    def _session(self) -> None:
        game = {"board": self.dice.choice(("4", "5", "8")), "moves": ["b2", "c3"][: self.dice.randrange(3)]}
        thinker = {"player": self.dice.choice(("malecon", "level1", "uct+rave", "minimax")), "memory": 16}
        requests: tuple[dict[str, Any], ...] = (
            {"type": "think", "purpose": "play", "limits": {"seconds": 0.2}, "thinker": thinker},
            {"type": "think", "purpose": "analyse", "limits": {"seconds": 5}, "thinker": thinker},
            {"type": "review", "limits": {"simulations": 50}, "thinker": thinker},
            {"type": "solve", "nodes": 20000, "line": True},
        )
        with connect(f"ws://127.0.0.1:{PORT}/api/socket", open_timeout=60) as channel:
            channel.send(json.dumps({**self.dice.choice(requests), "id": 1, "game": game}))
            if self.dice.random() < 0.3:
                channel.socket.shutdown(socket.SHUT_RDWR)
                self.counts["sockets closed"] += 1
                return
            while json.loads(channel.recv(timeout=300))["type"] not in ("done", "error"):
                pass
        self.counts["answers"] += 1

    def _garbage(self) -> None:
        with connect(f"ws://127.0.0.1:{PORT}/api/socket", open_timeout=60) as channel:
            channel.send(self.dice.randbytes(200).decode("latin-1"))
            if json.loads(channel.recv(timeout=300))["type"] != "error":
                self.problems.append("garbage was not answered by an error")
        self.counts["answers"] += 1

    def _half_a_request(self) -> None:
        with socket.create_connection(("127.0.0.1", PORT), 30) as half:
            half.sendall(b"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
        self.counts["half requests"] += 1
