"""Havannah: a ring, a bridge between two corners or a fork between three sides wins.

Start with `position` (the public class), then read `geometry` (the board) and `rules` (the kernels).
"""
