"""A bot to play instead of waiting for a person."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from pente_client.connection import ConnectionProblem
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Abort, Leave, PlayerCommand, Room, Status
from pente_core.room.state.absence import expects_guests, is_correspondence
from pente_protocol.messages import OnlineList, PlayerActivity


class BotPort(Protocol):
    """The connection, as the way to a game with a bot sees it."""

    @property
    def me(self) -> Identity: ...

    async def online(self, kind: PlayerKind | None = None) -> OnlineList: ...

    async def create(
        self, ruleset: str | Mapping[str, Any], time: str, *, invite: Sequence[str] = ()
    ) -> RoomId: ...

    async def act(self, room: RoomId, command: PlayerCommand) -> int: ...


def waits_for_anybody(room: Room, me: PlayerId) -> bool:
    """Whether a player is alone in a room for two that is open to all, and is not meant to wait for days."""
    created, taken = room.created, sum(player is not None for player in room.seats)
    is_open = not expects_guests(created.options, room.invited) and not is_correspondence(created.time)
    is_mine = room.seat_of(me) is not None and len(room.seats) == 2 and taken == 1
    return room.status is Status.WAITING and is_mine and is_open


async def bot_to_play(connection: BotPort) -> Identity | None:
    """A bot that is online, rather one that is not playing; None: none is, or the server does not answer."""
    try:
        bots = (await connection.online(PlayerKind.BOT)).players
    except ConnectionProblem:
        return None
    others = [bot for bot in bots if bot.player.id != connection.me.id]
    free = [bot for bot in others if bot.activity is not PlayerActivity.PLAYING]
    return next((bot.player for bot in (*free, *others)), None)


async def challenge_instead(connection: BotPort, id_: RoomId, room: Room, bot: str) -> RoomId:
    """Challenge a bot to the game for which a room waits, and close that room: the id of the new one.

    Raises ConnectionProblem; if somebody has joined the old room meanwhile, the new one is given up.
    """
    created = room.created
    challenged = await connection.create(
        created.ruleset.spec, format_time_control(created.time), invite=[bot]
    )
    try:
        await connection.act(id_, Leave())
    except ConnectionProblem:
        for command in (Leave(), Abort()):
            with suppress(ConnectionProblem):
                await connection.act(challenged, command)
        raise
    return challenged
