"""Learning from games: pattern weights, the linear policy, balanced openings, and puzzles.

`patterns` and `policy` learn from self-play or recorded games, `pattern_plots` draws pattern statistics, `openings`
measures first moves, and `puzzles` finds positions with a single winning move.
"""
