"""The `malecon lab` commands."""
