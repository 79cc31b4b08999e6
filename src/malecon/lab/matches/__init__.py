"""Matches: pairs of games between two players, their score, and the executors that play them.

Start with `match` and `game`. `executors` plays games in parallel on this machine, `cluster` on a Dask cluster;
`match_runner` plays whole matches and stores every game; `sgf_output` writes games to files.
"""
