"""Proof files: their format, the writer, and a verifier that uses nothing but the rules of the game."""
