"""The two players. White moves first in every game; kernels use the same numbers as array indices."""

from __future__ import annotations

from enum import IntEnum


class Colour(IntEnum):
    """A player, named by the colour of the player's stones or pieces."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour(1 - self)

    def __str__(self) -> str:
        return self.name.capitalize()


WHITE, BLACK = Colour.WHITE, Colour.BLACK
