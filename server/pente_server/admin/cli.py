"""`pente admin`: commands for the host of a server."""

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final, TextIO

from pente_server import store_address
from pente_server.access.host_files import UnusableFile
from pente_server.admin import account_reset, identity, reports
from pente_server.admin.checker import CheckedKeys, Checker
from pente_server.admin.export_format import InvalidExport
from pente_server.admin.exporter import UnreadableRoom, export
from pente_server.admin.importer import CannotImport, check, import_, is_served
from pente_server.admin.opened_store import AdminError, add_place, opened_store, store_url
from pente_server.admin.progress import Progress
from pente_server.embedded import EmbeddedError
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.webhook import trial
from pente_server.webhook.webhook_options import InvalidWebhookOptions

DESCRIPTION: Final = """
Export everything a server stores to a file, or import such a file into another store. An export contains the
accounts (with keys that verify), results and ratings, and the logs of all rooms, live and finished, as JSON
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
  pente admin identity new --data COPY            for a second server on a copy of the data
  pente admin webhook test --webhook-url-file FILE   does it arrive?
  pente admin reports                             what players have reported
  pente admin reports close 3                     report 3 is dealt with
  pente admin account reset anna                  a code for a player who has lost every device

Repeating an import changes nothing; complete an interrupted one with --merge. Live games continue where
they stopped; their clocks do not run between the stop of the old server and the start of the new one.

environment: PENTE_REDIS and PENTE_DATA are the defaults for --redis and --data.
exit status: 0 success, 1 failure, 2 for a wrong command line, 5 when check leaves damage, 130 after Ctrl-C.
"""
MOST_TOLD: Final = 20
"""How many items that an import left unchanged are listed individually."""
DAMAGED: Final = 5
"""The exit status of a check that leaves damage behind."""


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
    into.add_argument(
        "--new-identity",
        action="store_true",
        help="for a copy that runs beside the exported server: clients take it for another server",
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
        add_place(action)
    reports.add_arguments(actions.add_parser("reports", help="list and close the reports of players"))
    account_reset.add_arguments(
        actions.add_parser("account", help="give a player who has lost every device a new code")
    )
    trial.add_arguments(actions.add_parser("webhook", help="send a test to the webhook of the host"))
    identity.add_arguments(
        actions.add_parser(
            "identity", help="show by which id clients recognise the server, or draw a new one"
        )
    )


def run(args: argparse.Namespace) -> int:
    """Run the chosen command; return the exit status."""
    try:
        return asyncio.run(_ACTIONS[args.action](args))
    except (
        AdminError,
        trial.NotDelivered,
        InvalidWebhookOptions,
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
    async with opened_store(args) as store:
        if store_url(args) and await is_served(store):
            _say("a server is running on that store: the export may miss what happens meanwhile")
        with _written(args.file) as out:
            rooms = await export(store, f"pente/{version('pente')}", out, Progress())
    to = "" if str(args.file) == "-" else f" to {args.file}"
    _say(f"exported {rooms} rooms{to}; keep the export private: it contains what verifies logins")
    return 0


async def _import(args: argparse.Namespace) -> int:
    async with opened_store(args, may_be_new=True) as store:
        progress = Progress()
        await check(store, args.file, progress, merge=args.merge, is_ours=not store_url(args))
        report = await import_(store, args.file, progress, is_copy=args.new_identity)
    for kept in report.kept[:MOST_TOLD]:
        _say(f"left unchanged: {kept}")
    if len(report.kept) > MOST_TOLD:
        _say(f"and {len(report.kept) - MOST_TOLD} more")
    _say(f"imported {report.rooms} rooms and {report.accounts} accounts")
    return 0


async def _check(args: argparse.Namespace) -> int:
    """Print all damage, and repair it if that is asked for."""
    found = left = 0
    async with opened_store(args, may_be_running=True) as store:
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
    async with opened_store(args, may_be_running=True) as store:
        await store.raw.adopt(await store.inventory.now())
    _say(
        "adopted: servers that have refused this store use it from now on;"
        " their players are disconnected, and come back by themselves"
    )
    return 0


_ACTIONS: Final = {
    "export": _export,
    "import": _import,
    "check": _check,
    "adopt": _adopt,
    "identity": identity.run,
    "reports": reports.run,
    "account": account_reset.run,
    "webhook": trial.run,
}


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
