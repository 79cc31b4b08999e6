"""Proof campaigns: one position solved in many jobs, over days and machines, with everything on disk.

A best-first proof tree (`tree`) selects positions for jobs (`job`), which run the proof-number search in worker
processes. `store` keeps the results and the proofs of parts in a folder, `campaign` runs the loop, and `assembly` puts
the parts together into one packed proof.
"""
