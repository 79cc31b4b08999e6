"""Experiments: tables of matches described by TOML files, from the file to the finished run.

`model` defines the types, `reader` parses a file, `library` finds the shipped ones (`toml/`), `plan` turns rows into
matches and `runner` plays what is missing.
"""
