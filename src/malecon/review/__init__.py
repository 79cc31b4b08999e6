"""Game review: the engine's evaluation of every move of a game, and a chart of it."""
