"""Learning from games: patterns, the linear policy, balanced openings, and puzzles."""
