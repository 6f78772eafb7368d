"""`pente account`: who one is at which server."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pente_client.cli.online.connect import fail, with_client
from pente_client.connection import Client, Credentials, CredentialStore
from pente_client.connection.address import BadAddress, parse_address
from pente_client.connection.credentials import InvalidCredentials, format_credentials, parse_credentials
from pente_client.connection.sanitize import clean_name
from pente_client.options.shared_options import add_connection, add_json, default_url, name_given
from pente_core.identity import PlayerKind
from pente_protocol.untrusted_text import clean

DESCRIPTION: Final = """
Who you are at which server. A name belongs to whoever knows its secret, which this machine keeps; it is never
shown, and nobody can give you another one. Export it to be the same player on another machine.
"""
EXAMPLES: Final = """
examples:
  pente account                                 your names, at every server
  pente account create anna                     claim a name at the server on this machine
  pente account create anna wss://pente.example.org
  pente account rename annika                   the old name stays yours for 30 days, then it is free
  pente account export anna.json                a file with your secrets, for another machine
  pente account export - | ssh laptop pente account import -
  pente play --name anna                        play as one of several

Games keep the name under which they were played. A name that nobody uses for 180 days is free again,
unless it has a rating.

environment: PENTE_URL and PENTE_NAME stand in for URL and --name, PENTE_STATE is where identities are kept,
PENTE_PASSWORD the password of a server that asks for one.
exit status: 0 done, 1 when a file can't be read or written, 2 for a wrong command line, 3 when the server
can't be reached, 4 when it refuses, 130 after Ctrl-C.
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
    _add_export(actions)
    _add_import(actions)


def run(args: argparse.Namespace) -> int:
    """Do what is asked for; the exit status."""
    act = args.act
    try:
        return int(act(args))
    except (BadAddress, InvalidCredentials) as problem:
        return fail(args, problem, 1)
    except FileExistsError as error:
        return fail(args, OSError(f"{error.filename} is there already; give the name of a new file"), 1)
    except OSError as error:
        where = error.filename or CredentialStore.default().path
        return fail(args, OSError(f"{error.strerror or error}: {where}; check the path and its rights"), 1)


def _add_show(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    show = actions.add_parser("show", help="list your names; the secrets are not shown")
    show.add_argument("url", nargs="?", metavar="URL", help="only those at this server")
    add_json(show)
    show.set_defaults(act=_show, name=None)


def _add_create(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    create = actions.add_parser("create", help="claim a name at a server")
    create.add_argument("name", metavar="NAME", type=name_given, help="2 to 20 letters, digits, - and _")
    _add_server(create, names=False)
    create.set_defaults(act=_create)


def _add_rename(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rename = actions.add_parser("rename", help="have another name at a server")
    rename.add_argument("new_name", metavar="NEW", type=name_given, help="2 to 20 letters, digits, - and _")
    _add_server(rename, names=True)
    rename.set_defaults(act=_rename)


def _add_server(parser: argparse.ArgumentParser, *, names: bool) -> None:
    url = default_url()
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help=f"the server ({url})")
    add_connection(parser, names=names)
    add_json(parser)


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = actions.add_parser("export", help="write names and secrets to a file that only you can read")
    export.add_argument("file", metavar="FILE", help="a new file, or - for stdout")
    export.add_argument("url", nargs="?", metavar="URL", help="only those at this server")
    export.add_argument("--name", metavar="N", help="only this one")
    export.set_defaults(act=_export)


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    import_ = actions.add_parser("import", help="take over what was exported elsewhere")
    import_.add_argument("file", metavar="FILE", help="an exported file, or - for stdin")
    import_.set_defaults(act=_import)


def _show(args: argparse.Namespace) -> int:
    known = _chosen(args)
    for one in known:
        print(json.dumps(_told(one)) if args.json else _line(one))
    if not known and not args.json:
        print("you have no name yet; claim one with: pente account create NAME")
    return 0


def _create(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        _tell_of(args, client)
        return 0

    return with_client(args, work)


def _rename(args: argparse.Namespace) -> int:
    async def work(client: Client) -> int:
        await client.rename(args.new_name)
        _tell_of(args, client)
        return 0

    return with_client(args, work)


def _export(args: argparse.Namespace) -> int:
    known = _chosen(args)
    if not known:
        return fail(args, LookupError("there is no such name here; see: pente account show"), 1)
    text = format_credentials(known)
    if args.file == STDIO:
        sys.stdout.write(text)
        return 0
    # A new file: nobody else may have opened one that was there before, nor is one written over.
    handle = os.open(args.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    names = "1 name" if len(known) == 1 else f"{len(known)} names"
    print(f"wrote {names} to {args.file}; who has this file can play as you")
    return 0


def _import(args: argparse.Namespace) -> int:
    identities, store = parse_credentials(_input(args.file)), CredentialStore.default()
    for one in identities:
        store.keep(one)
        print(_line(one))
    return 0


def _input(file: str) -> str:
    """What is imported. Raises OSError and BadIdentities."""
    try:
        if file == STDIO:
            return sys.stdin.read(LONGEST_FILE)
        with Path(file).open(encoding="utf-8") as text:
            return text.read(LONGEST_FILE)
    except UnicodeDecodeError:
        raise InvalidCredentials("that is no file that pente account export has written") from None


def _chosen(args: argparse.Namespace) -> Sequence[Credentials]:
    """The identities that the options speak of, sorted by server. Raises BadAddress and OSError."""
    server = None if args.url is None else str(parse_address(args.url))
    known = [one for one in CredentialStore.default().all() if server in (None, one.server)]
    if args.name is not None:
        known = [one for one in known if one.name.casefold() == args.name.casefold()]
    return sorted(known, key=lambda one: (one.server, one.name.casefold()))


def _tell_of(args: argparse.Namespace, client: Client) -> None:
    """Say who one is now."""
    me, server = client.me, str(parse_address(args.url))
    if args.json:
        print(
            json.dumps(
                {"t": "account", "server": server, "name": me.name, "kind": me.kind.value, "id": me.id}
            )
        )
    else:
        print(f"you are {me.name} at {server}; your id is {me.id}")


def _told(one: Credentials) -> dict[str, str]:
    return {"t": "account", "server": clean(one.server), "name": clean_name(one.name), "kind": one.kind.value}


def _line(one: Credentials) -> str:
    bot = " (bot)" if one.kind is PlayerKind.BOT else ""
    return f"{clean_name(one.name)}{bot} at {clean(one.server)}"
