"""Damaged GTP lines: each that says something must be answered, exactly once and in its turn, and the server lives on.

    python -m tools.fuzz_gtp --lines 1000000

A line is a pure function of the seed and its number: a sound command with a few things done to its bytes, or rubbish.
The server runs as a process, as programs use it, in a folder of its own; after each line comes `# interrupt`, so that
no command thinks for long. Whether a line must be answered, and under which id, is found out here in another way.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

SERVER = (sys.executable, "-m", "malecon", "gtp")
SOUND = (
    b"protocol_version",
    b"name",
    b"version",
    b"known_command play",
    b"list_commands",
    b"help genmove",
    b"boardsize 4",
    b"boardsize 5",
    b"clear_board",
    b"komi 6.5",
    b"play w d4",
    b"play b swap",
    b"play black c3",
    b"play white a1",
    b"play w resign",
    b"undo",
    b"genmove b",
    b"genmove w",
    b"reg_genmove w",
    b"time_settings 60 10 5",
    b"time_left b 10 0",
    b"time_per_move 0.1",
    b"simulations 100",
    b"showboard",
    b"winner",
    b"final_score",
    b"all_legal",
    b"history",
    b"loadsgf game.sgf",
    b"loadsgf game.sgf 3",
    b"savesgf game.sgf",
    b"printsgf",
    b"solve 0.1",
    b"analyze 10",
    b"lz-analyze b 10",
    b"kata-analyze interval 10 maxmoves 3",
    b"lz-genmove_analyze w 10",
    b"swap",
    b"swap on",
    b"param",
    b"param rave.r 300",
    b"param rave 0",
    b"param uct.results signed",
    b"param player malecon",
    b"param player random",
    b"param threads 2",
    b"param memory 16",
    b"param resign 0.1",
    b"gogui-play_sequence w a1 b b2",
    b"gogui-analyze_commands",
    b"gogui-rules_board",
    b"gogui-rules_board_size",
    b"gogui-rules_legal_moves",
    b"gogui-rules_side_to_move",
    b"gogui-rules_final_result",
    b"gogui-rules_game_id",
    b"gogui-malecon_board",
    b"gogui-malecon_moves",
)
SILENT = (b"", b"  ", b"\t\r", b"# a comment", b" # play w d4", b"\x00\x1b", b"#" * 300)
TOKENS = (
    *b"# = ? ; 0 -1 99999999999 2147483647 2147483648 nan inf 1e309 w b black swap resign pass d4 A1 i5 o15 zz".split(),
    *(b"\t", b"\r", b"\x00", b"\x07", b"\xff", b"\xc3\xa9", b"\xe2\x80\xa8", b"  ", b"# interrupt", b"\x7f"),
    *(b"+rave(r=", b"malecon", b"uct(c=0.4)", b"random", b"../", b'"', b"'", b"%s", b"{size}", b"1 2 3 4 5 6 7 8 9"),
)


def damage(data: bytes, rng: random.Random) -> bytes:
    """Do one thing to the bytes of a line."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 5)))
    piece = data[start:end]
    changes: tuple[Callable[[], bytes], ...] = (
        lambda: b"",
        lambda: rng.randbytes(len(piece) + 1),
        lambda: piece * 3,
        lambda: piece.swapcase(),
        lambda: rng.choice(TOKENS) + piece,
        lambda: b" " + rng.choice(TOKENS) + b" ",
        lambda: piece + rng.choice(SOUND).split(b" ")[-1],
    )
    return data[:start] + rng.choice(changes)() + data[end:]


def random_line(seed: int, number: int) -> bytes:
    """The line of a number in a run: always the same one, and never one that leaves."""
    rng = random.Random(f"{seed} {number}")
    kind = rng.random()
    if kind < 0.03:
        data = rng.randbytes(rng.randrange(60))
    elif kind < 0.06:
        data = rng.choice(SILENT)
    elif kind < 0.0601:
        data = rng.choice((b"x", b"9", b" ", b"play w ")) * rng.randrange(1_500_000)
    else:
        data = rng.choice(SOUND)
        if rng.random() < 0.3:
            data = b"%d " % rng.randrange(2 ** rng.choice((8, 31, 31, 31, 33))) + data
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
            data = damage(data, rng)
    data = data.replace(b"\n", b"")
    return b"" if re.search(rb"^[\s\d\x00-\x1f\x7f]*q[\x00-\x1f\x7f]*u", data) else data


