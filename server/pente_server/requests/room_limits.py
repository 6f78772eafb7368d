"""How many rooms a player may open, have a seat in, and watch."""

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.token_bucket import TokenBucket
from pente_server.requests.requester.requester import Requester


def check_openings(requester: Requester) -> TokenBucket:
    """Count a new room of the player, in a bucket. Raises RequestDenied when they open rooms too fast."""
    bucket = requester.ports.rooms.openings[requester.player.kind].of(requester.player.id)
    if wait := bucket.try_take():
        text = "You open rooms too fast. Wait a moment."
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
    return bucket


async def check_rooms(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the player may join and watch ``room_id``, or a new room.

    Raises RequestDenied and StoreUnavailable.
    """
    await check_seats(requester, room_id)
    check_watched(requester, room_id)


async def check_seats(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the player may take a seat in ``room_id``, or in a new room.

    Raises RequestDenied and StoreUnavailable.
    """
    ports = requester.ports.rooms
    seats = await ports.room_directory.seats_of(requester.player.id)
    most = ports.allowance.rooms_for(requester.player.kind)
    if room_id not in seats and len(seats) >= most:
        text = f"You have seats in {most} rooms. Finish a game or leave a room first."
        raise RequestDenied(ErrorCode.TOO_MANY, text)


def check_watched(requester: Requester, room_id: RoomId | None = None) -> None:
    """Check that the session may listen to ``room_id``, or to a new room. Raises RequestDenied."""
    hub, most = requester.ports.rooms.hub, requester.ports.rooms.allowance.watched_rooms
    is_more = room_id is None or not hub.is_listening(requester, room_id)
    if is_more and hub.count_rooms(requester) >= most:
        raise RequestDenied(ErrorCode.TOO_MANY, f"You watch {most} rooms. Stop watching one first.")
