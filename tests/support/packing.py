"""Packed proofs of small positions."""

from __future__ import annotations

import io

from support.solving import solved

from malecon import Havannah
from malecon.proofs.packed_writer import write_packed

PLY_SEVEN = "b2 a4 d1 d7 a1 c2 c3"  # White wins on base 4; Black to move


def packed_proof(base: int, moves: str) -> bytes:
    """Return the packed proof of a position."""
    stream = io.BytesIO()
    write_packed(solved(Havannah(base, moves=moves), memory=64), stream)
    return stream.getvalue()
