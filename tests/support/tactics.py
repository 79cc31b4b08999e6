"""Tactical positions with known answers: wins, forced replies, double threats, and what stops one in the making.

Every answer was found by `truth`, which tries all moves and shares nothing with the package; `test_tactics.py` asks it
again. Moves that are not answers of a defence lose within four plies. The first sixteen positions are from games of
people on Little Golem, the others from games of two weak players of ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from malecon import Havannah

WIN = "wins at once"
FORCED = "stops the only threat"
MATE = "makes a double threat"
DEFEND = "stops a double threat in the making"


@dataclass(frozen=True)
class Tactic:
    """A position, what the side to move should do, and every cell that does it."""

    kind: str
    base: int
    moves: str
    answers: str

    @cached_property
    def position(self) -> Havannah:
        """The position after the moves."""
        return Havannah(self.base, swap_rule="swap" in self.moves, moves=self.moves)

    def __str__(self) -> str:
        return f"{self.kind}, base {self.base}, ply {len(self.moves.split())}"


TACTICS = (
    Tactic(WIN, 4, "d4 e6 c5 d7 b3 g7 d5 e7 c3", "f6 f7"),
    Tactic(WIN, 6, "c1 swap d3 e2 g4 g3 h4 b2 f4 a2 h6 d2 f5 c2 g6 h5 i5 i6 a1 f2 g2", "h3"),
    Tactic(WIN, 8, "a8 l8 c8 h8 a7 d4 b9 h12 d10 l12 b6 h4 d7 g6 e9 j10 e10 n14 a6 e5 c9 k11", "b7 c7 d8"),
    Tactic(
        WIN,
        10,
        "r10 h14 q9 q12 s13 j11 r11 p11 r14 i10 q15 m12 p16 l13 p17 o14 p18 q14 r15 s12 r12 q16 p15 s14 r13 h12 p19 q8",
        "r9",
    ),
    Tactic(FORCED, 5, "i6 swap h5 i5 i9 h4 e1 h6 g8 g5", "g4"),
    Tactic(FORCED, 7, "a4 swap c3 b3 c4 b2 c2 b1 b4 a3 b5 a5 b6 a6 b8 a7", "a1"),
    Tactic(FORCED, 8, "i10 h12 i12 i13 l14 f11 j13 d10 j14 i14 g11 g12 h11 g13", "h14"),
    Tactic(
        FORCED,
        9,
        "p10 k5 o8 m14 o11 p15 m10 o15 m7 k13 l8 n15 m9 n13 o14 p14 o13 n16 n8 n9 p11 l15 n10 m16",
        "l14",
    ),
    Tactic(MATE, 4, "f7 e5 g7 d6 f5 e4 g4 d2", "f4 f6 g5 g6"),
    Tactic(MATE, 6, "g3 swap e2 f1 d3 h5 c4 i6 b5 e1 c2 j7 k7 k8 h8", "g2"),
    Tactic(MATE, 8, "a8 l8 c8 h8 a7 d4 b9 h12 d10 l12 b6 h4 d7 g6 e9 j10 e10 n14", "c9"),
    Tactic(MATE, 10, "p11 q11 o11 q13 q12 s13 r13 s14 r14 s15 q14 r16", "p13"),
    Tactic(DEFEND, 5, "g5 e5 e4 d6 d4 b5 c2 e9 a5 b6 a4 b4 c3 a3 d2 e3 h4 i9 f8 d5 c6 d7", "c4 c5 c7"),
    Tactic(DEFEND, 7, "k8 j6 l7 g4 h5 h4 i5 e3 c2 g5 i7 d3 j5 k6 k10 e2 l12 d4 j9 h3 h6 f5", "e5 f3"),
    Tactic(DEFEND, 8, "a8 l8 c8 h8 a7 d4 b9 h12 d10 l12 b6 h4 d7 g6 e9 j10 e10 n14 a6", "c9"),
    Tactic(
        DEFEND,
        10,
        "e11 i13 g10 e6 i15 h14 i14 h13 j14 j13 l14 m14 n16 k14 k15 l15 k16 j16 m17 m15 o16 p16 o15 p15 "
        "q18 p17 p18 o17 o18 n17 n18 r18 q17 r17 q16 r16 q15 r15 q14 r14 q13 r13 q12 r12 q11 r11 q10 r10 "
        "q9 r9",
        "r19",
    ),
    Tactic(WIN, 4, "g7 d3 d7 f3 f7 b3", "e7"),
    Tactic(WIN, 5, "g4 b2 f6 f9 f5 e3 e2 c3 d6 d4 g5 e4 c7 d2 c6", "c2"),
    Tactic(WIN, 6, "h9 g7 e9 i8 a1 h8 b2 e5 g2 e6 f9 f4 j9 e7 a2 g6 h7 f5 d5", "f7"),
    Tactic(WIN, 7, "i7 f9 i11 e9 j11 d10 a5 c9 k12 e10 b6 c8 a7", "d8"),
    Tactic(WIN, 8, "c10 g5 i10 f3 b9 b3 d10 g4 a8 f4 j5 f10 l5 e4 f5 i5 d9 f6 j15 i4 m6 i7 a7 e11 a6 f9 b8 m10", "c8"),
    Tactic(WIN, 9, "e9 h9 f11 h14 e10 e12 d9 i2 g11 i3 f8 g8 d10 q15 h12 f5 g10 p14", "f9"),
    Tactic(
        WIN,
        10,
        "m18 l17 o13 c5 j7 m16 n19 c6 m12 b4 a2 k15 m19 l15 p13 f5 j8 l14 c3 s12 e6 i14 d2 h8 b3 k16 m8",
        "m17",
    ),
    Tactic(FORCED, 4, "f6 f3 e7 b5 f5 b1 e4 c1 c3 a1", "d1"),
    Tactic(FORCED, 5, "g4 b2 f6 f9 f5 e3 e2 c3 d6 d4 g5 e4 c7 d2", "c2"),
    Tactic(FORCED, 6, "h9 g7 e9 i8 a1 h8 b2 e5 g2 e6 f9 f4 j9 e7 a2 g6 h7 f5", "f7"),
    Tactic(FORCED, 7, "i7 f9 i11 e9 j11 d10 a5 c9 k12 e10 b6 c8", "d8"),
    Tactic(FORCED, 8, "c10 g5 i10 f3 b9 b3 d10 g4 a8 f4 j5 f10 l5 e4 f5 i5 d9 f6 j15 i4 m6 i7 a7 e11 a6 f9 b8", "c8"),
    Tactic(FORCED, 9, "e9 h9 f11 h14 e10 e12 d9 i2 g11 i3 f8 g8 d10 q15 h12 f5 g10", "f9"),
    Tactic(
        FORCED,
        10,
        "m18 l17 o13 c5 j7 m16 n19 c6 m12 b4 a2 k15 m19 l15 p13 f5 j8 l14 c3 s12 e6 i14 d2 h8 b3 k16",
        "m17",
    ),
    Tactic(MATE, 4, "b1 e6 d3 g6 b3 f6 b2 g5 b5 c1", "a3 b4"),
    Tactic(MATE, 5, "f7 c2 g8 h6 g7 f5 f6 h7 e3 c4 e6 b5 d2 e4 e2 g5 g6 i9 e5 h8 f3", "i5"),
    Tactic(MATE, 6, "j9 g2 c3 i4 b4 f3 b2 g4 k11 a4 k10 a1 e1 h4 c4 f1 i9 k6 h9", "f2 h3 j5"),
    Tactic(MATE, 7, "e4 a6 j5 g9 f4 a7 l12 b8 g6 l9 l6 a5 c1 b3 a1 a4 m13 c3 g3 b5 b1 c6 h7", "c7"),
    Tactic(MATE, 8, "g1 c6 h2 j13 g2 f13 i2 g14 b1 d7 a7 j14 g3 h15 d2 e12 a8 d6 h1 c5 f1 l11", "h3"),
    Tactic(MATE, 9, "i1 d3 m9 o12 m8 d2 b4 l10 j2 e5 l6 j4 m6 j10 m7 o7 c6 k10 i2 e4 n8 p8 j8 j14 o9 m16 l8 k15", "l7"),
    Tactic(
        MATE,
        10,
        "b6 j4 q13 i1 p12 l5 r15 j2 a4 j8 d6 f7 m19 l9 q8 k8 c6 j3 b5 p9 a7 q11 k16 n7 b7 k5 e8 e7 f8 n16 "
        "k17 m6 s14 n6 e9 k2 i12",
        "l4",
    ),
    Tactic(DEFEND, 4, "b1 e6 d3 g6 b3 f6 b2 g5 b5", "a3 b4 g4 g7"),
    Tactic(DEFEND, 5, "f7 c2 g8 h6 g7 f5 f6 h7 e3 c4 e6 b5 d2 e4 e2 g5 g6 i9 e5 h8", "e7 f8 h5 i5 i6"),
    Tactic(DEFEND, 6, "j9 g2 c3 i4 b4 f3 b2 g4 k11 a4 k10 a1 e1 h4 c4 f1 i9 k6", "a2 a3 i10 j11 j5"),
    Tactic(DEFEND, 7, "e4 a6 j5 g9 f4 a7 l12 b8 g6 l9 l6 a5 c1 b3 a1 a4 m13 c3 g3 b5 b1 c6", "b7 c7 c8"),
    Tactic(DEFEND, 8, "g1 c6 h2 j13 g2 f13 i2 g14 b1 d7 a7 j14 g3 h15 d2 e12 a8 d6 h1 c5 f1", "f2 h3 i3"),
    Tactic(
        DEFEND,
        9,
        "i1 d3 m9 o12 m8 d2 b4 l10 j2 e5 l6 j4 m6 j10 m7 o7 c6 k10 i2 e4 n8 p8 j8 j14 o9 m16 l8",
        "l7 n7 n9",
    ),
    Tactic(
        DEFEND,
        10,
        "b6 j4 q13 i1 p12 l5 r15 j2 a4 j8 d6 f7 m19 l9 q8 k8 c6 j3 b5 p9 a7 q11 k16 n7 b7 k5 e8 e7 f8 n16 "
        "k17 m6 s14 n6 e9 k2",
        "k3 l3 l4",
    ),
)
