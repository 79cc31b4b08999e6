"""Game-independent search over the functions of `games.contract`.

`mcts` is Monte-Carlo tree search, `alphabeta` minimax, `pns` proof-number search. `techniques` declares everything that
can be switched on, and `settings` turns a player's techniques into the struct that kernels read.
"""
