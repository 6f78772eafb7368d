"""Export of everything a server stores to a file."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import TextIO

from pente_core.identity import PlayerId, RoomId
from pente_core.puzzles.puzzle_text import parse_puzzle
from pente_core.room import events as ev
from pente_protocol.codec import decode_review
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import read_log
from pente_server.admin.export_format import (
    DeletedAccount,
    ExportedBlocks,
    ExportedRoom,
    Item,
    header,
    item_to_line,
)
from pente_server.admin.line_fields import Line
from pente_server.admin.people_lines import ExportedFriends, ExportedMailbox, PeopleItem
from pente_server.admin.progress import Progress
from pente_server.admin.result_lines import ExportedLedgerEntry, ExportedResults
from pente_server.admin.review_lines import ExportedPuzzle, ExportedReview
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.store import ServerIdentity
from pente_server.store.redis.export_scan import StoredRoom
from pente_server.store.redis.store import RedisStore


class UnreadableRoom(Exception):
    """A room that this version of the server can't read. The message is one sentence."""


async def export(
    store: RedisStore, program: str, out: TextIO, progress: Progress, *, has_identity: bool = True
) -> int:
    """Write everything to ``out``, but the server's identity only if it is wanted; the number of rooms.

    Not a snapshot: while a server is running on the store, each room is written as it is when its turn
    comes. Raises StoreUnavailable, UnreadableRoom and OSError.
    """
    lines = rooms = 0

    def write(line: Line) -> None:
        nonlocal lines
        lines += 1
        out.write(f"{json.dumps(line, separators=(',', ':'))}\n")

    write(header(program, await store.inventory.now()))
    async for item in _items(store, progress):
        if has_identity or not isinstance(item, ServerIdentity):
            write(item_to_line(item))
        rooms += isinstance(item, ExportedRoom)
    write({"t": "end", "lines": lines})
    return rooms


async def _items(store: RedisStore, progress: Progress) -> AsyncIterator[Item]:
    """Everything in the store, in the order of the export format."""
    inventory = store.inventory
    if (identity := await store.server_identity.find()) is not None:
        yield identity
    yield await inventory.served()
    players = await inventory.players()
    for account in await store.accounts.by_ids(players):
        if account is not None:
            yield account
    for player, is_deleted in zip(players, await store.accounts.deleted(players), strict=True):
        if is_deleted:
            yield DeletedAccount(player)
    for name in progress.each(await inventory.names(), "names"):
        if (claimed := await inventory.claimed(name)) is not None:
            yield claimed
    for player in progress.each(players, "lists of blocked players"):
        if blocked := await store.accounts.blocked(player):
            yield ExportedBlocks(player, tuple(sorted(blocked)))
    async for item in _people(store, players, progress):
        yield item
    for player in progress.each(players, "players' results"):
        standings, ledger = await inventory.results(player)
        for pool, standing in standings.items():
            yield ExportedResults(player, pool, PoolResults.decode(standing))
        for room, entry in ledger.items():
            yield ExportedLedgerEntry(player, room, LedgerEntry.decode(entry))
    ids = progress.each(await inventory.rooms(), "rooms looked up")
    rooms = [await inventory.room(room) for room in ids]
    for held in progress.each(sorted(rooms, key=_end), "rooms written"):
        events = await _events(store, held.id)
        if events:  # empty if the room has expired meanwhile
            yield ExportedRoom(held, events)
            if held.ended is not None and (review := await _review(store, held.id)) is not None:
                yield review
    for puzzle in await _puzzles(store):
        yield puzzle


async def _people(
    store: RedisStore, players: Sequence[PlayerId], progress: Progress
) -> AsyncIterator[PeopleItem]:
    """Friends, messages and reports."""
    for player in progress.each(players, "friends and messages"):
        if friends := await store.friends.of(player):
            yield ExportedFriends(player, tuple(sorted(friends)))
        mailbox, policy = await store.messages.inbox(player), await store.messages.policy(player)
        if mailbox.messages or policy:
            yield ExportedMailbox(player, mailbox, policy)
    for report in await store.reports.open():
        yield report


async def _review(store: RedisStore, game: RoomId) -> ExportedReview | None:
    """The review of a game; None for one that can't be read, as another can be made."""
    body = await store.reviews.find(game)
    try:
        return None if body is None else ExportedReview(game, decode_review(body))
    except ProtocolError:
        return None


async def _puzzles(store: RedisStore) -> list[ExportedPuzzle]:
    """All that can be read, the newest first."""
    found = []
    for stored in await store.puzzles.newest():
        with suppress(ValueError):
            found.append(ExportedPuzzle(stored.at, parse_puzzle(stored.puzzle.decode())))
    return found


def _end(room: StoredRoom) -> tuple[object, ...]:
    """What sorts rooms: the finished ones by the time they ended, then the live ones."""
    return room.ended is None, room.ended, room.id


async def _events(store: RedisStore, room: RoomId) -> tuple[ev.Event, ...]:
    try:
        return read_log(await store.read(room, 0))
    except ProtocolError as error:
        raise UnreadableRoom(
            f"room {room} was written by another version of the server ({error}); export with that version"
        ) from None
