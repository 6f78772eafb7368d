"""`pente admin`: what only the host of a server can do."""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final, TextIO

from pente_server.admin.export_format import InvalidExport
from pente_server.admin.exporter import UnreadableRoom, export
from pente_server.admin.importer import CannotImport, check, import_, is_served
from pente_server.embedded import EmbeddedError, start_embedded
from pente_server.options import default_data
from pente_server.store import StoreUnavailable
from pente_server.store.redis.store import RedisStore

DESCRIPTION: Final = """
For the host of a server: take everything that it keeps out of one store, and into another. An export has the
accounts (with hashed secrets), results and ratings, and the logs of all rooms, live and finished, as JSON
lines; it goes from the private store to a Redis or Valkey of yours and back, and from one version to another.
"""
EXAMPLES: Final = """
examples:
  pente admin export backup.jsonl                            the private store; stop the server first
  pente admin export backup.jsonl --redis redis://cache:6379
  pente admin import backup.jsonl --data /var/lib/pente      into a new data directory
  pente admin import backup.jsonl --redis URL --merge        what is missing there; nothing there is changed

Doing an import again changes nothing; one that was broken off is completed with --merge. Live games go on
where they were: nobody is charged for the time from the end of the old server to the start of the new one.

environment: PENTE_REDIS and PENTE_DATA stand in for the options.
exit status: 0 done, 1 when it could not be done, 2 for a wrong command line, 130 after Ctrl-C.
"""
MOST_TOLD: Final = 20
"""How many things that were kept as they are are told one by one."""


class AdminError(Exception):
    """Why nothing was done: one sentence that says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente admin`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    out = actions.add_parser("export", help="write all that a server keeps to a file")
    out.add_argument(
        "file", metavar="FILE", type=Path, help="a file to write, for your eyes only, or - for stdout"
    )
    into = actions.add_parser("import", help="take an export into a store")
    into.add_argument("file", metavar="FILE", type=Path, help="the file to read")
    into.add_argument(
        "--merge",
        action="store_true",
        help="into a store with data: add what is missing, and leave what is there as it is",
    )
    for action in (out, into):
        _add_place(action)


def _add_place(parser: argparse.ArgumentParser) -> None:
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--redis", metavar="URL", help="the Redis or Valkey of the server")
    place.add_argument("--data", metavar="DIR", type=Path, help=f"its data directory ({default_data()})")


def run(args: argparse.Namespace) -> int:
    """Do what is asked; the exit status."""
    try:
        return asyncio.run(_export(args) if args.action == "export" else _import(args))
    except (
        AdminError,
        CannotImport,
        InvalidExport,
        UnreadableRoom,
        EmbeddedError,
        StoreUnavailable,
    ) as problem:
        print(f"pente admin: {problem}", file=sys.stderr)
    except OSError as error:
        print(f"pente admin: {args.file}: {error.strerror or error}", file=sys.stderr)
    return 1


async def _export(args: argparse.Namespace) -> int:
    if not _url(args) and not _data(args).exists():
        raise AdminError(f"there is no data in {_data(args)}; name the directory with --data, or a --redis")
    async with _store(args) as store:
        if _url(args) and await is_served(store):
            _say("a server runs on that store: what happens meanwhile may be missing in the export")
        with _written(args.file) as out:
            rooms = await export(store, f"pente/{version('pente')}", out)
    to = "" if str(args.file) == "-" else f" to {args.file}"
    _say(f"{rooms} rooms written{to}; keep it to yourself, it has hashed secrets")
    return 0


async def _import(args: argparse.Namespace) -> int:
    async with _store(args) as store:
        await check(store, args.file, merge=args.merge, is_ours=not _url(args))
        report = await import_(store, args.file)
    for kept in report.kept[:MOST_TOLD]:
        _say(f"left as it is: {kept}")
    if len(report.kept) > MOST_TOLD:
        _say(f"and {len(report.kept) - MOST_TOLD} more")
    _say(f"imported {report.rooms} rooms and {report.accounts} accounts")
    return 0


def _url(args: argparse.Namespace) -> str:
    """Where the Redis is; empty for a data directory. Options count more than the environment."""
    return args.redis or (os.environ.get("PENTE_REDIS", "") if args.data is None else "")


def _data(args: argparse.Namespace) -> Path:
    return default_data() if args.data is None else Path(args.data)


@asynccontextmanager
async def _store(args: argparse.Namespace) -> AsyncIterator[RedisStore]:
    """The store that is meant, with its engine if it needs one."""
    url = _url(args)
    engine = None if url else await start_embedded(_data(args))
    try:
        store = await RedisStore.connect(engine.url if engine else url)
        try:
            yield store
        finally:
            with suppress(StoreUnavailable):
                await store.close()
    finally:
        if engine is not None:
            await engine.stop()


@contextmanager
def _written(path: Path) -> Iterator[TextIO]:
    """A file for one's own eyes, that takes the place of another only when it is whole; or stdout."""
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
