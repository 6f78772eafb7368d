"""Import of an export into a store.

Existing data is never changed: if a room, account, name or result in the store differs from the export, it
is left as it is and reported. So an interrupted import is completed by repeating it.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Final, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, PlayerId, RoomId
from pente_core.room import Room, deadline, replay
from pente_core.room import events as ev
from pente_protocol.codec import encode_event, encode_review, encode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.logs.format_versions import read_log
from pente_protocol.messages.checkpoint import NO_MARK
from pente_server.admin.export_format import (
    DeletedAccount,
    ExportedBlocks,
    ExportedRoom,
    InvalidExport,
    Item,
    read,
)
from pente_server.admin.people_lines import ExportedFriends, ExportedMailbox
from pente_server.admin.progress import Progress
from pente_server.admin.result_lines import ExportedLedgerEntry, ExportedResults
from pente_server.admin.review_lines import ExportedPuzzle, ExportedReview
from pente_server.limits.errors import RequestDenied
from pente_server.results.archive import archived_game
from pente_server.results.pool_results import LedgerEntry
from pente_server.results.post_game import FinishedRoom
from pente_server.results.reviews.puzzle_check import checked_puzzle, sent_puzzle, stored_form
from pente_server.results.reviews.review_check import check_whole
from pente_server.rooms.loaded.room_log import IMPLAUSIBLE
from pente_server.rooms.room_listing import encode_activity, listing_of, room_summary
from pente_server.store import Account, Commit, Committed, ServerIdentity, Store
from pente_server.store.accounts.account_store import ResultUpdate
from pente_server.store.logs.log_marks import NO_MARKS, LogMarks, mark_key
from pente_server.store.people.report_store import OpenReport
from pente_server.store.redis.export_scan import KnownCommand, NameClaim, ServiceHistory
from pente_server.store.redis.store import RedisStore
from pente_server.store.sequel_store import NamedSequel
from pente_server.store.server_identity import new_server_identity

EVENTS_AT_ONCE: Final = 500
"""How many events of a long log are written by one commit."""
STILL_SERVING: Final = Millis(5000)
"""A server that has served within this time may still be running."""


class CannotImport(Exception):
    """An import that was refused before it changed anything. The message is one sentence with the remedy."""


class RoomConflict(Exception):
    """A room was left as it is, because the store has another one of its id. The message is a clause."""


@dataclass(slots=True)
class ImportReport:
    """The result of an import. Mutable."""

    rooms: int = 0
    accounts: int = 0
    different: set[RoomId] = field(default_factory=set)
    """The rooms of which the store has other logs."""
    kept: list[str] = field(default_factory=list)
    """What was left unchanged because the store had something else, in words."""
    has_identity: bool = False
    """Whether the store has the identity of the exported server now."""


async def is_served(store: RedisStore) -> bool:
    """Whether a server that has served within `STILL_SERVING` is still connected. Raises StoreUnavailable."""
    return await store.inventory.is_connected(Instant(await store.inventory.now() - STILL_SERVING))


def check_file(path: Path, progress: Progress) -> None:
    """Validate the whole file. Raises InvalidExport and OSError."""
    for item in read(path, lambda done, of: progress.at(done, of, "bytes checked")):
        if isinstance(item, ExportedRoom):
            _replayed(item)


async def check_store(store: RedisStore, *, merge: bool, is_ours: bool = False) -> None:
    """Check that the store may be imported into. Changes nothing.

    ``is_ours``: no other process can be using the store. Raises CannotImport and StoreUnavailable.
    """
    if not is_ours and await is_served(store):
        raise CannotImport("a server is running on that store; stop it first")
    if not merge and not await store.inventory.is_empty():
        raise CannotImport(
            "that store already has data; import into another, or add what is missing with --merge"
        )


async def import_(
    store: RedisStore, path: Path, progress: Progress, *, is_copy: bool = False
) -> ImportReport:
    """Add everything that is missing in the store; call `check_file` and `check_store` first.

    The server keeps its identity, so that its clients recognise it; ``is_copy``: it becomes another one, as
    the exported server goes on. Raises StoreUnavailable, InvalidExport and OSError.
    """
    report = ImportReport()
    await store.inventory.raise_log_format(ev.LOG_FORMAT)  # before there is any that a server can't read
    may_have_identity = not is_copy and await store.inventory.is_empty()
    if is_copy:
        await store.server_identity.put(new_server_identity())
    # An export has each player's results in a row: the standings, then the ledger entries behind them.
    found = read(path, lambda done, of: progress.at(done, of, "bytes imported"))
    for player, items in groupby(found, _player_of):
        if player is not None:
            await _take_results(store, player, list(items), report)
            continue
        for item in items:
            if not isinstance(item, ServerIdentity):
                await _take(store, item, report)
            elif not is_copy:
                await _take_identity(store, item, report, may_replace=may_have_identity)
    return report


async def _take(store: RedisStore, item: Item, report: ImportReport) -> None:
    """Add an item that is no player's result and no identity, unless the store has it."""
    match item:
        case ServiceHistory():
            await store.inventory.restore(item)
        case Account():
            await _take_account(store, item, report)
        case DeletedAccount(deleted):
            await _take_deletion(store, deleted, report)
        case NameClaim():
            if not await store.inventory.claim(item):
                report.kept.append(f"the name {item.name} belongs to another player")
        case ExportedBlocks():
            await _take_blocks(store, item, report)
        case ExportedFriends():
            await _take_friends(store, item, report)
        case ExportedMailbox(owner, mailbox, policy):
            await store.messages.restore(owner, mailbox)
            if policy:
                await store.messages.set_policy(owner, policy)
        case OpenReport():
            await store.reports.restore(item)
        case ExportedRoom():
            await _take_room(store, item, report)
        case ExportedReview():
            await _take_review(store, item, report)
        case ExportedPuzzle():
            await _take_puzzle(store, item, report)
        case ServerIdentity() | ExportedResults() | ExportedLedgerEntry():
            pass
        case _ as unreachable:
            assert_never(unreachable)


