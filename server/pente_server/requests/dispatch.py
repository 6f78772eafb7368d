"""What players may ask for once they have said hello: a module for each part of the server."""

from typing import Final, assert_never

from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Act,
    Browse,
    ClientMessage,
    Create,
    Explore,
    Follow,
    Games,
    Hello,
    Leaders,
    Logs,
    Ok,
    Online,
    Profile,
    Rename,
    Rooms,
    Unbrowse,
    Unwatch,
    Watch,
)
from pente_server.requests import archive, lobby, players, rooms
from pente_server.requests.context import Requester

__all__ = ["QUESTIONS", "Requester", "dispatch"]

QUESTIONS: Final = (Rooms, Browse, Online, Games, Logs, Explore, Profile, Leaders)
"""What is answered with more than there is in it: a list that is looked through, or a part of the store."""


async def dispatch(asker: Requester, message: ClientMessage) -> None:
    """Do what is asked for and reply.

    Raises Refused, Denied, UnknownRoom, StoreUnavailable and ProtocolError, and has replied nothing then.
    """
    match message:
        case Act():
            await rooms.act(asker, message)
        case Create():
            await rooms.open_room(asker, message)
        case Watch(room=room, since=since, password=password):
            asker.tell(Ok(message.id, room, await rooms.watch(asker, room, since, password)))
        case Unwatch(room=room):
            rooms.unwatch(asker, room)
            asker.tell(Ok(message.id, room))
        case Rooms():
            lobby.list_rooms(asker, message)
        case Browse():
            lobby.browse(asker, message)
        case Unbrowse():
            lobby.unbrowse(asker, message)
        case Online():
            lobby.who_is_here(asker, message)
        case Follow():
            lobby.follow(asker, message)
        case Games():
            asker.tell(await archive.games(asker, message))
        case Logs():
            asker.tell(await archive.logs(asker, message))
        case Explore():
            asker.tell(await archive.explore(asker, message))
        case Profile():
            asker.tell(await players.profile(asker, message))
        case Leaders():
            asker.tell(await players.leaders(asker, message))
        case Rename():
            await players.rename(asker, message)
        case Hello():
            raise ProtocolError("a second hello")
        case _ as unreachable:
            assert_never(unreachable)
