"""Players: given a position and a limit, a player decides on a move.

`player` defines the interface, `factory` builds any player from text, `engine` is the player that searches. Players
print nothing and do not manage game clocks; interfaces and the lab do.
"""
