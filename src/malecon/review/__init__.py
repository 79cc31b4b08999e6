"""Game review: the engine's evaluation of every move of a game (`review`), and a chart of it (`picture`)."""
