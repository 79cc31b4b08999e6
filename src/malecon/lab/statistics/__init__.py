"""Statistics of game results.

`intervals` has confidence intervals and Elo differences, `sprt` the sequential test, `comparison` the comparison of a
result with a published one, `ratings` rating lists and `bradley_terry` the model behind them.
"""
