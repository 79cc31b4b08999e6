"""Advice for the search: what a move or a position is worth before it has been tried, a folder for each game.

`technique` is how any switch and its parameters are declared, here and in the search itself.
"""
