"""The Go Text Protocol (GTP), version 2: the engine for other programs. `malecon gtp` runs it.

Start with `server.py`: it reads a line (`lines`), parses it (`protocol`) and runs a command (`commands/`) on the
`session`, which holds the game, the player and the `clock`. `move_format` writes moves in grid or GoGui notation.
"""
