"""Check of the archive: the entries of finished games, reviews, puzzles, and the list of all games."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle_text import parse_puzzle
from pente_protocol.codec import decode_game, decode_review
from pente_protocol.errors import ProtocolError
from pente_server.admin.checks.damage import Damage, moved_field, moved_member, renamed
from pente_server.store.archive_store import SortKey, room_of_sort_key
from pente_server.store.redis.raw_keys import Command, RawKeys
from pente_server.store.redis.wire import keys
from pente_server.store.reviews.puzzle_store import StoredPuzzle
from pente_server.store.reviews.review_store import QueuedReview

_AT_ONCE: Final = 500


async def entry_damage(raw: RawKeys, room_id: RoomId, now: Instant) -> list[Damage]:
    """Damage of the archive's entry of one game. Raises StoreUnavailable."""
    key = raw.keys.game(room_id)
    body, has_log = await raw.read([("GET", key), ("EXISTS", raw.keys.log(room_id))], at_once=True)
    try:
        decode_game(body or b"")
    except ProtocolError as error:
        again: Command = ("ZADD", keys.unfiled(raw.keys.tag(room_id)), now, room_id)
        remedy = f"renames it to {keys.set_aside(key, now)}" + (
            ", and has the next server file the game again" if has_log else ""
        )
        commands = (*renamed(key, now), *((again,) if has_log else ()))
        return [Damage(f"the archive's entry of game {room_id} can't be read: {error}", remedy, commands)]
    return []


async def review_damage(raw: RawKeys, room_id: RoomId, now: Instant) -> list[Damage]:
    """Damage of the review of one game. Raises StoreUnavailable."""
    key = raw.keys.review(room_id)
    (body,) = await raw.read([("GET", key)])
    try:
        decode_review(body or b"")
    except ProtocolError as error:
        remedy = f"renames it to {keys.set_aside(key, now)}; a player can ask for another one"
        return [Damage(f"the review of game {room_id} can't be read: {error}", remedy, renamed(key, now))]
    return []


async def queue_damage(raw: RawKeys, now: Instant) -> list[Damage]:
    """Damage of the queue of games that wait for a review. Raises StoreUnavailable."""
    return await _of_fields(raw, keys.QUEUED_REVIEWS, lambda entry: QueuedReview.parse(entry.decode()), now)


async def puzzle_damage(raw: RawKeys, now: Instant) -> list[Damage]:
    """Damage of the puzzles from games. Raises StoreUnavailable."""
    return await _of_fields(raw, keys.PUZZLES, _read_puzzle, now)


def _read_puzzle(entry: bytes) -> None:
    """Raises ValueError."""
    parse_puzzle(StoredPuzzle.parse(entry).puzzle.decode())


async def _of_fields(raw: RawKeys, key: str, read: Callable[[bytes], object], now: Instant) -> list[Damage]:
    """The fields of a hash that ``read`` raises ValueError for. Raises StoreUnavailable."""
    (entries,) = await raw.read([("HGETALL", key)])
    found = []
    for name, entry in (entries or {}).items():
        try:
            read(entry)
        except ValueError:
            what = f"the entry of {name.decode(errors='replace')} in {key} can't be read: {entry!r}"
            remedy = f"moves it to {keys.set_aside(f'{key}:entries', now)}"
            found.append(Damage(what, remedy, moved_field(key, now, name, entry)))
    return found


async def list_damage(raw: RawKeys, now: Instant) -> AsyncIterator[tuple[int, list[Damage]]]:
    """Damage of the list of all games: the number of games looked at, and what was found among them."""
    start = 0
    while True:
        (members,) = await raw.read([("ZRANGE", keys.ALL_GAMES, start, start + _AT_ONCE - 1)])
        if not members:
            return
        yield len(members), await _of_members(raw, members, now)
        start += len(members)


async def _of_members(raw: RawKeys, members: Sequence[bytes], now: Instant) -> list[Damage]:
    rooms = [_room(member) for member in members]
    there = await raw.read([("EXISTS", raw.keys.game(room or RoomId(""))) for room in rooms])
    return [
        Damage(
            f"the list of all games names {member!r}, but the archive has no such game",
            f"moves that to {keys.set_aside(f'{keys.ALL_GAMES}:entries', now)}",
            moved_member(keys.ALL_GAMES, now, member, 0.0),
        )
        for member, room, is_there in zip(members, rooms, there, strict=True)
        if room is None or not is_there
    ]


def _room(member: bytes) -> RoomId | None:
    try:
        return room_of_sort_key(SortKey(member)) if len(member) > 6 else None
    except UnicodeDecodeError:
        return None
