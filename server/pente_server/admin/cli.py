"""`pente admin`: commands for the host of a server."""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final, TextIO

from pente_core.room import LOG_FORMAT
from pente_server import store_address
from pente_server.access.host_files import UnusableFile
from pente_server.admin.checker import CheckedKeys, Checker
from pente_server.admin.export_format import InvalidExport
from pente_server.admin.exporter import UnreadableRoom, export
from pente_server.admin.importer import CannotImport, check, import_, is_served
from pente_server.admin.progress import Progress
from pente_server.embedded import (
    ENGINE_PATIENCE,
    DataDirBusy,
    EmbeddedError,
    running_url,
    start_embedded,
)
from pente_server.options import default_data
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.redis.store import RedisStore

DESCRIPTION: Final = """
Export everything a server stores to a file, or import such a file into another store. An export contains the
accounts (with hashed secrets), results and ratings, and the logs of all rooms, live and finished, as JSON
lines. Use it for backups, to move between the private store and a Redis or Valkey server, and to upgrade.

Check a store for damage, and repair it. Adopt a store that has taken the place of another: a server whose
store was emptied or replaced while it ran serves nobody (503, store-replaced) until the old one is back, or
this one is adopted.
"""
EXAMPLES: Final = """
examples:
  pente admin export backup.jsonl                 the private store; stop the server first
  pente admin export backup.jsonl --redis redis://cache:6379
  pente admin import backup.jsonl --data DIR      into a new data directory
  pente admin import backup.jsonl --merge         add what is missing, change nothing else
  pente admin check                               what is damaged, and what a repair would do
  pente admin check --repair                      rename what is damaged; nothing is deleted
  pente admin adopt --redis redis://cache:6379    use this store instead of the one before

Repeating an import changes nothing; complete an interrupted one with --merge. Live games continue where
they stopped; their clocks do not run between the stop of the old server and the start of the new one.

environment: PENTE_REDIS and PENTE_DATA are the defaults for --redis and --data.
exit status: 0 success, 1 failure, 2 for a wrong command line, 5 when check leaves damage, 130 after Ctrl-C.
"""
MOST_TOLD: Final = 20
"""How many items that an import left unchanged are listed individually."""
DAMAGED: Final = 5
"""The exit status of a check that leaves damage behind."""


class AdminError(Exception):
    """A command that could not run. The message is one sentence with the remedy."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente admin`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    out = actions.add_parser(
        "export",
        help="write everything a server stores to a file",
        description="Write everything a server stores to a file of JSON lines.",
    )
    out.add_argument(
        "file", metavar="FILE", type=Path, help="the file to write, readable only by you, or - for stdout"
    )
    into = actions.add_parser(
        "import",
        help="load an export into a store",
        description="Load an export into an empty store; with --merge, into one with data.",
    )
    into.add_argument("file", metavar="FILE", type=Path, help="the file to read")
    into.add_argument(
        "--merge",
        action="store_true",
        help="allow a store with data: add what is missing, and change nothing that is there",
    )
    look = actions.add_parser(
        "check",
        help="find what is damaged in a store, and repair it",
        description="List what is damaged in a store. With --repair, while no server runs, rename"
        " what can't be read (to names with :damaged:) and correct the lists; nothing is deleted.",
    )
    look.add_argument(
        "--repair",
        action="store_true",
        help="rename what is damaged, and write lists anew from the logs; stop the server first",
    )
    adopted = actions.add_parser(
        "adopt",
        help="have the running servers use a store in place of the one before",
        description="Servers stop serving (store-replaced) when they find another store than before, such as"
        " an emptied one. Run this to have them use it: they forget the old one, and players connect anew.",
    )
    for action in (out, into, look, adopted):
        _add_place(action)


def _add_place(parser: argparse.ArgumentParser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--redis", metavar="URL", type=store_address.check_option, help="the server's Redis or Valkey"
    )
    place.add_argument(
        "--data", metavar="DIR", type=Path, help=f"the server's data directory ({default_data()})"
    )
    store_address.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the chosen command; return the exit status."""
    try:
        return asyncio.run(_ACTIONS[args.action](args))
    except (
        AdminError,
        CannotImport,
        InvalidExport,
        UnreadableRoom,
        EmbeddedError,
        StoreUnavailable,
        UnusableFile,
        store_address.InvalidStoreAddress,
    ) as problem:
        print(f"pente admin: {problem}", file=sys.stderr)
    except DamagedKey as damage:
        print(f"pente admin: {damage}; repair it with `pente admin check --repair`", file=sys.stderr)
    except OSError as error:
        print(
            f"pente admin: {getattr(args, 'file', args.action)}: {error.strerror or error}", file=sys.stderr
        )
    return 1


