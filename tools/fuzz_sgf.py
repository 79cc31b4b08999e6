"""Damaged game records: each must give a record or one clear line, and quickly.

    python -m tools.fuzz_sgf --files 100000

A file is a pure function of the seed and its number: a sound record, with a few things done to its bytes. A record that
is read must also be written and read back as the same. Anything else ends the run and is printed with its file.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

from malecon.games.errors import RecordError
from malecon.games.havannah.position import Havannah
from malecon.games.sgf.record import GameRecord

SLOW = 2.0  # seconds that no file of this size may take
LITTLE_GOLEM = (
    b"(;FF[4]EV[havannah.in.size4.4]PB[name1]PW[name2]SZ[4]RU[LG]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[E1]"
    b";B[swap];W[F2];B[D3];W[G1];B[E4];W[G4];B[F3];W[E5];B[D6];W[D5];B[C2];W[G3];B[G2];W[E6];B[E3];W[D7];B[resign])"
)
VARIATIONS = (
    b"(;FF[4]CA[UTF-8]GM[havannah]SZ[3]AP[malecon:0]PW[A]PB[B]RU[swap];W[c3]C[a \\] b \\\\ c: d];B[swap]"
    b"(;W[a1];B[b2])(;W[b1]N[x];B[b2]ZZ[1][2:3](;W[a1])(;W[e5]TR[a1][b1])))"
)
SOUND = (
    LITTLE_GOLEM,
    VARIATIONS,
    b"(;FF[4]GM[havannah]SZ[4]AW[a1][b2]AB[d4][e4]AE[c3]PL[B];B[a2];W[b1];C[a remark];B[c1];W[draw])",
    "(;CA[latin-1]SZ[5]PW[Jos\u00e9]RE[W+T];W[e5];B[a1]C[\u00e7a];W[resign])".encode("latin-1"),
    "(;CA[Shift_JIS]SZ[3]PB[\u8868\u30bd];W[c3];B[c2]C[\u8868])".encode("shift_jis"),
    b"(;SZ[2];B[a1];W[b1];B[b2];W[a2];B[c2])\r\n junk \r\n(;FF[3]GaMe[havannah]SZ[2]RE[1-0];W[c3];B[b3];W[c2])",
)
VALUES = b"a1 A1 d4 g7 aa27 a0 4 8 99999999999 swap SWAP resign draw LG 1 havannah W+ring B UTF-16 punycode".split()
NAMES = b"W B C N SZ GM RU RE CA AW AB AE PL PW KO TR ZZ".split()
TOKENS = (
    *rb"( ) ; [ ] \ \] : [] (; ;) ;W[ ;B[ W[] C[ FF[4] w[d4] MULTIGOGM[x]".split(),
    *(b"\xff", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3\xa9", b"\r", b"\t", b"\n\r"),
    b"(;" * 300,
    b";" * 300,
    b"(;W[a1])" * 40,
)


@cache
def random_record(number: int) -> bytes:
    """Random play with variations and comments; played once, damaged often."""
    rng = random.Random(number)
    record = GameRecord(base=rng.randint(2, 5), swap_rule=rng.random() < 0.5, white="A", black="B")
    for _ in range(rng.randint(0, 16)):
        node = rng.choice(list(record.nodes())[-6:])
        if moves := node.position().legal_moves:
            node.branch(rng.choice(moves)).comment = rng.choice(("", "good", "a]b\\c"))
    return record.sgf(rng.choice(("grid", "littlegolem"))).encode()


def damage(data: bytes, rng: random.Random) -> bytes:
    """Do one thing to the bytes of a file."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 5, 20, 200)))
    piece = data[start:end]
    changes: tuple[Callable[[], bytes], ...] = (
        lambda: b"",
        lambda: rng.randbytes(len(piece)),
        lambda: piece * 3,
        lambda: piece[::-1],
        lambda: piece.swapcase(),
        lambda: rng.choice(TOKENS) + piece,
        lambda: rng.choice(TOKENS),
        lambda: piece + rng.choice(SOUND)[start : start + 30],
    )
    return data[:start] + rng.choice(changes)() + data[end:]


