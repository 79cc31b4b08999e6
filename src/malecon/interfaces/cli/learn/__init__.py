"""The `malecon learn` commands."""
