"""Minimax: alpha-beta with iterative deepening over the functions of `games.contract`.

Start with `structs` (the data), then `search` (the loop); `searcher` is the Python interface.
"""
