"""Run the command `malecon` in a process of its own, through pipes or on a terminal.

A process started in the background inherits an ignored SIGINT. Tests that start a process therefore pass
`preexec_fn=restore_sigint`, so that Ctrl-C works however the test run was started.
"""

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

import pytest

from malecon.interfaces.cli import main
from malecon.warmup.steps import all_steps, cold_steps, run_step

PROGRAM = [sys.executable, "-c", "from malecon.interfaces.cli import main; main()"]
SAFETY = 600  # seconds; only a process that hangs takes so long, however busy the machine


@pytest.fixture(scope="session")
def warm():
    """Compile everything, so that no test sees the first-start message by accident."""
    for step in cold_steps(all_steps()):
        run_step(step)


@pytest.fixture
def command(capsys):
    """Return a function that runs the command in this process: exit code, standard output and standard error."""

    def call(*arguments):
        with pytest.raises(SystemExit) as exit_info:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return int(exit_info.value.code or 0), printed.out, printed.err

    return call


def restore_sigint():
    """Set SIGINT to its default action; run in the child, between fork and exec."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*arguments, stdin="", **environment):
    """Run the command without a terminal; `stdin` is text or bytes."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        text=isinstance(stdin, str),
        env=os.environ | environment,
        timeout=SAFETY,
        preexec_fn=restore_sigint,
    )


class Terminal:
    """The command running on a pseudo-terminal."""

    def __init__(self, *arguments, **environment):
        self.handle, far_end = pty.openpty()
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=far_end,
            stdout=far_end,
            stderr=far_end,
            env=os.environ | environment,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(far_end)
        self.shown = ""

    def wait_for(self, text, seconds=SAFETY):
        """Read until the text appears; return the output before it and discard both."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            assert self._read(), self.shown
        before, _, self.shown = self.shown.partition(text)
        return before

    def type(self, text):
        """Press keys after a short pause: readline misses a Ctrl-C that arrives before it waits for input."""
        time.sleep(0.3)
        os.write(self.handle, text.encode())

    def leave(self, seconds=SAFETY):
        """Read the remaining output and return the exit code."""
        end = time.monotonic() + seconds
        while self._read():
            if time.monotonic() > end:
                self.process.kill()
        os.close(self.handle)
        return self.process.wait()

    def _read(self):
        """Read what is available; return False once the command has ended."""
        try:
            ready, _, _ = select.select([self.handle], [], [], 1)
            chunk = os.read(self.handle, 4096) if ready else b""
        except OSError:  # how Linux reports that the other end is closed
            return False
        self.shown += chunk.decode(errors="replace")
        return bool(chunk) or not ready


def _take_terminal():
    """Make the pseudo-terminal the controlling one, so that Ctrl-C becomes a signal."""
    restore_sigint()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
