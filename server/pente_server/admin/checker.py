"""`pente admin check`: finds what is damaged in a store, and repairs it without deleting anything."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_server.admin.checks.account_check import account_damage, report_damage
from pente_server.admin.checks.archive_check import (
    entry_damage,
    list_damage,
    puzzle_damage,
    queue_damage,
    review_damage,
)
from pente_server.admin.checks.damage import Damage, moved_field, noted, renamed
from pente_server.admin.checks.room_check import room_damage
from pente_server.admin.progress import Progress
from pente_server.store.redis.export_scan import BEAT, OUTAGE
from pente_server.store.redis.raw_keys import RawKeys
from pente_server.store.redis.wire import keys
from pente_server.store.server_identity import parse_server_identity

_ID: Final = re.compile(rb"[0-9a-f]{32}")
_ROOM_KEY: Final = re.compile(r"pente:\{p\d+\}:room:([^:]+):(?:log|commands)")
_GAME_KEY: Final = re.compile(r"pente:\{p\d+\}:game:(.+)", re.DOTALL)
_REVIEW_KEY: Final = re.compile(r"pente:\{p\d+\}:review:(.+)", re.DOTALL)
_PLAYER_KEY: Final = re.compile(r"pente:\{p\d+\}:player:([0-9a-f]{32})(?::standings|:ledger|:blocked)?")
_NAME_KEY: Final = re.compile(r"pente:\{p\d+\}:(?:name|alike):.*", re.DOTALL)
_ASIDE_KEY: Final = re.compile(r"pente:\{\w+\}:damaged:.*", re.DOTALL)
_WORDS: Final = {"zset": "sorted set"}

_Thing = TypeVar("_Thing")
_Check = Callable[[RawKeys, _Thing, Instant], Awaitable[list[Damage]]]


@dataclass(slots=True)
class CheckedKeys:
    """What a walk through all keys has found. Mutable."""

    count: int = 0
    rooms: set[RoomId] = field(default_factory=set)
    games: set[RoomId] = field(default_factory=set)
    """The games with an entry in the archive."""
    reviews: set[RoomId] = field(default_factory=set)
    """The games with a review."""
    players: set[PlayerId] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    set_aside: int = 0
    """The keys that an earlier repair has set aside."""
    unknown: int = 0
    """The keys that this version of the server does not know. They are left alone."""


class Checker:
    """Checks a whole store. Mutable: it counts what it has looked at. Its methods raise StoreUnavailable."""

    def __init__(self, raw: RawKeys, progress: Progress, now: Instant) -> None:
        """``now`` is the store's clock; what is set aside has it in its name."""
        self._raw = raw
        self._progress = progress
        self._now = now
        self.seen = CheckedKeys()

    async def damage(self) -> AsyncIterator[Damage]:
        """All damage. To repair it, repair in this order: later repairs build on earlier ones."""
        seen = self.seen
        async for damage in self._of_types():
            yield damage
        for damage in [*await self._of_lists(), *await self._of_heartbeats(), *await self._of_identity()]:
            yield damage
        for damage in await report_damage(self._raw, self._now):
            yield damage
        for damage in [*await queue_damage(self._raw, self._now), *await puzzle_damage(self._raw, self._now)]:
            yield damage
        async for damage in self._each(sorted(seen.rooms), "rooms", room_damage):
            yield damage
        async for damage in self._each(sorted(seen.names), "names", _of_name):
            yield damage
        async for damage in self._each(sorted(seen.players), "accounts", account_damage):
            yield damage
        async for damage in self._each(sorted(seen.games), "archived games", entry_damage):
            yield damage
        async for damage in self._each(sorted(seen.reviews), "reviews", review_damage):
            yield damage
        done = 0
        async for count, found in list_damage(self._raw, self._now):
            done += count
            self._progress.at(done, len(seen.games), "games in the list of all games")
            for damage in found:
                yield damage

    async def _each(
        self, things: Sequence[_Thing], what: str, check: _Check[_Thing]
    ) -> AsyncIterator[Damage]:
        for thing in self._progress.each(things, what):
            for damage in await check(self._raw, thing, self._now):
                yield damage

    async def _of_types(self) -> AsyncIterator[Damage]:
        """Keys of the wrong type; notes all keys that are there."""
        total = await self._raw.count()
        async for portion in self._raw.types():
            self._progress.at(self.seen.count, total, "keys")
            for name, type_ in portion:
                self.seen.count += 1
                key = name.decode(errors="replace")
                wanted = keys.type_of(key)
                # A log of the wrong type is the damage of its room, which has to leave the lists too.
                if wanted not in (None, type_) and not _is_log(key):
                    yield _of_type(key, type_, str(wanted), self._now)
                else:
                    self._note(key, is_known=wanted is not None)

    def _note(self, key: str, *, is_known: bool) -> None:
        seen = self.seen
        if (room := _ROOM_KEY.fullmatch(key)) is not None:
            seen.rooms.add(RoomId(room[1]))
        elif (game := _GAME_KEY.fullmatch(key)) is not None:
            seen.games.add(RoomId(game[1]))
        elif (review := _REVIEW_KEY.fullmatch(key)) is not None:
            seen.reviews.add(RoomId(review[1]))
        elif (player := _PLAYER_KEY.fullmatch(key)) is not None:
            seen.players.add(PlayerId(player[1]))
        elif _NAME_KEY.fullmatch(key):
            seen.names.add(key)
        elif _ASIDE_KEY.fullmatch(key):
            seen.set_aside += 1
        elif not is_known:
            seen.unknown += 1

    async def _of_lists(self) -> list[Damage]:
        """Entries of lists that are no rooms at all; notes the rooms of all others."""
        sets = [
            key(tag) for tag in self._raw.keys.tags for key in (keys.deadlines, keys.finished, keys.unfiled)
        ]
        hashes = [keys.live(tag) for tag in self._raw.keys.tags]
        members = await self._raw.read([("ZRANGE", key, 0, -1) for key in sets])
        fields = await self._raw.read([("HKEYS", key) for key in hashes])
        damage = []
        for key, found in zip((*sets, *hashes), (*members, *fields), strict=True):
            for name in found or ():
                try:
                    self.seen.rooms.add(RoomId(name.decode()))
                except UnicodeDecodeError:
                    remove = ("ZREM" if key in sets else "HDEL", key, name)
                    kept = noted(key, self._now, {name: b""})
                    what = f"{key} has an entry that is no room: {name!r}"
                    damage.append(Damage(what, "moves it aside", (*kept, remove)))
        return damage

    async def _of_heartbeats(self) -> list[Damage]:
        beats, outages, id_ = await self._raw.read(
            [("HGETALL", keys.BEATS), ("LRANGE", keys.OUTAGES, 0, -1), ("HGET", keys.STORE, "id")],
            at_once=True,
        )
        damage = [
            Damage(
                f"the heartbeat of {node.decode(errors='replace')} can't be read: {beat!r}",
                f"moves it to {keys.set_aside(f'{keys.BEATS}:entries', self._now)}",
                moved_field(keys.BEATS, self._now, node, beat),
            )
            for node, beat in (beats or {}).items()
            if not BEAT.fullmatch(beat)
        ]
        if not all(OUTAGE.fullmatch(line) for line in outages or ()):
            what = f"an outage in {keys.OUTAGES} can't be read"
            remedy = f"renames the list to {keys.set_aside(keys.OUTAGES, self._now)}"
            damage.append(Damage(what, remedy, renamed(keys.OUTAGES, self._now)))
        if id_ is not None and not _ID.fullmatch(id_):
            remedy = f"renames it to {keys.set_aside(keys.STORE, self._now)}; the next server draws another"
            damage.append(Damage(f"{keys.STORE} has no id", remedy, renamed(keys.STORE, self._now)))
        return damage

    async def _of_identity(self) -> list[Damage]:
        key = keys.SERVER_IDENTITY
        (text,) = await self._raw.read([("GET", key)])
        try:
            _ = text is None or parse_server_identity(text.decode())
        except ValueError:
            remedy = f"renames it to {keys.set_aside(key, self._now)}; players have to confirm the new one"
            return [Damage(f"{key} is no identity of a server", remedy, renamed(key, self._now))]
        return []


def _is_log(key: str) -> bool:
    return _ROOM_KEY.fullmatch(key) is not None and key.endswith(":log")


def _of_type(key: str, type_: str, wanted: str, now: Instant) -> Damage:
    what = f"{key} is a {_WORDS.get(type_, type_)} instead of a {_WORDS.get(wanted, wanted)}"
    return Damage(what, f"renames it to {keys.set_aside(key, now)}", renamed(key, now))


async def _of_name(raw: RawKeys, key: str, now: Instant) -> list[Damage]:
    (owner,) = await raw.read([("GET", key)])
    if owner is None or _ID.fullmatch(owner):
        return []
    what = f"{key} names no player: {owner!r}"
    return [Damage(what, f"renames it to {keys.set_aside(key, now)}", renamed(key, now))]
