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


async def dispatch(requester: Requester, message: ClientMessage) -> None:
    """Do what is asked for and reply.

    Raises Refused, RequestDenied, UnknownRoom, StoreUnavailable and ProtocolError, and has not replied then.
    """
    match message:
        case Act():
            await rooms.act(requester, message)
        case Create():
            await rooms.open_room(requester, message)
        case Watch(room=room, since=since, password=password):
            requester.tell(Ok(message.id, room, await rooms.watch(requester, room, since, password)))
        case Unwatch(room=room):
            rooms.unwatch(requester, room)
            requester.tell(Ok(message.id, room))
        case Rooms():
            lobby.list_rooms(requester, message)
        case Browse():
            lobby.browse(requester, message)
        case Unbrowse():
            lobby.unbrowse(requester, message)
        case Online():
            lobby.who_is_here(requester, message)
        case Follow():
            lobby.follow(requester, message)
        case Games():
            requester.tell(await archive.games(requester, message))
        case Logs():
            requester.tell(await archive.logs(requester, message))
        case Explore():
            requester.tell(await archive.explore(requester, message))
        case Profile():
            requester.tell(await players.profile(requester, message))
        case Leaders():
            requester.tell(await players.leaders(requester, message))
        case Rename():
            await players.rename(requester, message)
        case Hello():
            raise ProtocolError("a second hello")
        case _ as unreachable:
            assert_never(unreachable)
