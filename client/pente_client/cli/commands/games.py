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

DESCRIPTION: Final = """
List the finished games of a server, show one, or export them to a file. Private games are visible only to
their players. Games between bots are not stored unless the server is configured to.
"""
EXAMPLES: Final = """
examples:
  pente games                                     list the latest games
  pente games wss://pente.example.org --player ann --result won
  pente games --position 'K10 L11 N13' --ruleset pente
  pente games show ID --at 12
  pente games show ID --review                    with its mistakes, as a computer of the server sees them
  pente games export ID                           one game, as ID.sgf here
  pente games export --player ann -o ann.pgn      or .sgf, or .jsonl; records have reviews, if there are any
  pente explore K10                               the moves played next

exit status: 0 success, 1 a game can't be shown or written, 2 usage error, 3 cannot connect, 4 rejected by the
server, 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente games`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_list(actions.add_parser("list", help="list games, newest first (the default action)"))
    _add_show(actions.add_parser("show", help="show a game"))
    _add_export(actions.add_parser("export", help="export games to a file", epilog=HELP))


def _add_list(parser: argparse.ArgumentParser) -> None:
    _add_server(parser)
    add_filters(parser)
    parser.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1),
        default=20,
        help="list at most N games (default: %(default)s)",
    )
    parser.add_argument(
        "--from", dest="cursor", metavar="CURSOR", default="", help="continue where an earlier list ended"
    )
    add_json(parser)


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", type=read_room_id, help="the id of the game, as listed")
    _add_server(parser)
    add_options(parser, [AT])
    parser.add_argument(
        "--review",
        action="store_true",
        help="also show what a computer says about the moves, once it has analysed the game",
    )
    add_charset(parser)
    add_json(parser, "write every event as one JSON object per line")


def _add_export(parser: argparse.ArgumentParser) -> None:
    add_server(parser)
    parser.add_argument(
        "first", nargs="?", metavar="ID", help="one game, by its id; else those of the filters"
    )
    parser.add_argument("second", nargs="?", metavar="URL", help="the server; --server URL says the same")
    add_connection(parser, needs_account=False)
    add_filters(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write, or - for stdout (one game: ID.sgf)"
    )
    add_format(parser, "--to", "FILE")
    parser.add_argument("--json", action="store_const", dest="to", const="jsonl", help="same as --to jsonl")
    parser.set_defaults(json=False)


def _add_server(parser: argparse.ArgumentParser) -> None:
    add_url(parser)
    add_connection(parser, needs_account=False)


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.finished_games import run_action

    return run_action(args)
