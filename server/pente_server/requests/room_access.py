"""Access: who may come into a room, to watch or to sit down."""

from pente_core.identity import PlayerId, RoomId
from pente_core.room import Reason, Refused, Room, is_expected, may_watch
from pente_server.requests.context import Requester


async def admit_viewer(asker: Requester, room_id: RoomId, password: str) -> None:
    """Return when the asker may watch a room. Raises Refused, Denied, UnknownRoom and StoreUnavailable."""
    keeper, player = asker.ports.rooms.keeper, asker.player.id
    room = keeper.known(room_id)
    if room is None or not may_watch(room, player) or _is_locked_for(room, player):
        room = await keeper.current(room_id)  # he may just have sat down
    check_watching(room, player)
    if _is_locked_for(room, player):
        await asker.ports.rooms.room_passwords.check(room.created.options.lock, password, player)


async def check_room_password(asker: Requester, room: Room, password: str) -> None:
    """Return when the asker may sit down in a room as far as its password is concerned. Raises Denied."""
    if _is_locked_for(room, asker.player.id):
        await asker.ports.rooms.room_passwords.check(room.created.options.lock, password, asker.player.id)


def check_watching(room: Room, player: PlayerId) -> None:
    """Raises Refused for somebody who may not watch a room."""
    if not may_watch(room, player):
        raise Refused(Reason.BANNED if player in room.banned else Reason.NOT_INVITED)


def _is_locked_for(room: Room, player: PlayerId) -> bool:
    return bool(room.created.options.lock) and not is_expected(room, player)
