"""`pente account`: your names on servers, and their secrets."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pente_client.cli.online import devices
from pente_client.cli.online.connect import with_client
from pente_client.cli.online.known_servers import add_servers
from pente_client.cli.online.notifications import add_notify
from pente_client.cli.online.personal_data import delete, write_data
from pente_client.cli.online.vacation import add_vacation
from pente_client.connection import Client, CredentialStore
from pente_client.connection.link.address import BadAddress, parse_address
from pente_client.connection.replica.sanitize import clean_name
from pente_client.connection.servers.typed_server import parse_server
from pente_client.credentials import (
    FileContents,
    InvalidCredentials,
    KnownServer,
    format_credentials,
    parse_credentials,
)
from pente_client.files.private_file import new_private_file
from pente_client.options.connection_options import add_connection, add_url, default_url
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_json
from pente_client.options.values import read_name
from pente_client.words.lists.people import block_text
from pente_client.words.phrases import name_of
from pente_core.identity import Identity, PlayerKind
from pente_protocol.untrusted_text import clean

DESCRIPTION: Final = """
Manage your names on servers. Each name belongs to a secret, which only this machine knows and never sends.
Link other devices to play under the same name there too.
"""
EXAMPLES: Final = """
examples:
  pente account                                 list all your names
  pente account create anna                     claim a name
  pente account create anna wss://pente.example.org
  pente account rename annika                   keep the old one for 30 days
  pente account link                            a code for another device, for five minutes
  pente account link K7QF-2M9XTR                on that device
  pente account devices                         list your devices
  pente account revoke laptop                   one that was lost
  pente account export anna.json                a file for a backup, or for another machine
  pente account block mallory                   no more chat, invitations or company of this player
  pente account unblock mallory
  pente account blocked                         list the players whom you have blocked
  pente account vacation on 7                   stop your own correspondence clocks for seven days
  pente account vacation off                    go on before that; without on or off: how many days are left
  pente account notify on                       be named in the host's channel when it is your turn
  pente play --name anna                        play under one of your names
  pente account data anna.jsonl                 all that the server keeps about you, with your games
  pente account delete --name anna              for good; you are asked first
  pente account servers                         the servers that you have used
  pente account servers --forget 192.168.1.5:8765   also what you have allowed there

Finished games keep the name they were played under. A name that is not used for 180 days becomes free, unless
it has a rating. `export` writes your secrets, `data` what the server knows. Deleting an account deletes its
ratings and results; its finished games stay, as they are your opponents' too, but nobody finds them by your
name, which is free after 30 days.

