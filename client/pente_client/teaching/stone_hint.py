"""A hint of one stone, as lessons and puzzles give it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pente_core.rules.point import Point


@dataclass(frozen=True, slots=True)
class StoneHint:
    """Advice of one point: as `pente_client.play.shown.advisor` has it, both the advice and the point."""

    point: Point
    reason: str
    meaning: str
    """What a hint is about here, as a sentence."""
    value: float = 1.0

    @property
    def points(self) -> "Sequence[StoneHint]":
        return (self,)

    @property
    def line(self) -> Sequence[Point]:
        return (self.point,)
