"""Soak test: the web server, GTP, the laboratory and the engine together, under random faults.

    make soak MINUTES=120
    python -m tools.soak --minutes 5 --seed 1

Every workload runs in its own process and is restarted when a fault has killed it. Start with `__main__`; `workloads`
holds what runs, `faults` what goes wrong, and `watch` what is measured and judged.
"""
