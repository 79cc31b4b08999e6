"""Fuzzer of the SGF reader: every damaged file must give records or a one-line error, quickly.

    python -m tools.fuzz_sgf --files 100000

A file is a function of the seed and its number: a valid record with a few random changes to its bytes. A record that is
read must survive being written and read again. Anything else ends the run and is printed with its file.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from malecon.games.errors import RecordError
from malecon.games.havannah.position import Havannah
from malecon.games.sgf.record import GameRecord
from tools.fuzzing import FuzzError, damage, print_refusals, run_from_command_line

if TYPE_CHECKING:
    from rich.console import Console

MAX_SECONDS = 2.0  # for a file
LITTLE_GOLEM = (
    b"(;FF[4]EV[havannah.in.size4.4]PB[name1]PW[name2]SZ[4]RU[LG]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[E1]"
    b";B[swap];W[F2];B[D3];W[G1];B[E4];W[G4];B[F3];W[E5];B[D6];W[D5];B[C2];W[G3];B[G2];W[E6];B[E3];W[D7];B[resign])"
)
VARIATIONS = (
    b"(;FF[4]CA[UTF-8]GM[havannah]SZ[3]AP[malecon:0]PW[A]PB[B]RU[swap];W[c3]C[a \\] b \\\\ c: d];B[swap]"
    b"(;W[a1];B[b2])(;W[b1]N[x];B[b2]ZZ[1][2:3](;W[a1])(;W[e5]TR[a1][b1])))"
)
VALID = (
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
    """Return a random game with variations and comments; cached, since it is damaged many times."""
    rng = random.Random(number)
    record = GameRecord(base=rng.randint(2, 5), swap_rule=rng.random() < 0.5, white="A", black="B")
    for _ in range(rng.randint(0, 16)):
        node = rng.choice(list(record.nodes())[-6:])
        if moves := node.position().legal_moves:
            node.branch(rng.choice(moves)).comment = rng.choice(("", "good", "a]b\\c"))
    return record.sgf(rng.choice(("grid", "littlegolem"))).encode()


def damage_bytes(data: bytes, rng: random.Random) -> bytes:
    """Apply one random change to the bytes of a file."""

    def changes(piece: bytes, start: int) -> tuple[Callable[[], bytes], ...]:
        return (
            lambda: b"",
            lambda: rng.randbytes(len(piece)),
            lambda: piece * 3,
            lambda: piece[::-1],
            lambda: piece.swapcase(),
            lambda: rng.choice(TOKENS) + piece,
            lambda: rng.choice(TOKENS),
            lambda: piece + rng.choice(VALID)[start : start + 30],
        )

    return damage(data, rng, (0, 1, 1, 2, 5, 20, 200), changes)


def damage_property(data: bytes, rng: random.Random) -> bytes:
    """Change a property so that the file stays valid SGF but may be meaningless."""
    values = list(re.finditer(rb"[A-Z]+\[[^\]\\]*\]", data))
    if not values:
        return data
    match = rng.choice(values)
    other = rng.choice(NAMES) + b"[" + rng.choice(VALUES) + b"]"
    piece = rng.choice(
        (b"", match[0] + other, other, match[0] + b"[x]", match[0] + b";" + other, rng.choice(values)[0])
    )
    return data[: match.start()] + piece + data[match.end() :]


def damaged_file(seed: int, number: int) -> bytes:
    """Return the file with a number."""
    rng = random.Random(f"{seed} {number}")
    data = rng.choice(VALID) if rng.random() < 0.5 else random_record(rng.randrange(200))
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        data = rng.choice((damage_bytes, damage_property))(data, rng)
    return data


@dataclass
class Tally:
    """Counts of a run."""

    files: int = 0
    records: int = 0
    refused: Counter[str] = field(default_factory=Counter)  # by the first words of the message
    seconds: float = 0.0
    slowest: tuple[float, int] = (0.0, 0)  # seconds, number of the file

    def add(self, number: int, data: bytes) -> None:
        """Read a file; raise FuzzError if it gives neither a record nor a clear message in time."""
        start = time.perf_counter()
        try:
            self.records += read_back(data)
        except RecordError as error:
            check_message(str(error))
            self.refused[" ".join(str(error).split()[:3])] += 1
        seconds = time.perf_counter() - start
        self.files += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, (seconds, number))
        if seconds > MAX_SECONDS:
            raise FuzzError(f"it took {seconds:.1f} s")


def read_back(data: bytes) -> int:
    """Read a file, write its records and read them again; return their number."""
    records = GameRecord.parse_all(data)
    for record in records:
        text = record.sgf()
        if (again := GameRecord.parse(text).sgf()) != text:
            raise FuzzError(f"written as {text!r}, but after reading back as {again!r}")
    return len(records)


def check_message(text: str) -> None:
    """Raise FuzzError if an error message is not one short printable line."""
    if not text.isprintable() or len(text) > 400:
        raise FuzzError(f"unclear message: {text!r}")


def run(files: int, seed: int, each: Callable[[], object] = lambda: None) -> Tally:
    """Read damaged files; `each` is called after every one."""
    Havannah(base=2, swap_rule=True, moves="a1 swap")  # compile before measuring time
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
    """Print the results of a run."""
    seconds, number = tally.slowest
    refused = sum(tally.refused.values())
    console.print(f"{tally.files:,} files, {tally.records:,} records read and read back, {refused:,} refused")
    mean = 1e3 * tally.seconds / max(1, tally.files)
    console.print(f"{mean:.2f} ms per file; slowest: {seconds:.3f} s, file {number}")
    print_refusals(tally.refused, 12, console)


def main() -> int:
    """Run from the command line; return 1 if a file failed."""
    description = "Read damaged game records: each must give records or a one-line error, quickly."
    return run_from_command_line(description, "files", 100_000, run, report)


if __name__ == "__main__":
    sys.exit(main())
