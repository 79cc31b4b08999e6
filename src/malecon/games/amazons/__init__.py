"""Game of the Amazons: queens that move and shoot until one side cannot.

Start with `position` (the public class) and `rules` (the kernels behind it).
"""
