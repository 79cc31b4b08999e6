"""Fuzzer of the GTP server: every damaged command must be answered exactly once and in order.

    python -m tools.fuzz_gtp --lines 1000000

A line is a function of the seed and its number: a valid command with a few random changes to its bytes, or garbage. The
server runs as a process in a temporary folder, as controllers use it; `# interrupt` after each line keeps commands from
thinking long. Whether a line must be answered, and with which id, is determined here independently of the server.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from tools.fuzzing import FuzzError, damage, print_refusals, run_from_command_line

if TYPE_CHECKING:
    from rich.console import Console

SERVER = (sys.executable, "-m", "malecon", "gtp", "--allow-files")
VALID = (
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


def damage_line(data: bytes, rng: random.Random) -> bytes:
    """Apply one random change to the bytes of a line."""

    def changes(piece: bytes, _: int) -> tuple[Callable[[], bytes], ...]:
        return (
            lambda: b"",
            lambda: rng.randbytes(len(piece) + 1),
            lambda: piece * 3,
            lambda: piece.swapcase(),
            lambda: rng.choice(TOKENS) + piece,
            lambda: b" " + rng.choice(TOKENS) + b" ",
            lambda: piece + rng.choice(VALID).split(b" ")[-1],
        )

    return damage(data, rng, (0, 1, 1, 2, 5), changes)


def random_line(seed: int, number: int) -> bytes:
    """Return the line with a number, which never begins with `quit`."""
    rng = random.Random(f"{seed} {number}")
    kind = rng.random()
    if kind < 0.03:
        data = rng.randbytes(rng.randrange(60))
    elif kind < 0.06:
        data = rng.choice(SILENT)
    elif kind < 0.0601:
        data = rng.choice((b"x", b"9", b" ", b"play w ")) * rng.randrange(1_500_000)
    else:
        data = rng.choice(VALID)
        if rng.random() < 0.3:
            data = b"%d " % rng.randrange(2 ** rng.choice((8, 31, 31, 31, 33))) + data
        for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
            data = damage_line(data, rng)
    data = data.replace(b"\n", b"")
    return b"" if re.search(rb"^[\s\d\x00-\x1f\x7f]*q[\x00-\x1f\x7f]*u", data) else data


def expected_id(line: bytes) -> str | None:
    """Return the id of the answer to a line, possibly empty; None if the line must not be answered."""
    kept = bytes(byte for byte in line if (byte >= 32 and byte != 127) or byte == 9).replace(b"\t", b" ")
    command = kept.split(b"#")[0].strip(b" ")
    if not command:
        return None
    number = re.match(rb"(\d+)(?: |$)", command)
    if len(line) > 1 << 20 and b"#" not in line[: 1 << 20]:
        return ""
    return number[1].decode() if number and int(number[1][:11]) < 2**31 and len(number[1]) <= 10 else ""


@dataclass
class Tally:
    """Counts of a run."""

    lines: int = 0
    answers: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # by the first words of the message


def run(lines: int, seed: int, each: Callable[[], object] = lambda: None) -> Tally:
    """Send lines to a server and check its answers; `each` is called after every line."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        server = subprocess.Popen(
            SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=folder, bufsize=1 << 16
        )
        assert server.stdin is not None
        assert server.stdout is not None
        threading.Thread(target=_send, args=(server.stdin, lines, seed), daemon=True).start()
        try:
            _check_answers(answers(server.stdout), lines, seed, tally, each)
            code = server.wait(60)
        finally:
            server.kill()
            server.wait()
        errors.seek(0)
        output = errors.read()
    if code or b"Traceback" in output:
        raise FuzzError(f"the server ended with exit code {code}: {output[-2000:].decode(errors='replace')}")
    return tally


def _send(stream: IO[bytes], lines: int, seed: int) -> None:
    try:
        for number in range(lines):
            stream.write(random_line(seed, number) + b"\n# interrupt\n")
        stream.write(b"quit\n")
        stream.close()
    except OSError:
        pass  # the server has ended, which reading its answers reports


def _check_answers(found: Iterator[str], lines: int, seed: int, tally: Tally, each: Callable[[], object]) -> None:
    """Compare each line that must be answered with the next answer."""
    for number in range(lines):
        line = random_line(seed, number)
        if (id_ := expected_id(line)) is not None:
            _check(next(found, None), id_, f"line {number} of seed {seed}, {line[:200]!r}", tally)
        tally.lines += 1
        each()
    if next(found, "") != "=" or next(found, None) is not None:
        raise FuzzError("unexpected output after the answer to the last line")


def _check(answer: str | None, id_: str, line: str, tally: Tally) -> None:
    if answer is None:
        raise FuzzError(f"the server ended before its answer to {line}")
    if not re.match(rf"[=?]{id_}(?:\s|$)", answer) or "internal error" in answer:
        raise FuzzError(f"the answer to {line} is {answer[:300]!r}")
    tally.answers += 1
    if answer[0] == "?":
        tally.refused[" ".join(answer[1 + len(id_) :].split()[:3])] += 1


def answers(stream: IO[bytes]) -> Iterator[str]:
    """Yield the answers of a server."""
    lines: list[str] = []
    for data in stream:
        line = data.decode("utf-8", errors="replace").rstrip("\n")
        if line:
            lines.append(line)
        elif lines:
            yield "\n".join(lines)
            lines = []
        else:
            raise FuzzError("empty answer")
    if lines:
        raise FuzzError(f"incomplete last answer: {lines!r}")


def report(tally: Tally, console: Console) -> None:
    """Print the results of a run."""
    refused = sum(tally.refused.values())
    console.print(f"{tally.lines:,} lines, {tally.answers:,} answers in order, {refused:,} refused")
    print_refusals(tally.refused, 15, console)


def main() -> int:
    """Run from the command line; return 1 if the server failed."""
    description = "Send damaged GTP commands: each must be answered once, and the server must survive."
    return run_from_command_line(description, "lines", 1_000_000, run, report)


if __name__ == "__main__":
    sys.exit(main())
