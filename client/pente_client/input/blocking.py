"""Blocking: what a player does about another one, in all rooms and for as long as it likes."""

from dataclasses import dataclass

from pente_core.identity import PlayerId
from pente_core.room import Room


@dataclass(frozen=True, slots=True)
class BlockOrder:
    """An order to block or unblock a player."""

    name: str
    is_block: bool
    """False: unblock."""

    def target(self, room: Room) -> PlayerId | str:
        """The player who is meant: the one with that name in the room or its chat, else any with that name.

        A player may have changed their name since, and others could have taken it.
        """
        said = (line.player for line in reversed(room.chat))
        seated = (player for player in room.seats if player is not None)
        wanted = self.name.casefold()
        found = (player.id for player in (*seated, *said) if player.name.casefold() == wanted)
        return next(found, self.name)
