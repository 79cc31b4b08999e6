"""Games: what is legal, who has won, how moves are written, and records of games.

Each game is a folder: geometry and rules (kernels over records), a position class for people, notation and drawing.
`position.Position` is what all games share; `contract` holds the functions that the search asks of a game.
"""
