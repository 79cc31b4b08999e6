"""Proofs: who wins a position with best play, written down so that others can check it.

`solver` asks the proof-number search of `malecon.search.pns`; `strategy` writes a proof, `verify` checks one by the
rules alone, and neither knows the other: `document` is what they share.
"""
