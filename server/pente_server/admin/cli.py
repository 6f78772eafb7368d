"""`pente admin`: commands for the host of a server."""

import argparse
from pathlib import Path
from typing import Final

from pente_protocol.option import Whole
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell
from pente_server.options import OPTIONS, WEBHOOK, ServerOption
from pente_server.serve_arguments import add_named, add_place

DESCRIPTION: Final = tell("cli-admin.description")
EXAMPLES: Final = tell("cli-admin.examples")
ROLES: Final = ("reviewer",)
"""The roles that there are: those of `pente_server.store.accounts.role`, which is slow to import."""
PARTITIONS: Final = ServerOption(name="partitions", kind=Whole(1, 1024), metavar="N", usual="64")
_WEBHOOK: Final = tell("cli-admin.webhook")
_LOSSES: Final = tell("cli-admin.losses")
_REPORTS: Final = tell("cli-admin.reports")
_ACCOUNT: Final = tell("cli-admin.account")
_IDENTITY: Final = tell("cli-admin.identity")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente admin`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(
        title=tell("cli-admin.actions"), dest="action", metavar="ACTION", required=True
    )
    _add_export(actions.add_parser("export", help=tell("cli-admin.action-export")))
    _add_import(actions.add_parser("import", help=tell("cli-admin.action-import")))
    _add_check(actions.add_parser("check", help=tell("cli-admin.action-check")))
    _add_adopt(actions.add_parser("adopt", help=tell("cli-admin.action-adopt")))
    _add_losses(actions.add_parser("losses", help=tell("cli-admin.action-losses")))
    _add_reports(actions.add_parser("reports", help=tell("cli-admin.action-reports")))
    _add_account(actions.add_parser("account", help=tell("cli-admin.action-account")))
    _add_webhook(actions.add_parser("webhook", help=tell("cli-admin.action-webhook")))
    _add_identity(actions.add_parser("identity", help=tell("cli-admin.action-identity")))


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.description = tell("cli-admin.description-2")
    parser.add_argument("file", metavar="FILE", type=Path, help=tell("cli-admin.file"))
    parser.add_argument(
        "--without-identity",
        action="store_true",
        help=tell("cli-admin.without-identity"),
    )
    add_place(parser)


def _add_import(parser: argparse.ArgumentParser) -> None:
    parser.description = tell("cli-admin.description-3")
    parser.add_argument("file", metavar="FILE", type=Path, help=tell("cli-admin.file-2"))
    parser.add_argument(
        "--merge",
        action="store_true",
        help=tell("cli-admin.merge"),
    )
    parser.add_argument(
        "--new-identity",
        action="store_true",
        help=tell("cli-admin.new-identity"),
    )
    add_options(parser, (PARTITIONS,))
    add_place(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.description = tell("cli-admin.description-4")
    parser.add_argument(
        "--repair",
        action="store_true",
        help=tell("cli-admin.repair"),
    )
    add_place(parser)


def _add_adopt(parser: argparse.ArgumentParser) -> None:
    parser.description = tell("cli-admin.description-5")
    add_place(parser)


def run(args: argparse.Namespace) -> int:
    """Run the chosen action; the exit status."""
    from pente_server.admin.actions import run_action

    return run_action(args)


def _add_losses(parser: argparse.ArgumentParser) -> None:
    parser.description = _LOSSES
    parser.add_argument("change", nargs="?", choices=["read"], help=tell("cli-admin.change"))
    parser.add_argument("--json", action="store_true", help=tell("cli-admin.json"))
    add_place(parser)


def _add_reports(parser: argparse.ArgumentParser) -> None:
    parser.description = _REPORTS
    parser.add_argument("change", nargs="?", choices=["close"], help=tell("cli-admin.change-2"))
    parser.add_argument("number", nargs="?", metavar="N", type=int, help=tell("cli-admin.number"))
    parser.add_argument("--json", action="store_true", help=tell("cli-admin.json-2"))
    add_place(parser)


def _add_account(parser: argparse.ArgumentParser) -> None:
    parser.description = _ACCOUNT
    parser.add_argument(
        "change",
        choices=["reset", "grant", "revoke"],
        help=tell("cli-admin.change-3"),
    )
    parser.add_argument("name", metavar="NAME", help=tell("cli-admin.name"))
    parser.add_argument("role", nargs="?", choices=ROLES, help=tell("cli-admin.role"))
    add_place(parser)


def _add_identity(parser: argparse.ArgumentParser) -> None:
    parser.description = _IDENTITY
    parser.add_argument(
        "change",
        nargs="?",
        choices=["new", "rotate"],
        help=tell("cli-admin.change-4"),
    )
    parser.add_argument(
        "--distrust",
        action="store_true",
        help=tell("cli-admin.distrust"),
    )
    add_named(parser, "server_key")
    add_place(parser)


def _add_webhook(parser: argparse.ArgumentParser) -> None:
    parser.description = _WEBHOOK
    parser.add_argument("what", choices=["test"], help=tell("cli-admin.what"))
    add_named(parser, "public_url", *(row.name for row in OPTIONS if row.section is WEBHOOK))
