"""Parameter tuning and rating lists.

`tuner` searches for better parameters of a player (`parameters` defines the search space); `ladder` keeps a rating list
of many players and `ladder_plot` draws it.
"""
