"""`pente ladder`: keep bots playing each other on a server."""

import argparse
from pathlib import Path
from typing import Final

from pente_bots.cli.program_options import WORKERS, add_bot_connection
from pente_client.options.connection_options import add_url
from pente_client.options.ruleset_options import ruleset_option, time_option
from pente_client.options.values import whole_number
from pente_protocol.option_arguments import add_options

DESCRIPTION: Final = """
Keep bots playing each other on a server, for ever. FILE describes them as for pente bots. Who has played
least plays next, against an opponent of about the same rating that it has met least. The games are casual;
ratings of these games alone are in the table, so that no rating of the server depends on them. Each result
is written to a file at once, and a ladder that is started again goes on where it was.
"""
EXAMPLES: Final = """
examples:
  pente ladder bots.toml                                  until Ctrl-C, two games at a time
  pente ladder bots.toml wss://play.example.org --time 5+3 --at-once 4
  pente ladder bots.toml --table                          the standing, without a server
  pente ladder bots.toml --games 100                      so many more games

FILE has one table for each bot; a name is an account on the server, and its own line in the table:

  [[bots]]
  player = "level-3"

  [[bots]]
  name = "mine"
  player = "./mybot.py"

environment: PENTE_URL is the default for URL, PENTE_STATE is the directory of your names and secrets.
exit status: 0 stopped by SIGTERM, or all games are played; 1 connection lost, or the results can't be read or
written; 2 usage error; 3 cannot connect; 4 rejected by the server; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente ladder`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the bots, in TOML or (*.json) in JSON")
    add_url(parser)
    parser.add_argument("--table", action="store_true", help="print the standing, and play nothing")
    parser.add_argument(
        "--results",
        type=Path,
        metavar="RESULTS",
        help="the file of the results (default: FILE with .ladder.jsonl in place of its ending)",
    )
    _add_games(parser)
    add_bot_connection(parser)
    parser.set_defaults(until_eof=False)


def _add_games(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("games")
    group.add_argument(
        "--games", type=whole_number(1), metavar="N", help="end after N games (default: never end)"
    )
    group.add_argument(
        "--at-once",
        type=whole_number(1),
        default=2,
        metavar="N",
        help="games to play at a time (default: %(default)s)",
    )
    add_options(group, [ruleset_option("pente"), time_option("2+1", "2+1"), WORKERS])


def run(args: argparse.Namespace) -> int:
    """Play until a signal arrives, or print the standing; the exit status."""
    from pente_bots.cli.ladder_service import keep_ladder

    return keep_ladder(args)
