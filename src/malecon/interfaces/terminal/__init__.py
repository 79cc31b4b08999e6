"""A game in a terminal. Start with `game`.

`board` draws in colour, `screen` shows and asks, `keeping` saves, and `report` puts a game record into words.
"""
