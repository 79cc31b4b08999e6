"""Domain knowledge for the search, one package per game: evaluation, priors, threat detection, playout moves.

Start with `technique`, which declares techniques and their parameters (here and in the search itself), and
`catalogue`, which finds the knowledge of a game.
"""
