"""What whoever opens a room may wish for it, beside the rules and the clock."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

LOCKED: Final = "*"
"""What others see of a lock."""


class BadOptions(ValueError):
    """Options that no room can have; the message says why."""


class WatchPolicy(StrEnum):
    """Who may watch."""

    ANYBODY = "anybody"
    INVITED = "invited"


class ChatPolicy(StrEnum):
    """Who may say something."""

    ANYBODY = "anybody"
    PLAYERS = "players"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class RatingRange:
    """The ratings that a player must have to sit down uninvited. Raises BadOptions."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 9999:
            raise BadOptions("ratings range from a lower to a higher number, both from 0 to 9999")

    def __contains__(self, rating: object) -> bool:
        return isinstance(rating, int) and self.low <= rating <= self.high


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a room. Raises BadOptions when they make no sense."""

    rated: bool = False
    """Whether the game counts for the players' ratings."""
    takebacks: bool = True
    """Whether a turn may be taken back when all agree."""
    watch: WatchPolicy = WatchPolicy.ANYBODY
    """Who may watch; the players and whoever opened the room always may."""
    chat: ChatPolicy = ChatPolicy.ANYBODY
    private: bool = False
    """Whether the room is in no list: who is told its id may come."""
    lock: str = ""
    """A hash of the password, or `LOCKED` where that is not to be known; empty: there is none."""
    ratings: RatingRange | None = None
    """Who may sit down uninvited; None: anybody."""
    ready: bool = False
    """Whether the game begins only once all who sit have said that they are ready."""
    games: int = 1
    """1 or 2; with 2, a second game with exchanged seats follows by itself."""

    def __post_init__(self) -> None:
        if self.games not in (1, 2):
            raise BadOptions("a room is for one game, or for a set of two")

    @property
    def shown(self) -> "Options":
        """The options as others may know them."""
        return replace(self, lock=LOCKED) if self.lock else self


DEFAULT_OPTIONS: Final = Options()
"""The options of whoever has no wishes; shared, so that most rooms need no room for theirs."""
