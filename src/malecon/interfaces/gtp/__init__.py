"""The Go Text Protocol: how other programs talk to the engine.

`protocol` and `lines` know the protocol and no command; `session` holds the game and who thinks; `commands` are tables
of what can be asked; `server` puts them together. `malecon gtp` runs it.
"""
