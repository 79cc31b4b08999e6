"""The transposition table of the proof-number search."""

from __future__ import annotations

import numpy as np

from malecon.kernel import new_structs
from malecon.search.pns.stack import EDGE
from malecon.search.pns.table import INFINITY, new_table, probe, store


def test_half_written_entries_are_ignored() -> None:
    table, edge, other = new_table(0), new_structs(EDGE)[0], new_structs(EDGE)[0]
    key = np.uint64(0x123456789ABCDEF0)
    edge.pn, edge.dn, edge.length, edge.drawn = 0, INFINITY, 7, 0
    store(table, key, edge, np.uint64(5))
    assert probe(table, key, other)
    assert (other.pn, other.dn, other.length, other.work) == (0, INFINITY, 7, 5)
    place = int(np.flatnonzero(table["words"][:, 0])[0])
    whole = table[place].words.copy()
    edge.pn, edge.dn, edge.drawn = INFINITY, 0, 1
    store(table, key, edge, np.uint64(9))
    new = table[place].words.copy()
    for mask in range(1, 7):
        table[place].words = [new[word] if mask >> word & 1 else whole[word] for word in range(3)]
        assert not probe(table, key, other), mask
