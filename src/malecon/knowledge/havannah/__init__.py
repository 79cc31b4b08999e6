"""Advice for Havannah: priors and biases for new moves, threats, playout moves.

Importing this package gives the search everything that it may ask of Havannah.
"""

from malecon.knowledge.havannah import playouts, priors, threats

__all__ = ["playouts", "priors", "threats"]
