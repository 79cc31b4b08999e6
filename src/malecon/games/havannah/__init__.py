"""Havannah: a chain of own stones that is a ring, joins two corners (bridge) or three sides (fork) wins.

Read `geometry` (the board), `rules` (kernels), `position` (the class that people use), then `notation` and `drawing`.
"""
