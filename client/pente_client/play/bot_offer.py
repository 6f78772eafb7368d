"""A bot to play instead of waiting for a person."""

from collections.abc import Callable
from contextlib import suppress

from pente_client.connection import ConnectionProblem
from pente_client.play.people.people_ports import PeoplePort
from pente_client.play.ports import CurrentRoom
from pente_client.words.bots.house_bots import may_play
from pente_core.clock.clock import format_time_control
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Abort, Leave, Room, Status
from pente_core.room.state.absence import expects_guests, is_correspondence
from pente_protocol.messages import PlayerActivity


def waits_for_anybody(room: Room, me: PlayerId) -> bool:
    """Whether a player is alone in a room for two that is open to all, and is not meant to wait for days."""
    created, taken = room.created, sum(player is not None for player in room.seats)
    is_open = not expects_guests(created.options, room.invited) and not is_correspondence(created.time)
    is_mine = room.seat_of(me) is not None and len(room.seats) == 2 and taken == 1
    return room.status is Status.WAITING and is_mine and is_open


async def bot_to_play(connection: PeoplePort) -> Identity | None:
    """A bot that is online, rather one that is not playing; None: none is, or the server does not answer."""
    try:
        bots = (await connection.online(PlayerKind.BOT)).players
    except ConnectionProblem:
        return None
    others = [bot for bot in bots if bot.player.id != connection.me.id and may_play(bot.player)]
    free = [bot for bot in others if bot.activity is not PlayerActivity.PLAYING]
    return next((bot.player for bot in (*free, *others)), None)


async def challenge_instead(
    connection: PeoplePort, waiting: CurrentRoom, bot: str, go_to: Callable[[RoomId], None]
) -> None:
    """Challenge a bot to the game for which a room waits, go there, and close the room that waits.

    Raises ConnectionProblem; if somebody has joined meanwhile, the bot's room is given up instead.
    """
    created = waiting.room.created
    ruleset, time = created.ruleset.spec, format_time_control(created.time)
    challenged = await connection.create(ruleset, time, invite=[bot])
    go_to(challenged)
    try:
        await connection.act(waiting.id, Leave())
    except ConnectionProblem:
        for command in (Leave(), Abort()):
            with suppress(ConnectionProblem):
                await connection.act(challenged, command)
        go_to(waiting.id)
        raise
