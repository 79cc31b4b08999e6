"""Running the command `malecon`: in a process of its own, through pipes or on a terminal."""

import fcntl
import os
import pty
import select
import subprocess
import sys
import termios
import time

import pytest

from malecon.warmup.steps import all_steps, cold_steps, run_step

PROGRAM = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]


@pytest.fixture(scope="session")
def warm():
    """Everything compiled, so that no test meets the message of the first start by accident."""
    for step in cold_steps(all_steps()):
        run_step(step)


def run(*arguments, stdin="", **environment):
    """Run the command without a terminal; `stdin` is text or bytes."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        text=isinstance(stdin, str),
        env=os.environ | environment,
        timeout=120,
    )


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, *arguments, **environment):
        self.handle, far_end = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=far_end,
            stdout=far_end,
            stderr=far_end,
            env=os.environ | environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )
        os.close(far_end)
        self.shown = ""

    def wait_for(self, text, seconds=60):
        """Read until the text has been shown; return what stood before it, and forget both."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            assert self._read(), self.shown
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, text):
        """Press keys, a moment after the question: readline misses a Ctrl-C that comes before it has begun to wait."""
        time.sleep(0.3)
        os.write(self.handle, text.encode())

    def leave(self, seconds=60):
        """Read to the end; return the exit code."""
        end = time.monotonic() + seconds
        while self._read():
            if time.monotonic() > end:
                self.process.kill()
        os.close(self.handle)
        return self.process.wait()

    def _read(self):
        """Take in what is there; False when the command has ended."""
        try:
            ready, _, _ = select.select([self.handle], [], [], 1)
            chunk = os.read(self.handle, 4096) if ready else b""
        except OSError:  # Linux says so when the other end is gone
            return False
        self.shown += chunk.decode(errors="replace")
        return bool(chunk) or not ready
