"""The laboratory: matches and experiments between players, and the statistics of their results.

| package | contents |
|---|---|
| `matches` | games between two players, their score, and the executors that play them |
| `experiments` | tables of matches described by TOML files: model, reader, planner, runner |
| `store` | the SQLite database of played games |
| `statistics` | confidence intervals, sequential tests, Bradley-Terry ratings |
| `reports` | results next to published figures, as HTML, Markdown, CSV and plots |
| `tuning` | parameter tuning and rating lists |
| `training` | pattern weights, the policy, openings and puzzles, learned from games |
| `benchmarks` | speed measurements |

Start with `matches.match` and `experiments.runner`.
"""