def _player_of(item: object) -> PlayerId | None:
    return item.player if isinstance(item, ExportedResults | ExportedLedgerEntry) else None


async def _take_identity(
    store: RedisStore, identity: ServerIdentity, report: ImportReport, *, may_replace: bool
) -> None:
    """Import the identity; ``may_replace`` that of a store without data, whose server nobody knows yet."""
    there = await store.server_identity.find()
    if there is None or may_replace:
        await store.server_identity.put(identity)
        report.has_identity = True
    elif there != identity:
        report.kept.append("the identity of this server; clients of the exported one meet another server")


async def _take_account(store: RedisStore, account: Account, report: ImportReport) -> None:
    there = (await store.accounts.by_ids([account.id]))[0]
    if there is not None and _without_use(there) != _without_use(account):
        report.kept.append(f"the account of {there.name} has changed")
    elif not await store.accounts.open(account):
        report.kept.append(f"the name {account.name} belongs to another player")
    else:
        report.accounts += there is None


def _without_use(account: Account) -> Account:
    """An account without when its devices were last used."""
    devices = tuple(replace(device, used=device.added) for device in account.devices)
    return replace(account, devices=devices)


async def _take_blocks(store: RedisStore, blocks: ExportedBlocks, report: ImportReport) -> None:
    for other in blocks.blocked:
        if not await store.accounts.block(blocks.player, other):
            report.kept.append(f"{blocks.player} has blocked as many players as possible")
            return


async def _take_friends(store: RedisStore, friends: ExportedFriends, report: ImportReport) -> None:
    for friend in friends.friends:
        if not await store.friends.add(friends.player, friend):
            report.kept.append(f"{friends.player} has as many friends as possible")
            return


