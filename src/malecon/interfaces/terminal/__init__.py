"""Output and games in a terminal.

`game` and `puzzle` are played at the prompt: `screen` prints and reads, `board` draws in colour, `hints` suggests
moves, `autosave` saves games. The other modules display results: `analysis`, `evaluation`, `record_report`, and the
views `match_view`, `experiment_view` (with `interval_plot`), `tuning_view` and `solve_view`. `figures` formats
numbers.
"""
