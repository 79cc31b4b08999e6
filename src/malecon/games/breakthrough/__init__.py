"""Breakthrough: race a piece to the far row.

Start with `position` (the public class) and `rules` (the kernels behind it).
"""
