"""Proof-number search (df-pn) over the functions of `games.contract`: who wins, proved.

Start with `table` (the transposition table) and `stack` (the current line), then `dfpn` (the loop). The package
`malecon.solver` is its Python interface.
"""
