"""The SQLite database of played games.

`database` adds and reads games, `connection` reports errors of SQLite in one line, `leases` lets several runs share the
work, `provenance` identifies the code and the machine that played a game, and `schema.sql` documents the tables.
"""
