"""Search that knows no game: Monte-Carlo tree search over the functions of `games.contract`.

Read `tree` (the records), then `simulate`, which is the loop: select, expand, play out, back up.
"""
