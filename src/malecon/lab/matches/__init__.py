"""Matches: pairs of games between two players, their score, and the executors that play them.

Start with `match` and `game`; `executors` runs games in parallel on this machine and `cluster` on many.
"""