def expected(line: bytes) -> str | None:
    """The id under which a line is answered, empty for none; None where it says nothing."""
    kept = bytes(byte for byte in line if (byte >= 32 and byte != 127) or byte == 9).replace(b"\t", b" ")
    said = kept.split(b"#")[0].strip(b" ")
    if not said:
        return None
    number = re.match(rb"(\d+)(?: |$)", said)
    if len(line) > 1 << 20 and b"#" not in line[: 1 << 20]:
        return ""
    return number[1].decode() if number and int(number[1][:11]) < 2**31 and len(number[1]) <= 10 else ""


class FuzzError(Exception):
    """The server did what it must not."""


@dataclass
class Tally:
    """What a run saw."""

    lines: int = 0
    answers: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # by the first words of the complaint


def run(lines: int, seed: int, each: Callable[[], object] = lambda: None) -> Tally:
    """Send so many lines to a server and hold its answers against them; `each` is called after every one."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        server = subprocess.Popen(
            SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder, bufsize=1 << 16
        )
        assert server.stdin is not None
        assert server.stdout is not None
        threading.Thread(target=_send, args=(server.stdin, lines, seed), daemon=True).start()
        try:
            _hold(answers(server.stdout), lines, seed, tally, each)
            code = server.wait(60)
        finally:
            server.kill()
            server.wait()
        errors.seek(0)
        said = errors.read()
    if code or b"Traceback" in said:
        raise FuzzError(f"the server left with exit code {code}: {said[-2000:].decode(errors='replace')}")
    return tally


def _send(stream: IO[bytes], lines: int, seed: int) -> None:
    try:
        for number in range(lines):
            stream.write(random_line(seed, number) + b"\n# interrupt\n")
        stream.write(b"quit\n")
        stream.close()
    except OSError:
        pass  # the server has ended; whoever reads its answers says so


def _hold(found: Iterator[str], lines: int, seed: int, tally: Tally, each: Callable[[], object]) -> None:
    """Compare each line that says something with the next answer."""
    for number in range(lines):
        line = random_line(seed, number)
        if (id_ := expected(line)) is not None:
            _check(next(found, None), id_, f"line {number} of seed {seed}, {line[:200]!r}", tally)
        tally.lines += 1
        each()
    if next(found, "") != "=" or next(found, None) is not None:
        raise FuzzError("after the last line there was more than the answer to quit")


def _check(answer: str | None, id_: str, what: str, tally: Tally) -> None:
    if answer is None:
        raise FuzzError(f"the server ended before its answer to {what}")
    if not re.match(rf"[=?]{id_}(?:\s|$)", answer) or "internal error" in answer:
        raise FuzzError(f"the answer to {what} is {answer[:300]!r}")
    tally.answers += 1
    if answer[0] == "?":
        tally.refused[" ".join(answer[1 + len(id_) :].split()[:3])] += 1


def answers(stream: IO[bytes]) -> Iterator[str]:
    """The answers of a server, one by one."""
    held: list[str] = []
    for data in stream:
        line = data.decode("utf-8", errors="replace").rstrip("\n")
        if line:
            held.append(line)
        elif held:
            yield "\n".join(held)
            held = []
        else:
            raise FuzzError("there was an empty answer")
    if held:
        raise FuzzError(f"the last answer has no end: {held!r}")


def report(tally: Tally, console: Console) -> None:
    """Print what a run saw."""
    refused = sum(tally.refused.values())
    console.print(f"{tally.lines:,} lines, {tally.answers:,} answers, each in its turn; {refused:,} refused")
    for words, count in tally.refused.most_common(15):
        console.print(f"{count:>9,}  {words} ...", markup=False, highlight=False)


def main() -> int:
    """Run from the command line; the exit status says whether the server behaved."""
    parser = argparse.ArgumentParser(
        description="Send damaged GTP lines: each is answered once, and the server lives on."
    )
    parser.add_argument("--lines", type=int, default=1_000_000, help="how many lines")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other lines")
    chosen = parser.parse_args()
    console = Console()
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("damaged lines", total=chosen.lines)
        try:
            tally = run(chosen.lines, chosen.seed, lambda: bar.advance(task))
        except FuzzError as error:
            console.print(f"FAILED: {error}", markup=False, highlight=False)
            return 1
    report(tally, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
