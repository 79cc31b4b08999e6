"""The SQLite database of played games, the leases that let several runs share it, and the provenance of each game."""
