"""What a person is told who learns from the mistakes of a reviewed game."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.review.reviewed_game import ReviewedStone
from pente_protocol.sentences import tell


class PracticeStage(StrEnum):
    """How far a person has come with a mistake."""

    TASK = "task"
    """A better stone is to be found."""
    MISSED = "missed"
    """The stone that was tried is not good, or nobody knows how good it is; others may be tried."""
    SOLVED = "solved"
    SHOWN = "shown"
    """The person asked for the solution."""


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """One mistake, and what came of the person's stones."""

    number: int
    """From 1."""
    count: int
    """How many mistakes there are."""
    stone: ReviewedStone
    """The mistake."""
    stage: PracticeStage
    text: str
    """The task, or what came of the latest stone, in sentences."""

    @property
    def is_done(self) -> bool:
        """Whether the next mistake comes now."""
        return self.stage in (PracticeStage.SOLVED, PracticeStage.SHOWN)

    @property
    def whole_text(self) -> str:
        """Which mistake it is, the text, and what can be done now."""
        then = tell("practice.enter-goes-on" if self.is_done else "practice.mistake-keys")
        return f"{self.number}/{self.count} {self.text} {then}"
