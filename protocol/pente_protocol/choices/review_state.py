"""Whether there is a computer's review of a game."""

from enum import StrEnum


class ReviewState(StrEnum):
    """Whether there is a computer's review of a game."""

    NONE = "none"
    """There is none; `RequestReview` asks for one."""
    WAITING = "waiting"
    """It was asked for, and waits to be made or is being made: ask again in a few seconds."""
    DONE = "done"
    """There is one."""
    UNAVAILABLE = "unavailable"
    """There is none, and no computer is connected that makes reviews."""
