"""Developer tools outside the package; each is run from the repository root as `python -m tools.NAME`.

| tool | purpose |
|---|---|
| `agreement`, `random_walks` | compare the rules of all games with OpenSpiel |
| `base4_positions` | measure the solver on known base-4 positions |
| `fuzz_gtp`, `fuzz_sgf` | send damaged input to the GTP server and the SGF reader |
| `full_alphabeta` | exhaustive alpha-beta, a reference for proofs |
| `gtp_clock` | measure how exactly `genmove` uses its time |
| `load_web`, `measure_web` | load and speed of the web server |
| `perft` | count lines of play |
| `soak` | soak test of the web server, GTP, the laboratory and the engine under random faults |
| `solver_agreement` | compare proof-number search, tree search and alpha-beta |
"""
