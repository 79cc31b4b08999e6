"""OpenSpiel as an opponent and referee: its MCTS bot as a player, and a translation of moves for each game."""