async def _take_deletion(store: RedisStore, player: PlayerId, report: ImportReport) -> None:
    (there,) = await store.accounts.by_ids([player])
    if there is None:
        await store.reviews.forget(player)
        await store.accounts.delete(player, "")
    else:
        report.kept.append(f"{there.name} has an account that was deleted in the export")


async def _take_review(store: RedisStore, reviewed: ExportedReview, report: ImportReport) -> None:
    """Import the review of a game whose log is there by now, as in the export, if it fits the game."""
    game, review = reviewed.game, reviewed.review
    if game in report.different or await store.reviews.find(game) is not None:
        return
    try:
        check_whole(replay(read_log(await store.read(game, 0))).game, review)
    except (ProtocolError, RequestDenied, *IMPLAUSIBLE):
        report.kept.append(f"the review of game {game} does not fit the game")
    else:
        await store.reviews.put(game, encode_review(review))


async def _take_puzzle(store: RedisStore, exported: ExportedPuzzle, report: ImportReport) -> None:
    """Import a puzzle from a game whose log is there by now, as in the export, if it is from that game."""
    game = exported.puzzle.game
    if game in report.different:
        return
    try:
        played = replay(read_log(await store.read(game, 0))).game
        puzzle = await checked_puzzle(sent_puzzle(exported.puzzle), game, played, asyncio.Semaphore(1))
    except (ProtocolError, RequestDenied, *IMPLAUSIBLE):
        report.kept.append(f"a puzzle from game {game} does not fit the game")
    else:
        await store.puzzles.put(*stored_form(puzzle), exported.at)


async def _take_results(
    store: RedisStore, player: PlayerId, items: Sequence[object], report: ImportReport
) -> None:
    """Import a player's standings with their ledger entries, pool by pool."""
    ledger: dict[str, list[ExportedLedgerEntry]] = {}
    for item in items:
        if isinstance(item, ExportedLedgerEntry):
            ledger.setdefault(str(item.entry.pool), []).append(item)
    for item in items:
        if isinstance(item, ExportedResults):
            entries = ledger.get(item.pool, [])
            if not await _take_standing(store, item, entries):
                report.kept.append(f"the results of {player} in {item.pool} have changed")


async def _take_standing(
    store: RedisStore, stood: ExportedResults, entries: Iterable[ExportedLedgerEntry]
) -> bool:
    """Import the results in one pool; return whether they are now as in the export.

    The first ledger entry sets the final standing, the others leave it unchanged: `AccountStore.count` is
    the only way to write either.
    """
    standing, body = stood.standing, stood.standing.encode()
    is_provisional, score = standing.rating.is_provisional, standing.rating.value
    for counted in entries:
        there = (await store.accounts.standing(stood.pool, [stood.player]))[0]
        if there not in (b"", body):
            return False
        entry = await store.accounts.count(
            ResultUpdate(
                stood.player,
                counted.room,
                stood.pool,
                before=there,
                after=body,
                entry=counted.entry.encode(),
                is_rated=standing.rated > 0,
                score=None if is_provisional else score,
                provisional_score=score if is_provisional else None,
            )
        )
        if entry is None or LedgerEntry.decode(entry) != counted.entry:
            return False
    return True


async def _take_room(store: RedisStore, logged: ExportedRoom, report: ImportReport) -> None:
    """Import a room, or the rest of one whose import was interrupted, and file its game if it is over."""
    room, events = _replayed(logged), logged.events
    try:
        report.rooms += await write_room(store, logged, room)
    except RoomConflict as conflict:
        report.different.add(logged.held.id)
        report.kept.append(str(conflict))
        return
    if room.created.continues:  # queued by the room before it, which ended earlier and so comes first
        await store.sequels.opened(NamedSequel(room.created.continues, logged.held.id))
    if room.status is ev.Status.FINISHED and logged.held.left is None:
        await _file(store, FinishedRoom(logged.held.id, room, events))


