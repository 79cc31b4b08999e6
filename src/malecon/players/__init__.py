"""Players: a position and a limit in, a decision out.

`player` says what a player is; each other file is one kind of player. Players print nothing and know no
clock of a whole game: that is for interfaces and the lab.
"""