def corrupt(data: bytes, rng: random.Random) -> bytes:
    """Change a property of a file so that it stays SGF but may make no sense."""
    values = list(re.finditer(rb"[A-Z]+\[[^\]\\]*\]", data))
    if not values:
        return data
    place = rng.choice(values)
    other = rng.choice(NAMES) + b"[" + rng.choice(VALUES) + b"]"
    piece = rng.choice(
        (b"", place[0] + other, other, place[0] + b"[x]", place[0] + b";" + other, rng.choice(values)[0])
    )
    return data[: place.start()] + piece + data[place.end() :]


def damaged_file(seed: int, number: int) -> bytes:
    """The file of a number in a run: always the same one."""
    rng = random.Random(f"{seed} {number}")
    data = rng.choice(SOUND) if rng.random() < 0.5 else random_record(rng.randrange(200))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        data = rng.choice((damage, corrupt))(data, rng)
    return data


class FuzzError(Exception):
    """A file did what no file may do."""


@dataclass
class Tally:
    """What the files of a run gave."""

    files: int = 0
    records: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # by the first words of the line
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)  # seconds, number of the file

    def add(self, number: int, data: bytes) -> None:
        """Read one file; raise FuzzError where it gives neither a record nor a clear line in time."""
        began = time.perf_counter()
        try:
            self.records += read_back(data)
        except RecordError as error:
            check_line(str(error))
            self.refused[" ".join(str(error).split()[:3])] += 1
        took = time.perf_counter() - began
        self.files += 1
        self.seconds += took
        self.slowest = max(self.slowest, (took, number))
        if took > SLOW:
            raise FuzzError(f"it took {took:.1f} s")


def read_back(data: bytes) -> int:
    """Read a file, write what was read, read that again; return the number of records."""
    records = GameRecord.parse_all(data)
    for record in records:
        text = record.sgf()
        if (again := GameRecord.parse(text).sgf()) != text:
            raise FuzzError(f"it is written as {text!r} and, read back, as {again!r}")
    return len(records)


def check_line(line: str) -> None:
    """Raise FuzzError where the text of an error is not one line that people can read."""
    if not line.isprintable() or len(line) > 400:
        raise FuzzError(f"this is no clear line: {line!r}")


def run(files: int, seed: int, each: Callable[[], object] = lambda: None) -> Tally:
    """Read this many damaged files; `each` is called after every one."""
    Havannah(base=2, swap_rule=True, moves="a1 swap")  # compile before the clock runs
    tally = Tally()
    for number in range(files):
        data = damaged_file(seed, number)
        try:
            tally.add(number, data)
        except Exception as error:
            raise FuzzError(f"file {number} of seed {seed}: {type(error).__name__}: {error}\n{data!r}") from error
        each()
    return tally


def report(tally: Tally, console: Console) -> None:
    """Print what a run saw."""
    took, number = tally.slowest
    refused = sum(tally.refused.values())
    console.print(
        f"{tally.files:,} files, {tally.records:,} records read and read back, {refused:,} refused in one line"
    )
    console.print(f"{1e3 * tally.seconds / max(1, tally.files):.2f} ms a file; slowest: {took:.3f} s, file {number}")
    for words, count in tally.refused.most_common(12):
        console.print(f"{count:>9,}  {words} ...", markup=False, highlight=False)


def main() -> int:
    """Run from the command line; the exit status says whether all files behaved."""
    parser = argparse.ArgumentParser(description="Read damaged game records: a record or a clear line, and quickly.")
    parser.add_argument("--files", type=int, default=100_000, help="how many files")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other files")
    chosen = parser.parse_args()
    console = Console()
    with Progress(
        *Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn(), console=console
    ) as bar:
        task = bar.add_task("damaged files", total=chosen.files)
        try:
            tally = run(chosen.files, chosen.seed, lambda: bar.advance(task))
        except FuzzError as error:
            console.print(f"FAILED: {error}", markup=False, highlight=False)
            return 1
    report(tally, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
