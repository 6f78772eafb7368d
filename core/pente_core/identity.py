"""Who sits at the tables and watches."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

PlayerId = NewType("PlayerId", str)
"""An identity: 32 hex digits. Seats belong to it, never to a name. It is public; the token is not."""


class PlayerKind(StrEnum):
    """What kind of account a player has."""

    PERSON = "person"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Identity:
    """A player as others see it."""

    id: PlayerId
    name: str
    kind: PlayerKind = PlayerKind.PERSON
    rating: int | None = None
    """For the ruleset and the speed of the room, when the player sat down; None: not known."""
    provisional: bool = False
    """Whether little is known of the rating yet."""
