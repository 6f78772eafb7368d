"""Access: who may come into a room, to watch or to sit down."""

from pente_core.identity import PlayerId, RoomId
from pente_core.room import Reason, Refused, Room, is_expected, may_watch
from pente_server.requests.context import Requester


async def admit_viewer(requester: Requester, room_id: RoomId, password: str) -> None:
    """Return when the requester may watch a room.

    Raises Refused, RequestDenied, UnknownRoom and StoreUnavailable.
    """
    keeper, player = requester.ports.rooms.keeper, requester.player.id
    room = keeper.known(room_id)
    if room is None or not may_watch(room, player) or _is_locked_for(room, player):
        room = await keeper.current(room_id)  # the player may just have joined it
    check_watching(room, player)
    await check_room_password(requester, room, password)


async def check_room_password(requester: Requester, room: Room, password: str) -> None:
    """Return when a room's password does not keep the requester out. Raises RequestDenied."""
    player = requester.player.id
    if _is_locked_for(room, player):
        passwords = requester.ports.rooms.room_passwords
        await passwords.check(room.created.options.lock, password, player)


def check_watching(room: Room, player: PlayerId) -> None:
    """Raises Refused for somebody who may not watch a room."""
    if not may_watch(room, player):
        raise Refused(Reason.BANNED if player in room.banned else Reason.NOT_INVITED)


def _is_locked_for(room: Room, player: PlayerId) -> bool:
    return bool(room.created.options.lock) and not is_expected(room, player)
