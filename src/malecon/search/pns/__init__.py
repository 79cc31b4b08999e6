"""Depth-first proof-number search over the functions of `games.contract`: who wins, known and not guessed.

Read `table` (what is remembered), `frames` (the line being looked at), then `dfpn`, which is the loop; `solver` is the
form in which Python code uses it.
"""
