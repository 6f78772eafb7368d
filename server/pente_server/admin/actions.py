"""What `pente admin` does."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final, TextIO

from pente_protocol.login.signatures import MissingLibrary
from pente_server import store_address
from pente_server.access.host_files import UnusableFile
from pente_server.admin import account_reset, account_roles, identity, reports
from pente_server.admin.checker import CheckedKeys, Checker
from pente_server.admin.export_format import InvalidExport
from pente_server.admin.exporter import UnreadableRoom, export
from pente_server.admin.importer import CannotImport, check_file, check_store, import_, is_served
from pente_server.admin.opened_store import AdminError, opened_store
from pente_server.admin.progress import Progress
from pente_server.embedded import EmbeddedError
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.server_identity import KEY_NEEDS
from pente_server.webhook import trial
from pente_server.webhook.chosen_webhook import InvalidWebhookOptions

MOST_TOLD: Final = 20
"""How many items that an import left unchanged are listed individually."""
DAMAGED: Final = 5
"""The exit status of a check that leaves damage behind."""


def run_action(args: argparse.Namespace) -> int:
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
    except MissingLibrary:
        print(f"pente admin: {KEY_NEEDS}", file=sys.stderr)
    except DamagedKey as damage:
        print(f"pente admin: {damage}; repair it with `pente admin check --repair`", file=sys.stderr)
    except OSError as error:
        print(
            f"pente admin: {getattr(args, 'file', args.action)}: {error.strerror or error}", file=sys.stderr
        )
    return 1


async def _export(args: argparse.Namespace) -> int:
    async with opened_store(args) as store:
        if store_address.redis_url(args) and await is_served(store):
            _say("a server is running on that store: the export may miss what happens meanwhile")
        with _written(args.file) as out:
            program, has_identity = f"pente/{version('pente')}", not args.without_identity
            rooms = await export(store, program, out, Progress(), has_identity=has_identity)
        identity = await store.server_identity.find() if has_identity else None
    to = "" if str(args.file) == "-" else f" to {args.file}"
    holds = "the server's key, with which one can pass for it" if identity and identity.key else "messages"
    _say(f"exported {rooms} rooms{to}; keep the export private: it contains {holds}")
    return 0


async def _import(args: argparse.Namespace) -> int:
    progress = Progress()
    check_file(args.file, progress)
    async with opened_store(args, may_be_new=True, partitions=args.partitions) as store:
        await check_store(store, merge=args.merge, is_ours=not store_address.redis_url(args))
        report = await import_(store, args.file, progress, is_copy=args.new_identity)
    for kept in report.kept[:MOST_TOLD]:
        _say(f"left unchanged: {kept}")
    if len(report.kept) > MOST_TOLD:
        _say(f"and {len(report.kept) - MOST_TOLD} more")
    identity = "; it has the key of the exported server, so don't run both" if report.has_identity else ""
    _say(f"imported {report.rooms} rooms and {report.accounts} accounts{identity}")
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


async def _losses(args: argparse.Namespace) -> int:
    """Print what was lost, and forget just that if the host has read it."""
    async with opened_store(args, may_be_running=True) as store:
        losses = await store.losses()
        for loss in losses:
            at = datetime.fromtimestamp(loss.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
            rest = "is gone" if loss.moves is None else f"is back at move {loss.moves}"
            fields = {"t": "loss", "room": loss.room, "at": loss.at, "moves": loss.moves}
            print(json.dumps(fields) if args.json else f"{at}: room {loss.room} {rest}")
        if args.change:
            await store.forget_losses(losses)
    if not losses:
        _say("no losses that you have not read")
    elif args.change:
        _say("the servers warn of these no longer")
    return 0


async def _account(args: argparse.Namespace) -> int:
    if args.change == "reset":
        if args.role is not None:
            raise AdminError("reset has no role; leave it out")
        return await account_reset.run(args)
    return await account_roles.run(args)


_ACTIONS: Final = {
    "export": _export,
    "import": _import,
    "check": _check,
    "adopt": _adopt,
    "identity": identity.run,
    "losses": _losses,
    "reports": reports.run,
    "account": _account,
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
