"""Which room to sit down in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pente_client.cli.online.room_password import RoomLocked, watch_with_password
from pente_client.connection import Client, RequestRejected
from pente_client.options.shared_options import DEFAULT_TIME
from pente_core.clock.clock import TimeControl, format_time_control
from pente_core.identity import Identity
from pente_core.room import DEFAULT_OPTIONS, Join, Options, Reason, Status
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import RoomId, RoomSummary

_TAKEN: Final = frozenset(
    {
        Reason.ROOM_FULL,
        Reason.SEAT_TAKEN,
        Reason.RESERVED,
        Reason.ROOM_CLOSED,
        Reason.OTHER_RATING,
        Reason.BANNED,
        "unknown-room",
    }
)
"""Somebody else was quicker, or we are not wanted there."""


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What somebody wants to play; None: it does not matter."""

    ruleset: str | Mapping[str, Any] | None = None
    time: TimeControl | None = None
    seat: int | None = None
    room: RoomId | None = None
    against: str = ""
    is_new: bool = False
    options: Options = DEFAULT_OPTIONS
    """What a room that is opened is to be like; one that is joined uninvited has to fit."""
    password: str = ""
    """Of the room that is named, or opened."""

    def fits(self, room: RoomSummary) -> bool:
        """Whether the room is played by the rules and clocks that are wanted."""
        return (self.ruleset is None or room.ruleset == ruleset_from(self.ruleset)) and (
            self.time is None or room.time == self.time
        )


async def find_game(client: Client, wish: GameRequest) -> RoomId:
    """Sit down where the wish is met, or open a room; it is watched from then on.

    Raises Denied, as `RoomLocked` for a room that was named and has a password.
    """
    if wish.room is not None:
        return await _enter(client, wish.room, wish)
    if wish.against:
        host = wish.against.casefold()
        for room in _invitations(client, wish):
            if room.host.name.casefold() == host and await _sat_down(client, room, wish.seat):
                return room.id
        return await _open(client, wish)
    if not wish.is_new:
        for room in _mine(client, wish):
            return (await client.watch(room.id)).id
        for room in [*_invitations(client, wish), *_free(await client.list_rooms(), client.me, wish)]:
            if await _sat_down(client, room, wish.seat):
                return room.id
    return await _open(client, wish)


async def _enter(client: Client, room: RoomId, wish: GameRequest) -> RoomId:
    """Come into a room that was named: back to the own seat, or to a free one."""
    try:
        replica = await watch_with_password(client, room, wish.password)
    except RequestRejected as denied:
        if denied.code != Reason.NOT_INVITED or not await _sat_down_unseen(client, room, wish):
            raise
        return room
    if replica.seat_of_me is None:
        await client.act(room, Join(wish.seat, wish.password))
    return room


async def _sat_down_unseen(client: Client, room: RoomId, wish: GameRequest) -> bool:
    """Sit down where only those at the table may watch; False: no seat is free."""
    try:
        await client.act(room, Join(wish.seat, wish.password))
    except RequestRejected as denied:
        if denied.code == ErrorCode.PASSWORD_NEEDED:
            raise RoomLocked from None
        if denied.code == Reason.ROOM_FULL:
            return False
        raise
    return True


async def _sat_down(client: Client, room: RoomSummary, seat: int | None) -> bool:
    try:
        await client.act(room.id, Join(seat))
    except RequestRejected as denied:
        if denied.code in _TAKEN:
            return False
        raise
    return True


async def _open(client: Client, wish: GameRequest) -> RoomId:
    time = DEFAULT_TIME if wish.time is None else format_time_control(wish.time)
    invite = [wish.against] if wish.against else []
    return await client.create(
        wish.ruleset or "pente",
        time,
        seat=wish.seat,
        invite=invite,
        options=wish.options,
        password=wish.password,
    )


def _mine(client: Client, wish: GameRequest) -> Iterator[RoomSummary]:
    """The rooms where this player has a seat, games before rooms that still wait."""
    seated = [room for room in client.welcome.rooms if _has_seat(room, client.me) and wish.fits(room)]
    live = [room for room in seated if room.status in (Status.PLAYING, Status.WAITING)]
    return iter(sorted(live, key=lambda room: room.status is not Status.PLAYING))


def _invitations(client: Client, wish: GameRequest) -> Iterator[RoomSummary]:
    for room in client.welcome.rooms:
        invited = any(player.id == client.me.id for player in room.invited)
        if invited and room.status is Status.WAITING and wish.fits(room) and _is_free(room, wish.seat):
            yield room


def _free(rooms: tuple[RoomSummary, ...], me: Identity, wish: GameRequest) -> Iterator[RoomSummary]:
    """Rooms that wait for anybody."""
    for room in rooms:
        is_open = room.status is Status.WAITING and not room.invited and not _has_seat(room, me)
        if (
            is_open
            and _is_wanted(room.options, wish.options)
            and wish.fits(room)
            and _is_free(room, wish.seat)
        ):
            yield room


def _is_wanted(options: Options, wish: Options) -> bool:
    """Whether one may sit down unasked in a room with these options: no more is decided than was said."""
    return options.rated == wish.rated and options.games == wish.games and not options.lock


def _has_seat(room: RoomSummary, player: Identity) -> bool:
    return any(taker is not None and taker.id == player.id for taker in room.seats)


def _is_free(room: RoomSummary, seat: int | None) -> bool:
    if seat is None:
        return None in room.seats
    return seat < len(room.seats) and room.seats[seat] is None
