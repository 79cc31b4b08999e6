"""Proof files: `format` defines them, `writer` writes a solver's proof, `verifier` checks one by the rules alone.

Writer and verifier share nothing but the format.
"""
