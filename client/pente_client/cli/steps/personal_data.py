"""What a server keeps about a player: written to a file, and deleted."""

import argparse
import json
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, Final

from pente_client.cli.steps.connect import is_interactive, with_client
from pente_client.cli.steps.own_devices import device_fields
from pente_client.cli.steps.server_address import resolve_server
from pente_client.connection import Client, CredentialStore
from pente_client.connection.replica.sanitize import clean_name
from pente_client.files.private_file import new_private_file
from pente_client.files.stdout import say
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.stream.jsonl.fields import message_fields, score_fields
from pente_core.identity import PlayerKind
from pente_protocol.address import parse_address
from pente_protocol.errors import ErrorCode
from pente_protocol.logs.json_lines import format_log
from pente_protocol.messages.archive import GameFilter
from pente_protocol.messages.people import CountedGame, PersonalDataFound, PlannedMoves
from pente_protocol.sentences import tell

STDOUT: Final = "-"
CONSEQUENCES: Final = tell("steps.consequences")


def write_data(args: argparse.Namespace) -> int:
    """Write what a server keeps about the player to a file; the exit status. Raises OSError."""
    if not _identity(args):
        return _unknown(args)
    if args.file == STDOUT:
        return with_client(args, lambda client: _write(client, args, say))
    with new_private_file(args.file) as file:
        status = with_client(args, lambda client: _write(client, args, lambda text: print(text, file=file)))
    if status == ExitStatus.SUCCESS:
        print(tell("steps.wrote-your-data-to", file=args.file), file=sys.stderr)
    else:
        Path(args.file).unlink()  # it is not whole
    return status


def delete(args: argparse.Namespace) -> int:
    """Delete the player's account at a server, after asking; the exit status.

    Raises OSError and BadAddress.
    """
    resolve_server(args)
    name = _identity(args)
    if not name:
        return _unknown(args)
    if not args.yes and not is_interactive(args):
        return fail(args, tell("steps.nothing-was-deleted-add-yes"), ExitStatus.USAGE)
    if not args.yes and not _is_confirmed(name, args):
        return fail(args, tell("steps.nothing-was-deleted"))
    args.name = name

    async def work(client: Client) -> int:
        await client.delete_account()
        return _report(args, name)

    # The account may be deleted already, if the answer to an earlier request was lost.
    return with_client(args, work, instead={ErrorCode.ACCOUNT_DELETED: lambda: _forget(args, name)})


def _identity(args: argparse.Namespace) -> str:
    """The chosen name on this machine; empty: none. Without one, connecting would open a new account."""
    store, address = CredentialStore.default(), str(parse_address(args.url))
    server, wanted = store.server_at(address), args.name or ""
    found = None if server is None else store.find(server.id, PlayerKind.PERSON, wanted)
    return found.name if found else ""


def _unknown(args: argparse.Namespace) -> int:
    return fail(args, tell("steps.no-such-name-here-list"))


def _is_confirmed(name: str, args: argparse.Namespace) -> bool:
    shown, server = clean_name(name), str(parse_address(args.url))
    print(CONSEQUENCES.format(name=shown, server=server), file=sys.stderr)
    print(tell("steps.type-to-delete-it", shown=shown), end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() == name.casefold()


def _forget(args: argparse.Namespace, name: str) -> int:
    """Remove the secret of an account that was deleted before. Raises OSError."""
    store, address = CredentialStore.default(), str(parse_address(args.url))
    server = store.server_at(address)
    known = None if server is None else store.find(server.id, PlayerKind.PERSON, name)
    if known is not None:
        store.remove(known)
    return _report(args, name)


def _report(args: argparse.Namespace, name: str) -> int:
    name, server = clean_name(name), str(parse_address(args.url))
    if args.json:
        print(json.dumps({"t": "deleted", "server": server, "name": name}))
    else:
        print(f"Deleted {name} at {server}.")
    return ExitStatus.SUCCESS


async def _write(client: Client, args: argparse.Namespace, write: Callable[[str], object]) -> int:
    async for line in _lines(client, str(parse_address(args.url))):
        write(line)
    return ExitStatus.SUCCESS


async def _lines(client: Client, server: str) -> AsyncIterator[str]:
    """The account, its results, the games that count in them, and the logs of all finished games."""
    begun = False
    counted = set[str]()
    async for found in client.personal_data():
        if not begun:
            begun = True
            yield json.dumps(_account_fields(found, server))
            for planned in found.planned:
                yield json.dumps(_planned_fields(planned))
            for score in found.scores:
                yield json.dumps({"t": "score", **score_fields(score)})
        for game in found.games:
            if game.room not in counted:
                counted.add(game.room)
                yield json.dumps(_counted_fields(game))
    async for page, _ in client.archive.games(GameFilter(player=client.me.id, unplayed=True)):
        async for log in client.archive.logs([game.id for game in page]):
            yield format_log(log).rstrip("\n")


def _account_fields(found: PersonalDataFound, server: str) -> dict[str, Any]:
    player = found.player
    return {"t": "account", "server": server, "name": player.name, "kind": player.kind.value} | {
        "id": player.id,
        "renamed": found.renamed,
        "earlier_names": list(found.earlier_names),
        "blocked": [blocked.name for blocked in found.blocked],
        "friends": [friend.name for friend in found.friends],
        "messages": [message_fields(message) for message in found.messages],
        "messages_from": found.message_policy.value,
        "notify": found.notify,
        "vacations": [[span.start, span.until] for span in found.vacations],
        "devices": [device_fields(device) for device in found.devices],
    }


def _planned_fields(planned: PlannedMoves) -> dict[str, Any]:
    return {"t": "planned", "room": planned.room, "lines": [list(line) for line in planned.lines]}


def _counted_fields(game: CountedGame) -> dict[str, Any]:
    return {
        "t": "counted",
        "room": game.room,
        "ruleset": game.ruleset,
        "speed": game.speed.value,
        "end": game.end,
        "result": game.result,
        "before": game.before,
        "after": game.after,
    }
