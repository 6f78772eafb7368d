"""Moderation: what the host of a room does about a player who is named."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import assert_never

from pente_client.connection import RequestRejected
from pente_client.input.commands import ModerationAction
from pente_core.identity import PlayerId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.people import ProfileFound


@dataclass(frozen=True, slots=True)
class ModerationOrder:
    """An order of the host about a player."""

    action: ModerationAction
    name: str

    async def to(self, room: Room, profile: Callable[[str], Awaitable[ProfileFound]]) -> cmd.Moderation:
        """The command that carries it out in a room; ``profile`` asks the server who has a name.

        Raises what that raises, so RequestRejected for a name that nobody has. A player who has said
        something under a name that they have given up since is found too.
        """
        try:
            return self.about((await profile(self.name)).player.id)
        except RequestRejected as rejected:
            if rejected.code != ErrorCode.UNKNOWN_PLAYER:
                raise
            said = (line.player for line in reversed(room.chat))
            speaker = next((who for who in said if who.name.casefold() == self.name.casefold()), None)
            if speaker is None:
                raise
            return self.about(speaker.id)

    def about(self, player: PlayerId) -> cmd.Moderation:
        """The command about a player."""
        match self.action:
            case ModerationAction.MUTE:
                return cmd.Mute(player)
            case ModerationAction.UNMUTE:
                return cmd.Unmute(player)
            case ModerationAction.KICK:
                return cmd.Kick(player)
            case ModerationAction.BAN:
                return cmd.Ban(player)
            case ModerationAction.UNBAN:
                return cmd.Unban(player)
            case _ as unreachable:
                assert_never(unreachable)