environment: PENTE_URL and PENTE_NAME are the defaults for URL and --name, PENTE_STATE is the directory of
your names and secrets, PENTE_PASSWORD is the password of a server that requires one.
exit status: 0 success, 1 a file can't be read or written, 2 usage error, 3 cannot connect, 4 rejected by the
server, 130 interrupted.
"""
STDIO: Final = "-"
LONGEST_FILE: Final = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente account`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.set_defaults(act=_show, url=None, name=None, json=False)
    actions = parser.add_subparsers(metavar="ACTION", title="actions")
    _add_show(actions)
    _add_create(actions)
    _add_rename(actions)
    _add_devices(actions)
    _add_export(actions)
    _add_import(actions)
    _add_blocking(actions)
    add_vacation(actions)
    add_notify(actions)
    _add_data(actions)
    _add_delete(actions)
    add_servers(actions)


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    act = args.act
    try:
        return int(act(args))
    except (BadAddress, InvalidCredentials) as problem:
        return fail(args, problem)
    except FileExistsError as error:
        return fail(args, f"{error.filename} already exists; give the name of a new file")
    except OSError as error:
        where = error.filename or CredentialStore.default().path
        return fail(args, f"{where}: {error.strerror or error}; check the path and its permissions")


def _add_show(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    show = actions.add_parser("show", help="list your names (the default action)")
    show.add_argument("url", nargs="?", metavar="URL", help="only names on this server")
    add_json(show)
    show.set_defaults(act=_show, name=None)


def _add_create(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    create = actions.add_parser("create", help="claim a name on a server")
    create.add_argument("name", metavar="NAME", type=read_name, help="2 to 20 letters, digits, - or _")
    _add_server(create, names=False)
    create.set_defaults(act=_create)


def _add_rename(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rename = actions.add_parser("rename", help="change your name on a server")
    rename.add_argument("new_name", metavar="NEW", type=read_name, help="2 to 20 letters, digits, - or _")
    _add_server(rename, names=True)
    rename.set_defaults(act=_rename)


def _add_server(parser: argparse.ArgumentParser, *, names: bool) -> None:
    add_url(parser)
    add_connection(parser, names=names)
    add_json(parser)


def _add_devices(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    link = actions.add_parser(
        "link",
        help="play under your name on another device too",
        description="Without a code: get one for another device. With the code: add this device.",
    )
    link.add_argument("words", nargs="*", metavar="CODE|URL", help="the code of the other device; the server")
    add_connection(link)
    add_json(link)
    link.set_defaults(act=devices.link, url=default_url())
    shown = actions.add_parser("devices", help="list the devices of your account")
    _add_server(shown, names=True)
    shown.set_defaults(act=devices.list_devices)
    revoke = actions.add_parser("revoke", help="remove a device from your account, such as a lost one")
    revoke.add_argument("device", metavar="DEVICE", help="its name, or how its id begins")
    _add_server(revoke, names=True)
    revoke.set_defaults(act=devices.revoke)


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = actions.add_parser("export", help="write your names and secrets to a file")
    export.add_argument("file", metavar="FILE", help="a new file, or - for stdout")
    export.add_argument("url", nargs="?", metavar="URL", help="only names on this server")
    export.add_argument("--name", metavar="NAME", help="only this name")
    export.set_defaults(act=_export)


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    import_ = actions.add_parser("import", help="add names that were exported on another machine")
    import_.add_argument("file", metavar="FILE", help="an exported file, or - for stdin")
    import_.set_defaults(act=_import)


def _add_blocking(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for action, is_block, text in (("block", True, "block a player"), ("unblock", False, "unblock a player")):
        parser = actions.add_parser(action, help=text)
        parser.add_argument("player", metavar="PLAYER", help="the player's name or id")
        _add_server(parser, names=True)
        parser.set_defaults(act=_block, is_block=is_block)
    blocked = actions.add_parser("blocked", help="list the players whom you have blocked")
    _add_server(blocked, names=True)
    blocked.set_defaults(act=_blocked)


def _add_data(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    data = actions.add_parser(
        "data",
        help="write what a server keeps about you to a file",
        description="Write what a server keeps about you to a file: your account, results and games.",
    )
    data.add_argument("file", metavar="FILE", help="a new file of JSON lines, or - for stdout")
    add_url(data)
    add_connection(data)
    data.set_defaults(act=write_data)


def _add_delete(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    delete_ = actions.add_parser(
        "delete",
        help="delete your account at a server for good",
        description="Delete your account at a server for good, with your results and ratings. Your name stays"
        " in the records of games, which belong to your opponents too.",
    )
    delete_.add_argument("--yes", action="store_true", help="do not ask")
    _add_server(delete_, names=True)
    delete_.set_defaults(act=delete)


def _show(args: argparse.Namespace) -> int:
    lines = list(_shown(_chosen(args)))
    for fields, text in lines:
        print(json.dumps(fields) if args.json else text)
    if not lines and not args.json:
        print("You have no names yet. Claim one with: pente account create NAME")
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
            print("You have blocked nobody. Block a player with: pente account block PLAYER")
        return 0

    return with_client(args, work)


def _export(args: argparse.Namespace) -> int:
    chosen = _chosen(args)
    count = len(chosen.accounts) + len(chosen.old)
    if not count:
        return fail(args, "No such name here; list your names with: pente account show")
    text = format_credentials(chosen)
    if args.file == STDIO:
        sys.stdout.write(text)
        return 0
    with new_private_file(args.file) as file:
        file.write(text)
    names = "1 name" if count == 1 else f"{count} names"
    print(f"Exported {names} to {args.file}. Anyone who has this file can play as you.")
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
        raise InvalidCredentials("The file was not written by pente account export") from None


def _chosen(args: argparse.Namespace) -> FileContents:
    """The accounts that the options select, with their servers. Raises BadAddress and OSError."""
    contents = CredentialStore.default().contents()
    addresses = None if args.url is None else {str(each) for each in parse_server(args.url).addresses}
    servers = [one for one in contents.servers if addresses is None or addresses & {*one.addresses}]
    name = None if args.name is None else args.name.casefold()
    accounts = [one for one in contents.accounts if one.name and name in (None, one.name.casefold())]
    old = [one for one in contents.old if addresses is None or one.address in addresses]
    return FileContents(
        tuple(servers),
        tuple(one for one in accounts if one.server in {server.id for server in servers}),
        tuple(one for one in old if name in (None, one.name.casefold())),
    )


def _shown(contents: FileContents) -> Iterator[tuple[dict[str, str], str]]:
    """Each account as JSON and as a line, by server and name."""
    servers = {one.id: one for one in contents.servers}
    entries = [(_address(servers[one.server]), one.kind, one.name) for one in contents.accounts]
    entries += [(one.address, one.kind, one.name) for one in contents.old]
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
        print(f"You are {me.name} at {server}. Your id is {me.id}.")


def _player_fields(player: Identity) -> dict[str, str]:
    return {"name": clean_name(player.name), "kind": player.kind.value, "id": player.id}
