"""Developer tools that are not part of the package: fuzzers, agreement runs, load tests, perft."""
