"""Experiments: tables of matches described by TOML files.

`model` defines the types, `reader` parses a file, `library` finds the shipped files in `toml/`, `plan` turns rows into
matches, `runner` plays the missing games, `progress` tracks them, `export` writes results for other programs, and
`result_files` keeps them as text.
"""
