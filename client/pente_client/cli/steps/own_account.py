"""The player's own account: names, blocked players, vacation, and the files of accounts on this machine."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pente_client.addresses.typed_server import parse_server
from pente_client.cli.steps import own_devices
from pente_client.cli.steps.connect import with_client
from pente_client.cli.steps.personal_data import delete, write_data
from pente_client.connection import Client, CredentialStore
from pente_client.connection.replica.sanitize import clean_name
from pente_client.credentials import (
    FileContents,
    InvalidCredentials,
    KnownServer,
    format_credentials,
    parse_credentials,
)
from pente_client.files.private_file import new_private_file
from pente_client.input.people_orders import MOST_DAYS
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.words.lists.people import block_text, vacation_text
from pente_client.words.phrases import name_of
from pente_core.identity import Identity, PlayerKind
from pente_protocol.address import BadAddress, parse_address
from pente_protocol.login.fingerprints import fingerprint_of, with_fingerprint
from pente_protocol.messages.account import NotificationsFound, VacationFound
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

STDIO: Final = "-"
LONGEST_FILE: Final = 1 << 20
_VACATION_USAGE: Final = tell("steps.vacation-usage")


def run_action(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    try:
        return int(_ACTIONS[args.action](args))
    except (BadAddress, InvalidCredentials) as problem:
        return fail(args, problem)
    except FileExistsError as error:
        return fail(args, tell("steps.already-exists-give-the-name", filename=error.filename))
    except OSError as error:
        where = error.filename or CredentialStore.default().path
        return fail(args, tell("steps.check-the-path-and-its", where=where, reason=error.strerror or error))


def _show(args: argparse.Namespace) -> int:
    lines = list(_shown(_chosen(args)))
    for fields, text in lines:
        print(json.dumps(fields) if args.json else text)
    if not lines and not args.json:
        print(tell("steps.you-have-no-names-yet"))
    return 0


def _create(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        _print_account(args, client)
        return 0

    return with_client(args, work)


def _rename(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        await client.rename(args.new_name)
        _print_account(args, client)
        return 0

    return with_client(args, work)


def _block(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        change = client.block if args.is_block else client.unblock
        player = await change(args.player)
        if args.json:
            print(json.dumps({"t": "blocked" if args.is_block else "unblocked", **_player_fields(player)}))
        else:
            print(block_text(player, is_block=args.is_block))
        return 0

    return with_client(args, work)


def _blocked(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        players = await client.list_blocked()
        for player in players:
            print(json.dumps({"t": "blocked", **_player_fields(player)}) if args.json else name_of(player))
        if not players and not args.json:
            print(tell("steps.you-have-blocked-nobody-block"))
        return 0

    return with_client(args, work)


def _export(args: argparse.Namespace) -> int:
    chosen = _chosen(args)
    count = len(chosen.accounts)
    if not count:
        return fail(args, tell("steps.no-such-name-here-list"))
    text = format_credentials(chosen)
    if args.file == STDIO:
        sys.stdout.write(text)
        return 0
    with new_private_file(args.file) as file:
        file.write(text)
    names = "1 name" if count == 1 else f"{count} names"
    print(tell("steps.exported-to-anyone-who-has", names=names, file=args.file))
    return 0


def _import(args: argparse.Namespace) -> int:
    contents = parse_credentials(_input(args.file))
    CredentialStore.default().add(contents)
    for _, text in _shown(contents):
        print(text)
    return 0


def _input(file: str) -> str:
    """The text to import. Raises OSError and InvalidCredentials."""
    try:
        if file == STDIO:
            return sys.stdin.read(LONGEST_FILE)
        with Path(file).open(encoding="utf-8") as text:
            return text.read(LONGEST_FILE)
    except UnicodeDecodeError:
        raise InvalidCredentials(tell("steps.the-file-was-not-written")) from None


def _chosen(args: argparse.Namespace) -> FileContents:
    """The accounts that the options select, with their servers. Raises BadAddress and OSError."""
    contents = CredentialStore.default().contents()
    addresses = None if args.url is None else {str(each) for each in parse_server(args.url).addresses}
    servers = [one for one in contents.servers if addresses is None or addresses & {*one.addresses}]
    name = None if args.name is None else args.name.casefold()
    accounts = [one for one in contents.accounts if one.name and name in (None, one.name.casefold())]
    return FileContents(
        tuple(servers),
        tuple(one for one in accounts if one.server in {server.id for server in servers}),
    )


def _shown(contents: FileContents) -> Iterator[tuple[dict[str, str], str]]:
    """Each account as JSON and as a line, by server and name."""
    servers = {one.id: one for one in contents.servers}
    entries = [(_address(servers[one.server]), one.kind, one.name) for one in contents.accounts]
    for address, kind, name in sorted(entries, key=lambda entry: (entry[0], entry[2].casefold())):
        fields = {"t": "account", "server": clean(address), "name": clean_name(name), "kind": kind.value}
        bot = " (bot)" if kind is PlayerKind.BOT else ""
        yield fields, f"{clean_name(name)}{bot} at {clean(address)}"


def _address(server: KnownServer) -> str:
    """Where a server was reached last."""
    return server.addresses[-1] if server.addresses else server.id


def _print_account(args: argparse.Namespace, client: Client) -> None:
    """Print the name that the client has now."""
    me, server = client.me, str(parse_address(args.url))
    if args.json:
        print(
            json.dumps(
                {"t": "account", "server": server, "name": me.name, "kind": me.kind.value, "id": me.id}
            )
        )
    else:
        print(tell("steps.you-are-at-your-id", name=me.name, server=server, id=me.id))


def _player_fields(player: Identity) -> dict[str, str]:
    return {"name": clean_name(player.name), "kind": player.kind.value, "id": player.id}


def _vacation(args: argparse.Namespace) -> int:
    """Start or end a vacation, or tell of it; the exit status."""
    is_on = args.change == "on"
    if is_on != (args.days is not None) or not 1 <= (args.days or 1) <= MOST_DAYS:
        return fail(args, _VACATION_USAGE, ExitStatus.USAGE)
    days = args.days if is_on else 0 if args.change == "off" else None

    async def work(client: Client) -> int:
        found = await client.take_vacation(days)
        print(
            json.dumps(_vacation_fields(found))
            if args.json
            else vacation_text(found, "pente account vacation off")
        )
        return 0

    return with_client(args, work)


def _vacation_fields(found: VacationFound) -> dict[str, Any]:
    return {"t": "vacation", "until": found.until, "days_left": found.days_left}


def _notify(args: argparse.Namespace) -> int:
    """Choose whether to be named, or tell what was chosen; the exit status."""

    async def work(client: Client) -> int:
        found = await client.choose_notifications(
            your_turn=None if args.change is None else args.change == "on"
        )
        print(json.dumps(_notify_fields(found)) if args.json else notify_text(found))
        return 0

    return with_client(args, work)


def notify_text(found: NotificationsFound) -> str:
    """What the player has chosen, and what this server makes of it."""
    if not found.your_turn:
        return tell("steps.you-are-not-named-in")
    if not found.are_sent:
        return tell("steps.your-choice-is-kept-but")
    return tell("steps.you-are-named-in-the")


def _notify_fields(found: NotificationsFound) -> dict[str, Any]:
    return {"t": "notify", "your_turn": found.your_turn, "sent": found.are_sent}


def _show_servers(args: argparse.Namespace) -> int:
    """List the servers, the one used last at the end, or forget one; the exit status.

    Raises OSError and BadAddress.
    """
    store = CredentialStore.default()
    if args.forget is not None:
        return _forget(args, store)
    lines = list(_server_lines(store.contents()))
    for fields, text in lines:
        print(json.dumps(fields) if args.json else text)
    if not lines and not args.json:
        print(tell("steps.you-have-used-no-server"))
    return ExitStatus.SUCCESS


def _forget(args: argparse.Namespace, store: CredentialStore) -> int:
    addresses = [str(address) for address in parse_server(args.forget).addresses]
    forgotten = [address for address in addresses if store.forget_address(address)]
    if not forgotten:
        return fail(args, tell("steps.no-such-server-here-list"))
    for address in forgotten:
        url = str(parse_address(address))
        print(json.dumps({"t": "forgotten", "server": url}) if args.json else f"Forgot {url}.")
    return ExitStatus.SUCCESS


def _server_lines(contents: FileContents) -> Iterator[tuple[dict[str, object], str]]:
    """Each address as JSON and as a line."""
    known = [(address, one.id) for one in contents.servers for address in one.addresses]
    known += [(address, "") for address in contents.unencrypted if address not in dict(known)]
    for address, server in known:
        names = [clean_name(one.name) for one in contents.accounts if one.server == server and one.name]
        is_allowed = address in contents.unencrypted
        fingerprint = fingerprint_of(server)
        fields: dict[str, object] = {"t": "server", "server": clean(address), "names": names}
        fields |= {"unencrypted": is_allowed, "id": clean(server), "fingerprint": fingerprint}
        notes = [f"as {', '.join(names)}"] * bool(names) + [tell("steps.without-encryption")] * is_allowed
        yield fields, " - ".join([with_fingerprint(clean(address), fingerprint), *notes])


_ACTIONS: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "show": _show,
    "create": _create,
    "rename": _rename,
    "link": own_devices.link,
    "devices": own_devices.list_devices,
    "revoke": own_devices.revoke,
    "allow": own_devices.allow,
    "key": own_devices.make_key,
    "export": _export,
    "import": _import,
    "block": _block,
    "blocked": _blocked,
    "vacation": _vacation,
    "notify": _notify,
    "data": write_data,
    "delete": delete,
    "servers": _show_servers,
}
"""By the names that the options give them."""
