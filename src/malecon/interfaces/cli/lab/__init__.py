"""The commands of `malecon lab`.

`files` lists and shows experiments, `run` plays them, `games` exports and deletes what was played, `report` compares it
with the papers. `tune`, `ladder` and `complexity` are studies of their own. `options` holds the options they share.
"""
