"""The game of the Amazons: queens that move and shoot until one side cannot.

Start with `rules` (kernels over one record) and `position` (what people use).
"""
