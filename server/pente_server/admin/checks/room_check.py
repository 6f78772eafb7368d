"""Check of one room: its log, and what the lists say about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, deadline, hides_end, replay
from pente_core.room import events as ev
from pente_protocol.codec import encode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import read_log
from pente_server.admin.checks.damage import Damage, noted, renamed
from pente_server.admin.checks.listing_check import ListedEntries, is_summary, listing_damage, unlisted_damage
from pente_server.rooms.loaded.room_log import IMPLAUSIBLE
from pente_server.rooms.room_listing import has_running_clock, room_summary
from pente_server.store.redis.raw_keys import Command, RawKeys
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.keys import Keys

_OVER: Final = (ev.Status.FINISHED, ev.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class RoomEntries:
    """What lies in a store about one room, undecoded. None: nothing, or in a key of the wrong type."""

    keys: Keys
    """How the keys of the store are named."""
    id: RoomId
    log: Sequence[bytes] | None
    is_log_there: bool
    newest_command: int | None
    """The version to which the newest known command led."""
    are_commands_there: bool
    live: bytes | None
    listed: bytes | None
    """The record of the lists that it is in."""
    activity: bytes | None
    deadline: float | None
    finished: float | None
    passing: float | None
    unfiled: float | None
    is_archived: bool
    is_expiring: bool

    @property
    def of_lists(self) -> ListedEntries:
        return ListedEntries(self.live, self.listed, self.activity)

    @property
    def in_lists(self) -> dict[str | bytes, bytes | str | int]:
        """What the lists have, by the name of the list."""
        found = {
            "live": self.live,
            "deadlines": self.deadline,
            "finished": self.finished,
            "passing": self.passing,
            "unfiled": self.unfiled,
        }
        return {name: _text(value) for name, value in found.items() if value is not None}


async def room_damage(raw: RawKeys, room_id: RoomId, now: Instant) -> list[Damage]:
    """All damage of a room. Raises StoreUnavailable."""
    entries = await _entries(raw, room_id)
    if not entries.is_log_there:
        return [*_without_log(entries, now), *unlisted_damage(raw.keys, room_id, entries.of_lists, now)]
    try:
        room = _room(entries)
    except (ProtocolError, *IMPLAUSIBLE) as error:
        unreadable = _unreadable(entries, now, str(error) or type(error).__name__)
        return [unreadable, *unlisted_damage(raw.keys, room_id, entries.of_lists, now)]
    if room.status in _OVER:
        ended = _of_ended_room(entries, room, now)
        if hides_end(room, now):  # it stays in lists until viewers know
            return ended
        return [*ended, *unlisted_damage(raw.keys, room_id, entries.of_lists, now)]
    return [
        *_of_live_room(entries, room, now),
        *await listing_damage(raw, room_id, room, entries.of_lists, now),
    ]


async def _entries(raw: RawKeys, room_id: RoomId) -> RoomEntries:
    tag, log, commands = raw.keys.tag(room_id), raw.keys.log(room_id), raw.keys.commands(room_id)
    answers = await raw.read(
        [
            ("LRANGE", log, 0, -1),
            ("EXISTS", log),
            ("ZREVRANGE", commands, 0, 0, "WITHSCORES"),
            ("EXISTS", commands),
            *(("HGET", key(tag), room_id) for key in (keys.live, keys.listed, keys.activity)),
            *(("ZSCORE", key(tag), room_id) for key in _SORTED_SETS),
            ("EXISTS", raw.keys.game(room_id)),
            ("PTTL", log),
        ],
        at_once=True,
    )
    bodies, is_log, newest, are_commands, *answers = answers
    live, listed, activity, due, finished, passing, unfiled, is_archived, left = answers
    newest_command = ceil(float(newest[1])) if newest else None
    lists = live, listed, activity, due, finished, passing, unfiled
    return RoomEntries(
        raw.keys,
        room_id,
        bodies,
        bool(is_log),
        newest_command,
        bool(are_commands),
        *lists,
        bool(is_archived),
        left >= 0,
    )


_SORTED_SETS: Final = (keys.deadlines, keys.finished, keys.passing, keys.unfiled)


def _room(entries: RoomEntries) -> Room:
    """The room that the log leads to. Raises ProtocolError, and what an implausible log does."""
    if entries.log is None:
        raise ProtocolError("its key has another type")
    room = replay(read_log(entries.log))
    if entries.newest_command is not None and entries.newest_command > room.version:
        raise ProtocolError(f"it has {room.version} events, though a command led to {entries.newest_command}")
    return room


def _without_log(entries: RoomEntries, now: Instant) -> list[Damage]:
    listed = {name: value for name, value in entries.in_lists.items() if name != "passing"}
    if not listed:  # its log has expired
        return []
    what = f"room {entries.id} has no log, but is in these lists: {', '.join(map(str, listed))}"
    return [Damage(what, "takes it off the lists", _unlisted(entries, now))]


def _unreadable(entries: RoomEntries, now: Instant, why: str) -> Damage:
    log, commands = entries.keys.log(entries.id), entries.keys.commands(entries.id)
    aside = (*renamed(log, now), *(renamed(commands, now) if entries.are_commands_there else ()))
    return Damage(
        f"the log of room {entries.id} can't be read: {why}",
        f"takes the room off all lists, and renames its log to {keys.set_aside(log, now)};"
        " or restore the room from a backup",
        (*_unlisted(entries, now), *aside),
    )


def _unlisted(entries: RoomEntries, now: Instant) -> tuple[Command, ...]:
    """Take a room off all lists, and keep what they had."""
    tag = entries.keys.tag(entries.id)
    removals: list[Command] = [("HDEL", keys.live(tag), entries.id)] if entries.live is not None else []
    scores = (entries.deadline, entries.finished, entries.passing, entries.unfiled)
    removals += [
        ("ZREM", key(tag), entries.id)
        for key, score in zip(_SORTED_SETS, scores, strict=True)
        if score is not None
    ]
    return (*noted(entries.keys.log(entries.id), now, entries.in_lists), *removals)


def _of_live_room(entries: RoomEntries, room: Room, now: Instant) -> list[Damage]:
    tag, wanted = entries.keys.tag(entries.id), room_summary(entries.id, room)
    found: list[Damage] = []
    if not is_summary(entries.live, wanted):
        kept: dict[str | bytes, bytes | str | int] = {} if entries.live is None else {"live": entries.live}
        body = encode_summary(wanted)
        found.append(
            Damage(
                f"the entry of room {entries.id} in the lobby is {'wrong' if kept else 'missing'}",
                "writes it anew from the log",
                (*noted(entries.keys.log(entries.id), now, kept), ("HSET", keys.live(tag), entries.id, body)),
            )
        )
    due = deadline(room)
    if due is not None and entries.deadline is None and has_running_clock(wanted):
        what = f"room {entries.id} has no deadline, so that no flag would fall after a restart"
        add: Command = ("ZADD", keys.deadlines(tag), due, entries.id)
        found.append(Damage(what, "computes it from the log", (add,)))
    return found


def _of_ended_room(entries: RoomEntries, room: Room, now: Instant) -> list[Damage]:
    tag, found = entries.keys.tag(entries.id), list[Damage]()
    if entries.live is not None and not hides_end(room, now):
        kept = noted(entries.keys.log(entries.id), now, {"live": entries.live})
        what = f"room {entries.id} is over, but still in the lobby"
        removal: Command = ("HDEL", keys.live(tag), entries.id)
        found.append(Damage(what, "takes it off the lobby", (*kept, removal)))
    is_listed = entries.finished is not None or entries.passing is not None
    if not is_listed:
        ended = keys.passing(tag) if entries.is_expiring else keys.finished(tag)
        what = f"room {entries.id} is over, but not in the list of finished rooms"
        found.append(Damage(what, "adds it", (("ZADD", ended, room.active, entries.id),)))
    is_kept = not entries.is_expiring and entries.passing is None and room.status is ev.Status.FINISHED
    if is_kept and not entries.is_archived and entries.unfiled is None:
        what = f"the game of room {entries.id} is missing in the archive"
        queue: Command = ("ZADD", keys.unfiled(tag), now, entries.id)
        found.append(Damage(what, "has the next server file it again", (queue,)))
    return found


def _text(value: bytes | float) -> bytes | str | int:
    return value if isinstance(value, bytes) else repr(value)
