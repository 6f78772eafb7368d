"""What a new link asks for, so that everything goes on as before."""

from collections.abc import Mapping
from dataclasses import dataclass

from pente_core.identity import RoomId
from pente_core.rating import Speed
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.lists import RoomFilter

PlayerQuestion = tuple[str, Speed | None]
"""A ruleset and a speed whose ratings a list of players shows."""


@dataclass(frozen=True, slots=True)
class Resumption:
    """What a new link has to ask for, so that everything goes on as before."""

    rooms: Mapping[RoomId, Checkpoint | None]
    """Up to where each watched room is known, as far as they fit into the hello; None: not at all."""
    more_rooms: Mapping[RoomId, Checkpoint | None]
    """The rooms beyond those, to be watched again one by one."""
    passwords: Mapping[RoomId, str]
    """The passwords of rooms, as far as they have one."""
    following: TvChannel | None
    """The channel of TV that is followed; None: none."""
    browsing: RoomFilter | None
    """The filter with which the lobby is browsed; None: it is not."""
    browsing_players: PlayerQuestion | None = None
    """Which ratings the list of who is here shows; None: it is not looked at."""
    receives_messages: bool = False

    @property
    def passwords_of_rooms(self) -> dict[RoomId, str]:
        """The passwords for the hello."""
        return {room: self.passwords[room] for room in self.rooms if room in self.passwords}
