"""Writes recorded games into a store: several at once, each only if it is not there."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.records import BadRecord, ScannedRecord
from pente_server.admin.games.imported_game import ImportedGame, NotImportable, imported_game
from pente_server.admin.games.record_files import RecordFile, line_of
from pente_server.admin.importer import RoomConflict, write_room
from pente_server.results.archive import archived_game
from pente_server.store import Store

FileEntry = tuple[RecordFile, int, ScannedRecord]
"""What a file has in place of a game, and its number there, from 1."""

AT_ONCE: Final = 32
"""Games that are written at once."""


class GameFate(Enum):
    """What became of a game of a file."""

    IMPORTED = "imported"
    THERE = "there"
    """The store had it before."""
    AGAIN = "again"
    """It came before in these files."""
    SKIPPED = "skipped"
    """It is broken, or not over."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a file, with what became of it."""

    file: RecordFile
    number: int
    """In its file, from 1."""
    line: int
    fate: GameFate
    reason: str = ""
    """Why it was skipped, as a clause."""

    def __str__(self) -> str:
        return f"{self.file.path}:{self.line}: game {self.number}: {self.reason}"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A game that was read; either it can be imported, or there is a reason why not."""

    file: RecordFile
    number: int
    line: int
    game: ImportedGame | None
    reason: str = ""

    def became(self, fate: GameFate, reason: str = "") -> ReadGame:
        return ReadGame(self.file, self.number, self.line, fate, reason or self.reason)


def broken_games(entries: Iterable[FileEntry]) -> Iterator[ReadGame]:
    """The games that would be skipped."""
    for file, number, entry in entries:
        candidate = _candidate(file, number, entry, Instant(0))
        if candidate.game is None:
            yield candidate.became(GameFate.SKIPPED)


async def import_games(
    store: Store,
    entries: Iterable[FileEntry],
    now: Instant,
    *,
    is_trial: bool = False,
) -> AsyncIterator[ReadGame]:
    """Write games that are not there; what became of each, in order.

    ``is_trial``: write nothing. Repeating it changes nothing, and completes what was interrupted. Raises
    StoreUnavailable, and OSError from the files.
    """
    seen = set[RoomId]()
    candidates = (_candidate(*each, now) for each in entries)
    while batch := list(islice(candidates, AT_ONCE)):
        there = await _already_there(store, batch)
        fates = [_before_writing(each, there, seen) for each in batch]
        if not is_trial:
            written = await asyncio.gather(
                *(
                    _write(store, each) if fate is GameFate.IMPORTED else _nothing()
                    for each, fate in zip(batch, fates, strict=True)
                )
            )
        else:
            written = [""] * len(batch)
        for candidate, fate, conflict in zip(batch, fates, written, strict=True):
            yield candidate.became(GameFate.SKIPPED if conflict else fate, conflict)


def _candidate(file: RecordFile, number: int, entry: ScannedRecord, now: Instant) -> _Candidate:
    record = entry.content
    if isinstance(record, BadRecord):
        reason = f"column {record.column}: {record.expected}"
        return _Candidate(file, number, line_of(entry, None), None, reason)
    try:
        return _Candidate(file, number, entry.line, imported_game(record, now))
    except NotImportable as bad:
        return _Candidate(file, number, line_of(entry, bad.problem.turn), None, bad.problem.reason)


async def _already_there(store: Store, batch: list[_Candidate]) -> set[RoomId]:
    """Which of these games are in the archive."""
    ids = [each.game.id for each in batch if each.game is not None]
    entries = await store.archive.entries(ids)
    return {id_ for id_, entry in zip(ids, entries, strict=True) if entry is not None}


def _before_writing(candidate: _Candidate, there: set[RoomId], seen: set[RoomId]) -> GameFate:
    game = candidate.game
    if game is None:
        return GameFate.SKIPPED
    if game.id in seen:
        return GameFate.AGAIN
    seen.add(game.id)
    return GameFate.THERE if game.id in there else GameFate.IMPORTED


async def _write(store: Store, candidate: _Candidate) -> str:
    """Write a game, and file it in the archive; why that is not possible, else an empty text."""
    game = candidate.game
    assert game is not None
    try:
        await write_room(store, game.logged, game.room)
    except RoomConflict as conflict:
        return str(conflict)
    await store.archive.file(await archived_game(game.ended))
    # Nothing else is due at the end of such a game: servers that run have nothing to do for it.
    await store.archive.filed(game.id)
    return ""


async def _nothing() -> str:
    return ""