async def write_room(store: Store, logged: ExportedRoom, room: Room) -> bool:
    """Write the log of a room, or the rest of it; whether anything was missing. ``room`` is what it leads to.

    Raises RoomConflict if the store has another log, and StoreUnavailable.
    """
    bodies = tuple(map(encode_event, logged.events))
    there = await store.read(logged.held.id, 0)
    if not _is_beginning(there, logged.events):
        raise RoomConflict(f"room {logged.held.id} has a different log")
    marks = await _marks(store, (*there, *bodies[len(there) :]))
    for change in _changes(logged, room, bodies, marks):
        if change.expected >= len(there) and not isinstance(await store.commit(change), Committed):
            raise RoomConflict(f"room {logged.held.id} has changed during the import")
    return len(there) < len(bodies)


def _is_beginning(bodies: Sequence[bytes], events: Sequence[ev.Event]) -> bool:
    """Whether stored events are the first ones of a log. In another format they may have other bytes."""
    try:
        return read_log(bodies) == tuple(events[: len(bodies)])
    except ProtocolError:
        return False


async def _file(store: RedisStore, ended: FinishedRoom) -> None:
    """File a game in the archive.

    It stays queued if the export lacks its results for any player: the next server then counts it.
    """
    await store.archive.file(await archived_game(ended))
    players = [player.id for player in ended.room.seats if player is not None]
    if all([await store.accounts.counted(player, ended.id) is not None for player in players]):
        await store.archive.filed(ended.id)


async def _marks(store: Store, bodies: Sequence[bytes]) -> LogMarks:
    """The marks of a log, as servers with the imported identity compute them; none without an identity."""
    identity = await store.server_identity.find()
    return NO_MARKS if identity is None else NO_MARKS.with_events(bodies, mark_key(identity.secret))


def _changes(
    logged: ExportedRoom, room: Room, bodies: tuple[bytes, ...], marks: LogMarks
) -> Iterator[Commit]:
    """The commits that rebuild a room: the original ones where their command ids are still known.

    The ids keep a command that is sent again, after the move to another store, from being carried out twice.
    """
    held = logged.held
    is_over = room.status in (ev.Status.FINISHED, ev.Status.CLOSED)
    summary, due = room_summary(held.id, room), deadline(room)
    for start, end, command in _steps(len(bodies), held.commands):
        is_last = end == len(bodies)
        yield Commit(
            room=held.id,
            expected=start,
            command=command.id,
            digest=command.digest,
            events=bodies[start:end],
            deadline=due if is_last else None,
            summary=encode_summary(summary) if is_last and not is_over else None,
            listing=listing_of(summary) if is_last and not is_over else None,
            activity=encode_activity(room, due) if is_last and not is_over else b"",
            is_over=is_last and is_over,
            expires_after=held.left if is_last and is_over else None,
            sequel=room.sequel if is_last else NO_ROOM,
            mark=marks.at(end) or NO_MARK,
        )


def _steps(length: int, commands: Iterable[KnownCommand]) -> Iterator[tuple[int, int, KnownCommand]]:
    """The start, end and command of each commit, for a log of ``length`` events."""
    start = 0
    known = {command.version: command for command in commands if command.version <= length}
    for end in sorted({*known, length}):
        while end - start > EVENTS_AT_ONCE:
            yield start, start + EVENTS_AT_ONCE, _imported(start)
            start += EVENTS_AT_ONCE
        if end > start:
            yield start, end, known.get(end, _imported(start))
            start = end


def _imported(start: int) -> KnownCommand:
    """What stands for the commands that are not known any more, from a version on."""
    return KnownCommand(f"import:{start}", start)


def _replayed(logged: ExportedRoom) -> Room:
    """The room that its log leads to. Raises InvalidExport."""
    try:
        return replay(logged.events)
    except ValueError as error:
        raise InvalidExport(f"room {logged.held.id} has an invalid log: {error}") from None
