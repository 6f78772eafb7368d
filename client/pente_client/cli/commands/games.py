"""`pente games`: find, show and export the finished games of a server."""

import argparse
from typing import Final

from pente_client.files.record_formats import HELP
from pente_client.options.charset_options import add_charset
from pente_client.options.connection_options import add_connection, add_server, add_url
from pente_client.options.game_filters import add_filters
from pente_client.options.output_options import add_json
from pente_client.options.record_options import AT, add_format
from pente_client.options.values import read_room_id, whole_number
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-games.description")
EXAMPLES: Final = tell("cli-games.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente games`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_list(actions.add_parser("list", help=tell("cli-games.action-list")))
    _add_show(actions.add_parser("show", help=tell("cli-games.action-show")))
    _add_export(actions.add_parser("export", help=tell("cli-games.action-export"), epilog=HELP))


def _add_list(parser: argparse.ArgumentParser) -> None:
    _add_server(parser)
    add_filters(parser)
    parser.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1),
        default=20,
        help=tell("cli-games.count"),
    )
    parser.add_argument("--from", dest="cursor", metavar="CURSOR", default="", help=tell("cli-games.from"))
    add_json(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", type=read_room_id, help=tell("cli-games.id"))
    _add_server(parser)
    add_options(parser, [AT])
    parser.add_argument(
        "--review",
        action="store_true",
        help=tell("cli-games.review"),
    )
    add_charset(parser)
    add_json(parser, tell("cli-games.write-every-event-as-one"))


def _add_export(parser: argparse.ArgumentParser) -> None:
    add_server(parser)
    parser.add_argument("first", nargs="?", metavar="ID", help=tell("cli-games.first"))
    parser.add_argument("second", nargs="?", metavar="URL", help=tell("cli-games.second"))
    add_connection(parser, needs_account=False)
    add_filters(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help=tell("cli-games.output"))
    add_format(parser, "--to", "FILE")
    parser.add_argument("--json", action="store_const", dest="to", const="jsonl", help=tell("cli-games.json"))
    parser.set_defaults(json=False)


def _add_server(parser: argparse.ArgumentParser) -> None:
    add_url(parser)
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.finished_games import run_action

    return run_action(args)
