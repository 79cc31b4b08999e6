"""Mini-max that knows no game: alpha-beta with iterative deepening over the functions of `games.contract`.

Read `records` (what a search holds), then `alphabeta`, which is the loop; `searcher` is the form that Python code uses.
"""
