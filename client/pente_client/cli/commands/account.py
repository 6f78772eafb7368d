"""`pente account`: your names on servers, and their secrets."""

import argparse
from typing import Final

from pente_client.options.connection_options import add_connection, add_server, add_url
from pente_client.options.output_options import add_json
from pente_client.options.values import DashedWord, read_name

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
  pente account allow laptop                    let it manage the account; without that it may play
  pente account allow laptop --rights play      it may play, and no more
  pente account key my.key --rights play        a key for a script, which runs as: pente play --key my.key
  pente account key bot.key --bot --name zoe    the same for a bot, whose account stays in your hands
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
your names and secrets, PENTE_PASSWORD is the password of a server that requires one, PENTE_KEY is a key
to sign in with where no name is given.
exit status: 0 success, 1 a file can't be read or written, 2 usage error, 3 cannot connect, 4 rejected by the
server, 130 interrupted.
"""
_VACATION: Final = """
Stop your own clocks in all your correspondence games: on DAYS, counted from the start, also to make one
longer or shorter; off ends it. There are 20 whole days a year, by UTC; a day that was begun counts whole, and
what is not used lapses; off within a minute makes it cost nothing. You may play on vacation, and your planned
moves are played. Your opponents see until when you are away. In a game type /vacation 7 or /vacation off.
"""
_DEVICE: Final = DashedWord("-([A-Za-z0-9_-]{21}|[A-Za-z0-9_][A-Za-z0-9_-]{2,20})")
"""The id of a device that begins with a dash: all of it, or how it begins if that can be no long option."""
_NOTIFY: Final = """
Be named where the host of the server has its notifications sent, such as a channel of the club, when it
becomes your turn in a correspondence game, or in a live game that you are not in. Everybody who reads along
there sees your name, the game, your opponent and the time you have left; of private games only that it is
your turn in one. It is off unless you turn it on.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente account`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.set_defaults(action="show", url=None, name=None, json=False)
    actions = parser.add_subparsers(metavar="ACTION", title="actions")
    _add_show(actions)
    _add_create(actions)
    _add_rename(actions)
    _add_devices(actions)
    _add_export(actions)
    _add_import(actions)
    _add_blocking(actions)
    _add_vacation(actions)
    _add_notify(actions)
    _add_data(actions)
    _add_delete(actions)
    _add_servers(actions)


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.own_account import run_action

    return run_action(args)


def _add_show(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    show = actions.add_parser("show", help="list your names (the default action)")
    add_url(show, "all servers", "")
    add_json(show)
    show.set_defaults(action="show", name=None)


def _add_create(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    create = actions.add_parser("create", help="claim a name on a server")
    create.add_argument("name", metavar="NAME", type=read_name, help="2 to 20 letters, digits, - or _")
    _add_server(create, names=False)
    create.set_defaults(action="create")


def _add_rename(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rename = actions.add_parser("rename", help="change your name on a server")
    rename.add_argument("new_name", metavar="NEW", type=read_name, help="2 to 20 letters, digits, - or _")
    _add_server(rename, names=True)
    rename.set_defaults(action="rename")


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
    link.add_argument(
        "words", nargs="*", metavar="WORD", help="the code of the other device, the server, or both"
    )
    add_server(link)
    add_connection(link)
    add_json(link)
    link.set_defaults(action="link")
    shown = actions.add_parser("devices", help="list the devices of your account")
    _add_server(shown, names=True)
    shown.set_defaults(action="devices")
    allow = actions.add_parser(
        "allow",
        help="say what a device of your account may do",
        description="Let a device manage your account, or only play. Check its words first: the device itself"
        " shows the same ones.",
    )
    allow.add_argument(
        "device", type=_DEVICE, metavar="DEVICE", help="its name, its words, or how its id begins"
    )
    _add_rights(allow, "account")
    _add_server(allow, names=True)
    allow.set_defaults(action="allow")
    key = actions.add_parser(
        "key",
        help="make a key for a bot or a script",
        description="Add a device to your account and write its key: one line with the server, the account,"
        " what it may do, and a secret. A program signs in with it by --key FILE, or by PENTE_KEY.",
    )
    key.add_argument("file", metavar="FILE", help="a new file, or - for stdout")
    key.add_argument("--device", metavar="NAME", default="bot", help="its name in your list (default: bot)")
    _add_rights(key, "play")
    add_server(key)
    add_connection(key)
    key.set_defaults(action="key")
    revoke = actions.add_parser("revoke", help="remove a device from your account, such as a lost one")
    revoke.add_argument("device", type=_DEVICE, metavar="DEVICE", help="its name, or how its id begins")
    _add_server(revoke, names=True)
    revoke.set_defaults(action="revoke")
    for parser in (shown, allow, key, revoke):
        parser.add_argument("--bot", action="store_true", help="the account of a bot, not of a person")


def _add_rights(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--rights",
        choices=["play", "account"],
        default=default,
        help=f"play, or also manage the account (default: {default})",
    )


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = actions.add_parser("export", help="write your names and secrets to a file")
    export.add_argument("file", metavar="FILE", help="a new file, or - for stdout")
    add_url(export, "all servers", "")
    export.add_argument("--name", metavar="NAME", help="only this name")
    export.set_defaults(action="export")


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    import_ = actions.add_parser("import", help="add names that were exported on another machine")
    import_.add_argument("file", metavar="FILE", help="an exported file, or - for stdin")
    import_.set_defaults(action="import")


def _add_blocking(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for action, is_block, text in (("block", True, "block a player"), ("unblock", False, "unblock a player")):
        parser = actions.add_parser(action, help=text)
        parser.add_argument("player", metavar="PLAYER", help="the player's name or id")
        _add_server(parser, names=True)
        parser.set_defaults(action="block", is_block=is_block)
    blocked = actions.add_parser("blocked", help="list the players whom you have blocked")
    _add_server(blocked, names=True)
    blocked.set_defaults(action="blocked")


def _add_data(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    data = actions.add_parser(
        "data",
        help="write what a server keeps about you to a file",
        description="Write what a server keeps about you to a file: your account, results and games.",
    )
    data.add_argument("file", metavar="FILE", help="a new file of JSON lines, or - for stdout")
    add_url(data)
    add_connection(data)
    data.set_defaults(action="data")


def _add_delete(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    delete_ = actions.add_parser(
        "delete",
        help="delete your account at a server for good",
        description="Delete your account at a server for good, with your results and ratings. Your name stays"
        " in the records of games, which belong to your opponents too.",
    )
    delete_.add_argument("--yes", action="store_true", help="do not ask")
    _add_server(delete_, names=True)
    delete_.set_defaults(action="delete")


def _add_vacation(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "vacation",
        help="stop your clocks in correspondence games for some days",
        description=_VACATION,
    )
    parser.add_argument("change", nargs="?", choices=["on", "off"], help="default: show what is left")
    parser.add_argument("days", nargs="?", metavar="DAYS", type=int, help="1 to 20, behind on")
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(action="vacation")


def _add_notify(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "notify",
        help="be named in the host's channel when it is your turn",
        description=_NOTIFY,
    )
    parser.add_argument("change", nargs="?", choices=["on", "off"], help="default: show what you have chosen")
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(action="notify")


def _add_servers(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    servers = actions.add_parser("servers", help="list the servers that you have used, or forget one")
    servers.add_argument(
        "--forget",
        metavar="SERVER",
        help="forget the address, and that it may be used without encryption; your names there are kept",
    )
    add_json(servers)
    servers.set_defaults(action="servers")
