"""The solver: proves who wins a position with best play, and manages proved puzzles.

Start with `solver`, which runs `query`, one yes-or-no proof by `malecon.search.pns`. `malecon.proofs` writes the proofs
to files.
"""
