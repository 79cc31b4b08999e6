"""Fixtures of the MCTS tests."""

from support.evaluated import position  # noqa: F401 (a fixture)
