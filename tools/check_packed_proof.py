"""A second checker of packed proofs, written apart from the first: it shares no code with the package.

    python tools/check_packed_proof.py proof.packed

It needs about ten bytes of memory for each position of the largest layer. docs/base4.md describes the format. Cell
(x, y), |x - y| < base, is bit 8 y + x of a word; the winner's stones are one word, the loser's another.
"""

import lzma
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np

U = np.uint64
CHUNK = 4096


def geometry(base: int) -> tuple[Any, ...]:
    """Return cell names, and cells as bits, powers of 3 for each image, (board, rim, corners, sides) as words."""
    mid, last = base - 1, 2 * base - 2
    cells = [(x, y) for y in range(last + 1) for x in range(last + 1) if abs(x - y) < base]
    edges = {(x, y): [y == 0, x - y == mid, x == last, y == last, y - x == mid, x == 0] for x, y in cells}
    bit = {(x, y): 1 << (8 * y + x) for x, y in cells}
    words = [sum(bit[cell] for cell in cells if sum(edges[cell]) >= number) for number in range(3)]
    sides = [sum(bit[cell] for cell in cells if edges[cell][side] and sum(edges[cell]) == 1) for side in range(6)]
    powers = np.zeros((12, len(cells)), U)
    for number, (x, y) in enumerate(cells):
        for image in range(12):
            dx, dy = (x - mid, y - mid) if image < 6 else (y - mid, x - mid)
            for _ in range(image % 6):
                dx, dy = dx - dy, dx
            powers[image, number] = 3 ** cells.index((dx + mid, dy + mid))
    names = {chr(97 + x) + str(y + 1): number for number, (x, y) in enumerate(cells)}
    return names, (np.array(list(bit.values()), U), powers, (*map(U, words), np.array(sides, U)))


@numba.njit
def around(word: Any, board: Any) -> Any:
    """Return the cells next to those of a word."""
    one, eight, nine = U(1), U(8), U(9)
    return ((word << one) | (word >> one) | (word << eight) | (word >> eight) | (word << nine) | (word >> nine)) & board


@numba.njit
def flood(start: Any, inside: Any, board: Any) -> Any:
    """Return the cells of `inside` that are connected to `start`."""
    reached, more = U(0), start & inside
    while more != reached:
        reached, more = more, (more | around(more, board)) & inside
    return reached


@numba.njit
def wins(own: Any, stone: Any, shape: Any) -> bool:
    """Return whether a new stone, one of `own`, completes a bridge, a fork or a ring."""
    board, rim, corners, sides = shape
    chain, touched = flood(stone, own, board), 0
    for side in sides:
        touched += (chain & side) != U(0)
    joins = touched >= 3 or chain & corners & ((chain & corners) - U(1)) != U(0)
    one, eight, nine = U(1), U(8), U(9)  # a ring may be filled: a stone of it then has six neighbours of the chain
    inner = chain & (chain << one) & (chain >> one) & (chain << eight) & (chain >> eight) & (chain << nine)
    cuts_off = flood(rim & ~chain, board & ~chain, board) != board & ~chain  # some cell from the rim
    return joins or cuts_off or inner & (chain >> nine) != U(0)


@numba.njit
def two_wins(own: Any, other: Any, bits: Any, shape: Any) -> tuple[Any, Any]:
    """Return up to two cells on which a player wins, 0 for those that do not exist."""
    first, near = U(0), around(own, shape[0]) & ~(own | other)
    for bit in bits:
        if bit & near and wins(own | bit, bit, shape):
            if first:
                return first, bit
            first = bit
    return first, U(0)


@numba.njit
def threat_win(own: Any, other: Any, threats: int, bits: Any, shape: Any) -> bool:
    """Return whether the player to move wins at once, or by at most `threats` stones with one reply each."""
    if two_wins(own, other, bits, shape)[0]:
        return True
    forced, second = two_wins(other, own, bits, shape)
    if threats == 0 or second:
        return False
    for bit in bits:
        if bit & (own | other) == U(0) and (forced == U(0) or bit == forced):
            reply, more = two_wins(own | bit, other, bits, shape)
            if more or (reply and threats > 1 and threat_win(own | bit, other | reply, threats - 1, bits, shape)):
                return True
    return False


@numba.njit
def expand(codes: Any, moves: Any, threats: int, tables: Any, found: Any) -> int:
    """Write the positions after the moves (if any) and every reply but those won by threats; raise at a flaw."""
    (bits, powers, shape), number = tables, 0
    for index in range(codes.size):
        own, other, sums, replies, rest = U(0), U(0), np.zeros(12, U), 0, codes[index]
        for cell in range(bits.size):
            own, other = own | bits[cell] * U(rest % U(3) == U(1)), other | bits[cell] * U(rest % U(3) == U(2))
            sums, rest = sums + rest % U(3) * powers[:, cell], rest // U(3)
        if moves.size:
            if moves[index] >= bits.size or bits[moves[index]] & (own | other):
                raise ValueError("illegal move")
            own, sums = own | bits[moves[index]], sums + powers[:, moves[index]]
        for cell in range(bits.size):
            if bits[cell] & (own | other) == U(0):
                replies += 1
                if wins(other | bits[cell], bits[cell], shape):
                    raise ValueError("the loser wins")
                if not threat_win(own, other | bits[cell], threats, bits, shape):
                    found[number], number = np.min(sums + U(2) * powers[:, cell]), number + 1
        if replies < 2:
            raise ValueError("the board is full")
    return number


def check(path: Path) -> str:
    """Check a file and return what it proves; raise ValueError at a flaw."""
    with path.open("rb") as stream, lzma.LZMAFile(stream) as answers:
        lines = [stream.readline().decode().split() for _ in range(7)]
        names, (bits, powers, shape) = geometry(int(lines[2][1].removeprefix("base=")))
        moves, threats, winner = [names[move] for move in lines[3][1:]], int(lines[5][1]), lines[4][1] == "Black"
        words = [U(sum(int(bits[move]) for move in moves[player::2])) for player in (winner, not winner)]
        if len(set(moves)) < len(moves) or any(wins(word, bit, shape) for word in words for bit in bits if bit & word):
            raise ValueError("the moves are not legal, or the game is over")
        start = min(sum(int(row[move]) * (1 + (ply % 2 != winner)) for ply, move in enumerate(moves)) for row in powers)
        found, total, layer = np.zeros(CHUNK * bits.size, U), 0, np.array([start], U)
        if len(moves) % 2 != winner:
            layer = np.unique(found[: expand(layer, np.zeros(0, np.uint8), threats, (bits, powers, shape), found)])
        elif threat_win(*words, threats, bits, shape):
            layer = layer[:0]
        while layer.size:
            parts = []
            for codes in np.split(layer, range(CHUNK, layer.size, CHUNK)):
                answer = np.frombuffer(answers.read(codes.size), np.uint8, codes.size)  # an error if there are fewer
                parts.append(np.unique(found[: expand(codes, answer, threats, (bits, powers, shape), found)]))
            total, layer = total + layer.size, np.unique(np.concatenate(parts))
        if answers.read(1):
            raise ValueError("the file ends too late")
    return f"{lines[2][1]} after {len(moves)} moves: {' '.join(lines[4][1:])}; {total} positions checked"


if __name__ == "__main__":
    print(check(Path(sys.argv[1])))
