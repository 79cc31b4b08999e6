"""The laboratory: measurements, referees and experiments."""
