"""A minimal GTP engine for base 4 without rules, which misbehaves in the way that its first argument names.

It plays the first cell that nobody has played, and from its third move on misbehaves. Run as a program, it needs
nothing of the project.
"""
# ruff: noqa: T201

import os
import signal
import sys
import time

CELLS = [f"{'abcdefg'[column]}{row + 1}" for row in range(7) for column in range(7) if abs(column - row) < 4]
INSTEAD = {"illegal": "a1", "nonsense": "elephant", "silent": "", "resigning": "resign", "refusing": "?"}


COMMANDS = {"modern": "list_commands\ntime_per_move", "named": "list_commands\nname\nversion"}
ANSWERS = {"protocol_version": "2", "version": "3.1"}


class Stub:
    def __init__(self, manner: str) -> None:
        self.manner = manner
        self.free = list(CELLS)
        self.asked = 0

    def obey(self, name: str, words: list[str]) -> str:
        """Return the answer to a command; log commands that need none to standard error."""
        if name == "list_commands":
            return COMMANDS.get(self.manner, "list_commands")
        if self.manner == "old" and name == "protocol_version":
            return "1"
        if self.manner == "timeless" and name.startswith("time"):
            return "?"
        if name in ANSWERS:
            return ANSWERS[name]
        if name == "clear_board":
            self.free = list(CELLS)
        elif name == "genmove":
            return self.genmove()
        elif name == "play":
            self.free = [cell for cell in self.free if cell != words[1].lower()]
        else:
            print(name, *words, file=sys.stderr, flush=True)
        return ""

    def genmove(self) -> str:
        self.asked += 1
        if self.manner == "wrong":
            return "z99"
        move = self.free.pop(0)
        if self.asked < 3:
            return move
        if self.manner == "late":
            time.sleep(60)
        if self.manner == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.manner == "crashing":
            print("out of ideas", file=sys.stderr, flush=True)
            sys.exit(3)
        return INSTEAD.get(self.manner, move)


def main(manner: str = "well") -> None:
    stub = Stub(manner)
    for line in sys.stdin:
        name, *words = line.split()
        if name == "quit":
            print("=\n", flush=True)
            return
        answer = stub.obey(name, words)
        if manner == "chatty":
            print("thinking aloud between answers")
        print("? I will not\n" if answer == "?" else f"= {answer}\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
