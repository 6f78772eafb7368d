"""What lists show of a live room: its summary, the lists that it is in, and what changes with every move.

A list for each combination of conditions makes a filter with any of them one look: its cost depends on the
answer, not on the number of rooms.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, Final

import msgpack

from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.rating import Speed, speed_of
from pente_core.room import Options, Room, WatchPolicy, is_seen_later
from pente_core.room import events as ev
from pente_core.room.absence import grace, is_correspondence
from pente_core.room.offers import OfferKind, open_offer
from pente_protocol.messages.lists import RoomActivity, RoomSummary
from pente_server.store.archive_store import sort_key
from pente_server.store.room_list_store import Listing

CLOCKS: Final = "clocks"
"""The rooms in which time runs against a player: games with a clock, and waiting rooms with a player who is
away, the private ones too.
"""
ABSENCES: Final = "absences"
"""The rooms in which it matters that a player is away, the private ones too."""
SEEN_LATER: Final = "seen-later"
"""The games that viewers see some seconds later, the private ones too: for them, players are there."""
UNSHOWN: Final = "unshown"
"""Those of them that are over, while viewers may not know that yet."""
BAND: Final = 200
"""How many rating points a list of rooms by rating covers."""
_ANY: Final = "*"


def room_summary(room_id: RoomId, room: Room) -> RoomSummary:
    """A room's entry in the lobby."""
    created = room.created
    return RoomSummary(
        id=room_id,
        ruleset=created.ruleset,
        time=created.time,
        status=room.status,
        seats=room.seats,
        created_at=created.at,
        host=created.by,
        invited=room.invited,
        options=room.options.shown,
        continues=created.continues,
        number=created.number,
        away=_away(room),
        from_position=created.setup is not None,
        out=tuple(seat for seat in range(len(room.seats)) if room.game.position.out >> seat & 1),
    )


def _away(room: Room) -> tuple[int, ...]:
    if room.status is not ev.Status.WAITING:
        return ()
    return tuple(sorted(absence.seat for absence in room.absent))


def summary_changed(before: Room, after: Room) -> bool:
    """Whether a room's summary has changed."""
    return (
        before.status is not after.status
        or before.watch is not after.watch
        or before.seats != after.seats
        or before.invited != after.invited
        or before.game.position.out != after.game.position.out
        or (after.status is ev.Status.WAITING and before.absent != after.absent)
    )


def listing_of(room: RoomSummary) -> Listing:
    """The lists that a room is in."""
    names = list(_own_lists(room))
    if not room.options.private:
        names += _public_lists(room)
    return Listing(sort_key(room.created_at, room.id), tuple(names))


def public_list(
    status: ev.Status | None = None,
    ruleset: str = "",
    speed: Speed | None = None,
    kind: PlayerKind | None = None,
) -> str:
    """The list of the rooms that are not private, and for which the conditions hold.

    ``kind``: a player of that kind has a seat.

    >>> public_list(ev.Status.WAITING, speed=Speed.BLITZ)
    'waiting/*/blitz/*'
    """
    return "/".join((status or _ANY, ruleset or _ANY, speed or _ANY, kind or _ANY))


def rating_list(band: int, status: ev.Status | None = None) -> str:
    """The list of the rooms that are not private with a player whose rating is in a band of `BAND` points."""
    return f"rating/{status or _ANY}/{band}"


def player_list(player: PlayerId) -> str:
    """The list of the rooms in which a player has a seat or an invitation, the private ones too."""
    return f"player/{player}"


def watchable_list(people: int) -> str:
    """The list of the games that anybody may watch, with so many people among their players."""
    return f"watchable/{people}"


def has_running_clock(room: RoomSummary) -> bool:
    """Whether an outage has to be credited to the clocks of a room."""
    return room.status is ev.Status.PLAYING and not isinstance(room.time, Unlimited)


def notices_absence(room: RoomSummary) -> bool:
    """Whether it matters in a room that a player is away."""
    match room.status:
        case ev.Status.PLAYING:
            return grace(room.time) is not None
        case ev.Status.WAITING:
            return not is_correspondence(room.time)
        case _:
            return False


def is_watchable(room: RoomSummary) -> bool:
    """Whether anybody may watch a room and know of it."""
    return is_public(room.options)


def shows_course(room: RoomSummary) -> bool:
    """Whether anybody may know what goes on in a room."""
    return is_watchable(room) and room.options.viewer_delay is None


def is_public(options: Options) -> bool:
    """Whether anybody may watch a room with these options and know of it."""
    return not (options.private or options.password_hash) and options.watch is WatchPolicy.ANYBODY


def count_people(room: RoomSummary) -> int:
    return sum(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)


def has_unshown_end(room: RoomSummary) -> bool:
    """Whether a room is in lists only for viewers who may not know yet that its game is over."""
    return room.status is ev.Status.FINISHED


def members(room: RoomSummary) -> set[PlayerId]:
    """The players who have an invitation or a seat, unless they are out of the game."""
    return {player.id for player in (*room.players, *room.invited)}


def has_seat(room: RoomSummary, player: PlayerId) -> bool:
    """Whether a player has a seat, and is not out of the game."""
    return any(taker.id == player for taker in room.players)


def _own_lists(room: RoomSummary) -> Iterator[str]:
    yield from map(player_list, sorted(_named_in(room)))
    if has_running_clock(room) or room.away:
        yield CLOCKS
    if notices_absence(room):
        yield ABSENCES
    if room.status is not ev.Status.WAITING and is_seen_later(room.options):
        yield SEEN_LATER
    if has_unshown_end(room):
        yield UNSHOWN
    if is_watchable(room) and room.status is ev.Status.PLAYING:
        yield watchable_list(count_people(room))


def _named_in(room: RoomSummary) -> set[PlayerId]:
    """The players by whose names a room is found. That does not tell who is out of a game that viewers see
    later.
    """
    named = members(room)
    if room.options.viewer_delay is not None:
        named |= {player.id for player in room.seats if player is not None}
    return named


def _public_lists(room: RoomSummary) -> Iterator[str]:
    statuses = (None, ev.Status.PLAYING if has_unshown_end(room) else room.status)
    kinds = sorted({player.kind for player in room.seats if player is not None})
    conditions = product(statuses, ("", room.ruleset.base), (None, speed_of(room.time)), (None, *kinds))
    yield from (public_list(*each) for each in conditions)
    ratings = (player.rating for player in room.seats if player is not None)
    bands = sorted({rating // BAND for rating in ratings if rating is not None})
    yield from (rating_list(band, status) for band, status in product(bands, statuses))


def encode_activity(room: Room, due: Instant | None) -> bytes:
    """What goes on in a room, for a store; who is connected is not part of it. ``due`` is its deadline."""
    out = room.game.position.out
    asked = range(len(room.seats)) if room.offers else ()
    seats = [s for s in asked if not out >> s & 1 and any(offer.concerns(s) for offer in room.offers)]
    notice = None if room.paused is None else open_offer(room.offers, OfferKind.RESUME)
    resumes = None if notice is None else notice.until
    body: bytes = msgpack.packb(
        (room.to_act, room.game.stones, due, room.active, seats, room.paused, resumes)
    )
    return body


def decode_activity(body: bytes) -> RoomActivity | None:
    """What `encode_activity` has written, also that of a later version, which may say more; else None."""
    try:
        content: Any = msgpack.unpackb(body)
        to_act, ply, due, active, seats, paused, resumes, *_ = content
        return RoomActivity(
            to_act, int(ply), due, Instant(active), (), tuple(map(int, seats)), paused, resumes
        )
    except (ValueError, TypeError, msgpack.UnpackException):
        return None