async def _export(args: argparse.Namespace) -> int:
    async with _store(args) as store:
        if _url(args) and await is_served(store):
            _say("a server is running on that store: the export may miss what happens meanwhile")
        with _written(args.file) as out:
            rooms = await export(store, f"pente/{version('pente')}", out, Progress())
    to = "" if str(args.file) == "-" else f" to {args.file}"
    _say(f"exported {rooms} rooms{to}; keep the export private, it contains hashed secrets")
    return 0


async def _import(args: argparse.Namespace) -> int:
    async with _store(args) as store:
        progress = Progress()
        await check(store, args.file, progress, merge=args.merge, is_ours=not _url(args))
        report = await import_(store, args.file, progress)
    for kept in report.kept[:MOST_TOLD]:
        _say(f"left unchanged: {kept}")
    if len(report.kept) > MOST_TOLD:
        _say(f"and {len(report.kept) - MOST_TOLD} more")
    _say(f"imported {report.rooms} rooms and {report.accounts} accounts")
    return 0


async def _check(args: argparse.Namespace) -> int:
    """Print all damage, and repair it if that is asked for."""
    found = left = 0
    async with _store(args, may_be_running=True) as store:
        if args.repair and await is_served(store):
            raise AdminError("a server is running on that store; stop it before a repair")
        checker = Checker(store.raw, Progress(), await store.inventory.now())
        async for damage in checker.damage():
            found += 1
            is_repaired = args.repair and bool(damage.commands)
            left += not is_repaired
            if is_repaired:
                await store.raw.carry_out(damage.commands)
            print(f"{damage.what}\n  {'repaired' if is_repaired else 'repair'}: {damage.remedy}", flush=True)
    _say(_result(checker.seen, found, left, is_repairing=args.repair))
    return DAMAGED if left else 0


def _result(seen: CheckedKeys, found: int, left: int, *, is_repairing: bool) -> str:
    looked = (
        f"checked {_count(len(seen.rooms), 'room')}, {_count(len(seen.players), 'account')}"
        f" and {_count(len(seen.games), 'archived game')}"
    )
    if not found:
        result = "nothing is damaged"
    elif is_repairing:
        result = f"repaired {found - left} of {_count(found, 'problem')}; nothing was deleted"
    else:
        result = (
            f"{_count(found, 'problem')}; stop the server and repair with --repair, which deletes nothing"
        )
    earlier = f"; set aside by earlier repairs: {_count(seen.set_aside, 'key')}" if seen.set_aside else ""
    unknown = f"; left alone as unknown: {_count(seen.unknown, 'key')}" if seen.unknown else ""
    return f"{looked}: {result}{earlier}{unknown}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


async def _adopt(args: argparse.Namespace) -> int:
    async with _store(args, may_be_running=True) as store:
        await store.raw.adopt(await store.inventory.now())
    _say(
        "adopted: servers that have refused this store use it from now on;"
        " their players are disconnected, and come back by themselves"
    )
    return 0


_ACTIONS: Final = {"export": _export, "import": _import, "check": _check, "adopt": _adopt}


def _url(args: argparse.Namespace) -> str:
    """The address of the Redis; empty for a data directory. Options take precedence over the environment."""
    return store_address.redis_url(args, is_elsewhere=args.data is not None)


def _data(args: argparse.Namespace) -> Path:
    return default_data() if args.data is None else Path(args.data)


@asynccontextmanager
async def _store(args: argparse.Namespace, *, may_be_running: bool = False) -> AsyncIterator[RedisStore]:
    """Connect to the chosen store, and run the embedded engine for a data directory.

    ``may_be_running``: if a server runs on the data directory, connect to its engine.
    """
    url, engine = _url(args), None
    if not url and args.action != "import" and not _data(args).exists():
        raise AdminError(f"there is no data in {_data(args)}; give a data directory with --data, or --redis")
    try:
        engine = None if url else await start_embedded(_data(args))
    except DataDirBusy:
        url = (running_url(_data(args)) if may_be_running else None) or ""
        if not url:
            raise
    try:
        store = await RedisStore.connect(
            engine.url if engine else url, patience=ENGINE_PATIENCE if engine else 0
        )
        try:
            if await store.inventory.log_format() > LOG_FORMAT:
                raise AdminError("a newer version of pente has served this store; use that one")
            yield store
        finally:
            with suppress(StoreUnavailable):
                await store.close()
    finally:
        if engine is not None:
            await engine.stop()


@contextmanager
def _written(path: Path) -> Iterator[TextIO]:
    """Open a file (mode 0600) that replaces an existing one only when it is complete; or stdout for ``-``."""
    if str(path) == "-":
        yield sys.stdout
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as out:
            yield out
            out.flush()
            os.fsync(descriptor)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr)
