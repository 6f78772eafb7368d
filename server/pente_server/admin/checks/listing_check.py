"""Check of the lists of live rooms: each room is in those of its summary, and in no others.

Everything in these lists is derived from logs. A repair sets it aside all the same, as everywhere.
"""

from dataclasses import dataclass

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, deadline
from pente_protocol.codec import decode_summary, encode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.messages.lists import RoomSummary
from pente_server.admin.checks.damage import Damage, noted
from pente_server.rooms.room_listing import decode_activity, encode_activity, listing_of, room_summary
from pente_server.store.redis.raw_keys import Command, RawKeys
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.keys import Keys
from pente_server.store.room_list_store import Listing, listing_in


@dataclass(frozen=True, slots=True)
class ListedEntries:
    """What lists have of a room, undecoded; None: nothing."""

    summary: bytes | None
    record: bytes | None
    activity: bytes | None


async def listing_damage(
    raw: RawKeys, room_id: RoomId, room: Room, entries: ListedEntries, now: Instant
) -> list[Damage]:
    """What is wrong with the lists of a live room. Raises StoreUnavailable."""
    tag, summary = raw.keys.tag(room_id), room_summary(room_id, room)
    wanted, record = listing_of(summary), entries.record
    stored = entries.summary or b""
    body = stored if is_summary(stored, summary) else encode_summary(summary)
    there = await _lists_with(raw, tag, wanted)
    known = _known(record)
    found: list[Damage] = []
    if known != wanted or record != wanted.record(body) or there != set(wanted.names):
        found.append(
            Damage(
                f"room {room_id} is not in the lists that its log leads to",
                "lists it anew",
                (
                    *_removals(raw.keys, room_id, record, now),
                    *_additions(tag, room_id, wanted, wanted.record(body)),
                ),
            )
        )
    version, _, activity = (entries.activity or b"").partition(b" ")
    is_current = version == str(room.version).encode() and decode_activity(activity) is not None
    if not is_current:
        anew = b"%d %s" % (room.version, encode_activity(room, deadline(room)))
        kept = _noted(raw.keys, room_id, now, "activity", entries.activity)
        write: Command = ("HSET", keys.activity(tag), room_id, anew)
        what = f"lists show an old position of room {room_id}"
        found.append(Damage(what, "writes it anew", (*kept, write)))
    return found


def unlisted_damage(named: Keys, room_id: RoomId, entries: ListedEntries, now: Instant) -> list[Damage]:
    """What is left in lists of a room that should be in none."""
    if entries.record is None and entries.activity is None:
        return []
    what = f"room {room_id} is in lists of live rooms, though it is not live"
    kept = _noted(named, room_id, now, "activity", entries.activity)
    forget: Command = ("HDEL", keys.activity(named.tag(room_id)), room_id)
    return [
        Damage(what, "takes it off them", (*_removals(named, room_id, entries.record, now), *kept, forget))
    ]


def is_summary(body: bytes | None, wanted: RoomSummary) -> bool:
    """Whether a stored summary is what it should be."""
    try:
        return body is not None and decode_summary(body) == wanted
    except ProtocolError:
        return False


async def _lists_with(raw: RawKeys, tag: str, listing: Listing) -> set[str]:
    """The lists of a listing in which the room is."""
    commands: list[Command] = [("ZSCORE", keys.room_list(tag, name), listing.place) for name in listing.names]
    scores = await raw.read(commands, at_once=True)
    return {name for name, score in zip(listing.names, scores, strict=True) if score is not None}


def _known(record: bytes | None) -> Listing | None:
    try:
        return None if record is None else listing_in(record)
    except ValueError:
        return None


def _removals(named: Keys, room_id: RoomId, record: bytes | None, now: Instant) -> tuple[Command, ...]:
    """Take a room off the lists that it is said to be in."""
    tag, listing = named.tag(room_id), _known(record)
    kept = _noted(named, room_id, now, "listed", record)
    removals: list[Command] = []
    if listing is not None:
        kept += _noted(named, room_id, now, "place", listing.place)
        removals += [("ZREM", keys.room_list(tag, name), listing.place) for name in listing.names]
    return (*kept, *removals, ("HDEL", keys.listed(tag), room_id))


def _noted(named: Keys, room_id: RoomId, now: Instant, name: str, value: bytes | None) -> tuple[Command, ...]:
    return () if value is None else noted(named.log(room_id), now, {name: value})


def _additions(tag: str, room_id: RoomId, listing: Listing, record: bytes) -> tuple[Command, ...]:
    additions: list[Command] = [
        ("ZADD", keys.room_list(tag, name), 0, listing.place) for name in listing.names
    ]
    return (*additions, ("HSET", keys.listed(tag), room_id, record))
