"""The parameters of rulesets that are one of a few words."""

from enum import StrEnum
from typing import Protocol


class Opening(StrEnum):
    """The points open to the first stone."""

    FREE = "free"
    """All points."""
    CENTRE = "centre"
    """Only the centre of the board."""


class SecondMove(StrEnum):
    """The zone closed to the second stone of the side that moves first."""

    FREE = "free"
    """No zone."""
    TOURNAMENT = "tournament"
    """The 5x5 points around the centre."""
    G_PENTE = "g-pente"
    """The same, and the centre row and column up to distance 4."""


class Swap(StrEnum):
    """The opening in which players may exchange seats."""

    NONE = "none"
    """No swap: each seat places its own stones from the start."""
    D_PENTE = "d-pente"
    """Seat 0 places four stones, then seat 1 chooses."""
    SWAP2 = "swap2"
    """Seat 0 places three stones, then seat 1 chooses, and may pass the choice back."""


class First(StrEnum):
    """The name of the colour that moves first."""

    WHITE = "white"
    """Colour 0 is called white, colour 1 black."""
    BLACK = "black"
    """Colour 0 is called black, colour 1 white."""


class Parameters(Protocol):
    """What makes a ruleset playable or not; see `Ruleset`."""

    @property
    def base(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def captures(self) -> tuple[int, ...]: ...
    @property
    def goal(self) -> int: ...
    @property
    def goals(self) -> tuple[int, ...]: ...
    @property
    def poof(self) -> tuple[int, ...]: ...
    @property
    def unbreakable(self) -> bool: ...
    @property
    def opening(self) -> Opening: ...
    @property
    def second_move(self) -> SecondMove: ...
    @property
    def swap(self) -> Swap: ...
    @property
    def stones_per_turn(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def teams(self) -> bool: ...
    @property
    def dead_draw(self) -> bool: ...
