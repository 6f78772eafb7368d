"""What `pente import` does."""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from pente_core.room import events as ev
from pente_server import store_address
from pente_server.admin.games.game_importer import (
    EntryReport,
    FileEntry,
    GameFate,
    broken_games,
    import_games,
)
from pente_server.admin.games.record_files import RecordFile, UnknownRecordFormat, record_file, total_size
from pente_server.admin.importer import is_served
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.admin.progress import Progress
from pente_server.embedded import EmbeddedError
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.redis.store import RedisStore

SKIPPED: Final = 1
"""The exit status where a game was skipped."""


def import_files(args: argparse.Namespace) -> int:
    """Import the files; the exit status."""
    try:
        files = [record_file(Path(path), args.format) for path in args.files]
        return asyncio.run(_run(args, files))
    except UnknownRecordFormat as unknown:
        print(f"pente import: {unknown}", file=sys.stderr)
        return 2
    except (AdminError, EmbeddedError, StoreUnavailable, store_address.InvalidStoreAddress) as problem:
        print(f"pente import: {problem}", file=sys.stderr)
    except DamagedKey as damage:
        print(f"pente import: {damage}; repair it with `pente admin check --repair`", file=sys.stderr)
    except OSError as error:
        print(f"pente import: {error.filename}: {error.strerror or error}", file=sys.stderr)
    return 1


async def _run(args: argparse.Namespace, files: Sequence[RecordFile]) -> int:
    total_size(files)  # a file that is not there is said before anything is written
    if args.strict:
        for broken in broken_games(_entries(files, "bytes checked")):
            raise AdminError(f"{broken}; nothing was imported")
    async with opened_store(args, may_be_new=not args.dry_run, may_be_running=True) as store:
        now = await store.inventory.now()
        if not args.dry_run:
            await _prepare(store)
        fates = Counter[GameFate]()
        try:
            games = import_games(store, _entries(files, "bytes imported"), now, is_trial=args.dry_run)
            async for game in games:
                fates[game.fate] += 1
                _tell(game)
        except asyncio.CancelledError:  # by Ctrl-C; a game that is half written is completed the next time
            print("Interrupted. Repeat the command to go on.", file=sys.stderr)
            print(_summary(fates, is_trial=args.dry_run), file=sys.stderr)
            raise
    print(_summary(fates, is_trial=args.dry_run), file=sys.stderr)
    return SKIPPED if fates[GameFate.SKIPPED] else 0


async def _prepare(store: RedisStore) -> None:
    """Note that there are logs of our format, which no older server may read. Raises AdminError."""
    if await store.inventory.log_format() >= ev.LOG_FORMAT:
        return
    if await is_served(store):
        raise AdminError("an older version of pente serves that store; update it or stop it first")
    await store.inventory.raise_log_format(ev.LOG_FORMAT)


def _entries(files: Sequence[RecordFile], what: str) -> Iterator[FileEntry]:
    """The games of all files, with their numbers; says how far that is. Raises OSError."""
    progress, before, total = Progress(), 0, total_size(files)
    for file in files:
        entries = file.entries(partial(_report, progress, before, total, what))
        yield from ((file, number, entry) for number, entry in enumerate(entries, start=1))
        before += file.size


def _report(progress: Progress, before: int, total: int, what: str, done: int) -> None:
    progress.at(before + done, total, what)


def _tell(game: EntryReport) -> None:
    if game.fate is GameFate.SKIPPED:
        print(f"skipped: {game}", file=sys.stderr, flush=True)


def _summary(fates: Counter[GameFate], *, is_trial: bool) -> str:
    """What became of the games.

    >>> _summary(Counter({GameFate.IMPORTED: 1, GameFate.THERE: 2}), is_trial=False)
    'Imported 1 game; 2 were there before.'
    """
    count = fates[GameFate.IMPORTED]
    done = f"{'Would import' if is_trial else 'Imported'} {count} game{'' if count == 1 else 's'}"
    others = (
        (GameFate.THERE, "was there before", "were there before"),
        (GameFate.AGAIN, "came twice", "came twice"),
        (GameFate.SKIPPED, "was skipped", "were skipped"),
    )
    parts = (
        f"{fates[fate]} {one if fates[fate] == 1 else more}" for fate, one, more in others if fates[fate]
    )
    return "; ".join((done, *parts)) + "."
