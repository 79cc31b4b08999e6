"""Monte-Carlo tree search: each phase has its file.

Start with `simulate` (the loop), then `select`, `expand`, `playout` and `backup`. `tree` and `worker` define the data,
`searcher` is the Python interface. Playout rules live in `rules`.
"""
