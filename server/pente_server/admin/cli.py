"""`pente admin`: commands for the host of a server."""

import argparse
from pathlib import Path
from typing import Final

from pente_protocol.option import Whole
from pente_protocol.option_arguments import add_options
from pente_server.options import OPTIONS, WEBHOOK, ServerOption
from pente_server.serve_arguments import add_named, add_place

DESCRIPTION: Final = """
Export everything a server stores to a file, or import such a file into another store. An export contains the
accounts (with keys that verify), results and ratings, the logs of all rooms, live and finished, and the
server's own key, as JSON lines. Use it for backups, to move between the private store and a Redis or Valkey
server, and to upgrade.

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
  pente admin identity rotate                     a new key; clients follow the server by themselves
  pente admin identity rotate --distrust          after a theft: clients ask their players
  pente admin webhook test --webhook-url-file FILE   does it arrive?
  pente admin losses                              which rooms have gone back with the store
  pente admin losses read                         the same, and end the warning of /healthz
  pente admin reports                             what players have reported
  pente admin reports close 3                     report 3 is dealt with
  pente admin account reset anna                  a code for a player who has lost every device
  pente admin account grant hexa-bot reviewer     let a bot analyse finished games for others

Repeating an import changes nothing; complete an interrupted one with --merge. Live games continue where
they stopped; their clocks do not run between the stop of the old server and the start of the new one.

environment: PENTE_REDIS and PENTE_DATA are the defaults for --redis and --data, and what else is an option of
pente serve too has the same variable here.
exit status: 0 success, 1 failure, 2 for a wrong command line, 5 when check leaves damage, 130 after Ctrl-C.
"""
ROLES: Final = ("reviewer",)
"""The roles that there are: those of `pente_server.store.accounts.role`, which is slow to import."""
PARTITIONS: Final = ServerOption(name="partitions", kind=Whole(1, 1024), metavar="N", usual="64")
_WEBHOOK: Final = """
Send one notification to the webhook, as the server would, and say what became of it. The options are those of
`pente serve`. No store and no server are needed.
"""
_LOSSES: Final = """
List the rooms that have gone back: the store has lost moves, or other events, that were acknowledged, as when
a backup was restored or a replica took its place. /healthz of every server warns of them (rolled-back) until
you say that you have read them. The server may be running.
"""
_REPORTS: Final = """
List the open reports of players about others, the oldest first. Close one when you have dealt with it: it is
deleted then. To keep a player out, see --allow-list of pente serve. The server may be running.
"""
_ACCOUNT: Final = """
Give a player who has lost every device a new way into their account: a code, valid for a day, that adds one
device and removes all others. Hand it to nobody but that player; whoever uses it has the account.

Or give an account a role, or take it away. A reviewer may take finished games that players want to have
analysed, and store the results. The server may be running; the change holds from the next request on.
"""
_IDENTITY: Final = """
Show the id by which clients recognise this server, or give it a new one. The id follows from the server's
key, and stays the same when the server moves to another address, port or store, so players keep their names.
Two servers must not share one: after you copy a data directory to run a second server, give the copy a new
one.

To replace the key of this server, rotate it. The server may be running, and nobody is disconnected. The old
key signs the new one, so that clients which know one of the last eight keys follow by themselves. Accounts,
games and logs stay as they are; backups of before have the old key, so make a new one.

If somebody may have stolen the key, add --distrust: no old key vouches for the new one then, as a thief could
do that, too. Clients take this for another server, and their players open accounts or ask you for a code with
`pente admin account reset`.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente admin`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    _add_export(actions.add_parser("export", help="write everything a server stores to a file"))
    _add_import(actions.add_parser("import", help="load an export into a store"))
    _add_check(actions.add_parser("check", help="find what is damaged in a store, and repair it"))
    _add_adopt(
        actions.add_parser("adopt", help="have the running servers use a store in place of the one before")
    )
    _add_losses(actions.add_parser("losses", help="list the rooms of which the store has lost something"))
    _add_reports(actions.add_parser("reports", help="list and close the reports of players"))
    _add_account(actions.add_parser("account", help="a code for a player who has lost all devices; roles"))
    _add_webhook(actions.add_parser("webhook", help="send a test to the webhook of the host"))
    _add_identity(
        actions.add_parser(
            "identity", help="show by which id clients recognise the server, or replace its key"
        )
    )


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.description = "Write everything a server stores to a file of JSON lines."
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="the file to write, readable only by you, or - for stdout"
    )
    parser.add_argument(
        "--without-identity",
        action="store_true",
        help="leave out the server's key: where it is imported, clients find another server",
    )
    add_place(parser)


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.description = "Load an export into an empty store; with --merge, into one with data."
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to read")
    parser.add_argument(
        "--merge",
        action="store_true",
        help="allow a store with data: add what is missing, and change nothing that is there",
    )
    parser.add_argument(
        "--new-identity",
        action="store_true",
        help="for a copy that runs beside the exported server: clients take it for another server",
    )
    add_options(parser, (PARTITIONS,))
    add_place(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List what is damaged in a store. With --repair, while no server runs, rename"
        " what can't be read (to names with :damaged:) and correct the lists; nothing is deleted."
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="rename what is damaged, and write lists anew from the logs; stop the server first",
    )
    add_place(parser)


def _add_adopt(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Servers stop serving (store-replaced) when they find another store than before, such as"
        " an emptied one. Run this to have them use it: they forget the old one, and players connect anew."
    )
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action; the exit status."""
    from pente_server.admin.actions import run_action

    return run_action(args)


def _add_losses(parser: argparse.ArgumentParser) -> None:
    parser.description = _LOSSES
    parser.add_argument("change", nargs="?", choices=["read"], help="you have read them: end the warning")
    parser.add_argument("--json", action="store_true", help="write one JSON object per room")
    add_place(parser)


def _add_reports(parser: argparse.ArgumentParser) -> None:
    parser.description = _REPORTS
    parser.add_argument("change", nargs="?", choices=["close"], help="close a report")
    parser.add_argument("number", nargs="?", metavar="N", type=int, help="the number of the report")
    parser.add_argument("--json", action="store_true", help="write one JSON object per report")
    add_place(parser)


def _add_account(parser: argparse.ArgumentParser) -> None:
    parser.description = _ACCOUNT
    parser.add_argument(
        "change",
        choices=["reset", "grant", "revoke"],
        help="print a code that replaces all devices, or give or take away a role",
    )
    parser.add_argument("name", metavar="NAME", help="the player's name")
    parser.add_argument("role", nargs="?", choices=ROLES, help="for grant and revoke")
    add_place(parser)


def _add_identity(parser: argparse.ArgumentParser) -> None:
    parser.description = _IDENTITY
    parser.add_argument(
        "change",
        nargs="?",
        choices=["new", "rotate"],
        help="new: draw another key, for a copy; players open accounts there as on any new server."
        " rotate: replace the key of this server, which clients follow",
    )
    parser.add_argument(
        "--distrust",
        action="store_true",
        help="with rotate, after a theft: the old key does not sign the new one, and clients do not follow",
    )
    add_named(parser, "server_key")
    add_place(parser)


def _add_webhook(parser: argparse.ArgumentParser) -> None:
    parser.description = _WEBHOOK
    parser.add_argument("what", choices=["test"], help="send a notification")
    add_named(parser, "public_url", *(row.name for row in OPTIONS if row.section is WEBHOOK))
