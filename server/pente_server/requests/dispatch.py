"""Dispatch of requests to their handlers, by the type of the message."""

from typing import assert_never

from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Act,
    Block,
    Blocked,
    Browse,
    ClientMessage,
    Create,
    DeleteAccount,
    Explore,
    Follow,
    Games,
    Hello,
    Leaders,
    Logs,
    Ok,
    Online,
    PersonalData,
    Profile,
    Rename,
    Rooms,
    Unblock,
    Unbrowse,
    Unwatch,
    Watch,
)
from pente_server.requests import archive, blocking, lobby, personal_data, players, rooms
from pente_server.requests.requester import Requester

__all__ = ["Requester", "dispatch"]


async def dispatch(requester: Requester, message: ClientMessage) -> None:
    """Carry out a request and send its reply.

    Raises Refused, RequestDenied, UnknownRoom, StoreUnavailable and ProtocolError; no reply was sent then.
    """
    match message:
        case Act():
            await rooms.act(requester, message)
        case Create():
            await rooms.open_room(requester, message)
        case Watch(room=room, since=since, password=password):
            requester.send_message(Ok(message.id, room, await rooms.watch(requester, room, since, password)))
        case Unwatch(room=room):
            rooms.unwatch(requester, room)
            requester.send_message(Ok(message.id, room))
        case Rooms():
            lobby.list_rooms(requester, message)
        case Browse():
            lobby.browse(requester, message)
        case Unbrowse():
            lobby.unbrowse(requester, message)
        case Online():
            lobby.list_online(requester, message)
        case Follow():
            lobby.follow(requester, message)
        case Games():
            requester.send_message(await archive.games(requester, message))
        case Logs():
            requester.send_message(await archive.logs(requester, message))
        case Explore():
            requester.send_message(await archive.explore(requester, message))
        case Profile():
            requester.send_message(await players.profile(requester, message))
        case Leaders():
            requester.send_message(await players.leaders(requester, message))
        case Rename():
            await players.rename(requester, message)
        case Block():
            await blocking.block(requester, message)
        case Unblock():
            await blocking.unblock(requester, message)
        case Blocked():
            await blocking.list_blocked(requester, message)
        case PersonalData():
            requester.send_message(await personal_data.personal_data(requester, message))
        case DeleteAccount():
            await personal_data.delete_account(requester, message)
        case Hello():
            raise ProtocolError("a second hello")
        case _ as unreachable:
            assert_never(unreachable)
