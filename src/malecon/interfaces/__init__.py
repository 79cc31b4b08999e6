"""Interfaces: where people meet the engine. Only this layer prints.

`cli` is the command `malecon`, `terminal` the game that it plays, `gtp` the server for other programs, `warmup` the
first compilation with a progress bar.
"""
