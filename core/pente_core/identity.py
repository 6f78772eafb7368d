"""Who sits at the tables and watches."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

PlayerId = NewType("PlayerId", str)
"""An identity: 32 hex digits. Seats belong to it, never to a name. It is public; the token is not."""

RoomId = NewType("RoomId", str)
"""The id of a room: 8 to 40 letters and digits, - and _."""

NO_ROOM: Final = RoomId("")
"""Stands where there is no other room. It is a default, so it is never written."""


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
