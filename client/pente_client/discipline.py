"""Discipline: what the host of a room orders about somebody who is named."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from pente_client.connection import Denied
from pente_core.player import PlayerId
from pente_core.room import Ban, Kick, Moderation, Mute, Room, Unban, Unmute
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ProfileFound


class Deed(StrEnum):
    """What is done about somebody."""

    MUTE = "mute"
    UNMUTE = "unmute"
    KICK = "kick"
    BAN = "ban"
    UNBAN = "unban"


@dataclass(frozen=True, slots=True)
class Discipline:
    """An order about somebody."""

    deed: Deed
    name: str

    async def to(self, room: Room, profile: Callable[[str], Awaitable[ProfileFound]]) -> Moderation:
        """The command that carries it out in a room; ``profile`` asks the server who has a name.

        Raises what that raises, so Denied for a name that nobody has. Who has said something under a name
        that is no longer his is found too.
        """
        try:
            return self.about((await profile(self.name)).player.id)
        except Denied as denied:
            if denied.code != ErrorCode.UNKNOWN_PLAYER:
                raise
            said = (line.player for line in reversed(room.chat))
            speaker = next((who for who in said if who.name.casefold() == self.name.casefold()), None)
            if speaker is None:
                raise
            return self.about(speaker.id)

    def about(self, player: PlayerId) -> Moderation:
        """The command about a player."""
        match self.deed:
            case Deed.MUTE:
                return Mute(player)
            case Deed.UNMUTE:
                return Unmute(player)
            case Deed.KICK:
                return Kick(player)
            case Deed.BAN:
                return Ban(player)
            case Deed.UNBAN:
                return Unban(player)
            case _ as unreachable:
                assert_never(unreachable)
