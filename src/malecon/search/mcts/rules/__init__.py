"""Playout rules that learn during the search: last good reply, N-grams, RAVE pools, and the tables they keep."""
