"""Conditions on the result of finished games."""

from enum import StrEnum


class GameResult(StrEnum):
    """A condition on the result of finished games."""

    WON = "won"
    """Won by the player of the filter."""
    LOST = "lost"
    """Lost by the player of the filter."""
    DRAW = "draw"
    """Drawn."""
    ABORTED = "aborted"
    """Ended without a result."""
    WHITE = "white"
    """Won by white."""
    BLACK = "black"
    """Won by black."""
    RED = "red"
    """Won by red, the third colour."""
    BLUE = "blue"
    """Won by blue, the fourth colour."""
