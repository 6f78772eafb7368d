"""What players may ask for once they have said hello: a module for each part of the server."""

from typing import assert_never

from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Act,
    ClientMessage,
    Create,
    Follow,
    Hello,
    Ok,
    Rooms,
    Unwatch,
    Watch,
)
from pente_server.requests import rooms
from pente_server.requests.asker import Asker

__all__ = ["Asker", "carry_out"]


async def carry_out(asker: Asker, message: ClientMessage) -> None:
    """Do what is asked for and reply.

    Raises Refused, Denied, UnknownRoom, StoreUnavailable and ProtocolError, and has replied nothing then.
    """
    match message:
        case Act():
            await rooms.act(asker, message)
        case Create():
            await rooms.open_room(asker, message)
        case Watch(room=room, since=since):
            asker.tell(Ok(message.id, room, await rooms.watch(asker, room, since)))
        case Unwatch(room=room):
            rooms.unwatch(asker, room)
            asker.tell(Ok(message.id, room))
        case Rooms():
            asker.tell(Ok(message.id, rooms=rooms.listed(asker)))
        case Follow():
            asker.node.hub.follow(asker)
            asker.tell(Ok(message.id, asker.node.lobby.featured))
        case Hello():
            raise ProtocolError("a second hello")
        case _ as unreachable:
            assert_never(unreachable)
