"""Breakthrough: race a piece to the far row. `position` is what people use, `rules` the kernels behind it."""
