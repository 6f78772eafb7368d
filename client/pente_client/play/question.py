"""Questions that wait for yes or no."""

from enum import StrEnum
from typing import assert_never


class PendingQuestion(StrEnum):
    """A question that waits for yes or no."""

    RESIGN = "resign"
    LEAVE = "leave"

    @property
    def text(self) -> str:
        match self:
            case PendingQuestion.RESIGN:
                return "Resign? y/n"
            case PendingQuestion.LEAVE:
                return "Leave? The game goes on, and so does your clock. y/n"
            case _ as unreachable:
                assert_never(unreachable)
