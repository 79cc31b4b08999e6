"""Proof files: `format` defines them, `writer` writes a solver's proof, `verifier` checks one by the rules alone.

`packed`, `packed_writer` and `packed_verifier` do the same for compact proofs of Havannah; start with `packed`.
`layers` has their kernels, and `book` looks up proved moves. Writers and verifiers share nothing but the formats.
"""
