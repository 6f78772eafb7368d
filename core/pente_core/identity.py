"""Ids of players and rooms, and the public identity of a player."""

from typing import Annotated, Final, NewType

from msgspec import Meta

from pente_core.value import OpenEnum, Value

PlayerId = NewType("PlayerId", Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")])
"""The id of an account: 32 hex digits. Seats belong to ids, not names. It is public."""

RoomId = NewType("RoomId", Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{8,40}$(?!\n)")])
"""The id of a room: 8 to 40 letters and digits, - and _."""

NO_ROOM: Final = RoomId("")
"""The value of a field that refers to no room. It is a default, so it is never encoded."""


GUEST_PREFIX: Final = "guest-"
"""Every guest's name begins with this, and no other player can take such a name."""


IMPORTED_IDS: Final = "f0f0f0f0f0f0"
"""The ids of players of imported games begin with this. They are no accounts: nobody can log in as one, and
their games count in no results."""
IMPORTED_MARK: Final = "_"
"""The names of such players end with this. The name of an account ends with a letter or a digit."""


class PlayerKind(OpenEnum):
    """The kind of an account."""

    PERSON = "person"
    """A person."""
    BOT = "bot"
    """A computer player, which has said so when its account was opened."""


class Identity(Value):
    """A player as others see them."""

    id: PlayerId
    name: str
    kind: PlayerKind = PlayerKind.PERSON
    rating: int | None = None
    """The rating for the room's ruleset and speed when the player joined; None: unknown."""
    provisional: bool = False
    """Whether the rating is uncertain."""

    @property
    def is_imported(self) -> bool:
        """Whether this is only a name in an imported game."""
        return self.id.startswith(IMPORTED_IDS)

    @property
    def is_guest(self) -> bool:
        """Whether the player has no name of their own, only one that the server made up."""
        return self.name.startswith(GUEST_PREFIX)
