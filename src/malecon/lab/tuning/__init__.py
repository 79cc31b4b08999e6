"""Tuning parameters of a player, and rating lists (ladders) of many players."""
