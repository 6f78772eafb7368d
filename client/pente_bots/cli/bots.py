"""`pente bots`: run many bots in one process."""

import argparse
from collections.abc import Callable

from pente_bots.cli.bot_options import add_credentials, add_log_level
from pente_client.options.connection_options import (
    add_accept_address,
    add_insecure,
    add_log_file,
    add_url,
    add_wait,
)
from pente_client.options.values import whole_number

DESCRIPTION = """
Run many bots in one process, which takes far less memory than one process for each. A bot that fails is
started again, and disturbs no other. FILE describes the bots, in TOML or (if its name ends in .json) in JSON.
Each has options of pente bot:

  [[bots]]
  player = "patterns"
  level = 3
  accept-rulesets = ["pente", "keryo-pente"]

  [[bots]]
  player = "./mybot.py"

  [[bots]]
  name = "quick"
  player = "level-1"
  rated = true
  resign-after = 3
  answer-why = true
"""
EXAMPLES = """
examples:
  pente bots bots.toml                                    run them until Ctrl-C
  pente bots bots.toml wss://play.example.org
  pente bots - < bots.json                                a description in JSON from standard input

A bot may have any option for the player, invitations, behaviour and a showcase, and as key a file that pente
account key has made; without it, the bot has the account kept in --identities for its name, or a new one.
environment: PENTE_URL is the default for URL, PENTE_STATE is the directory of your names and secrets.
exit status: 0 stopped by SIGTERM or the end of the input; 2 usage error; 130 interrupted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente bots`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the description; -: in JSON, on standard input")
    add_url(parser)
    parser.add_argument(
        "--workers",
        type=whole_number(1),
        metavar="N",
        help="processes in which slow players think, for all bots together (default: one per processor)",
    )
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="with -: read one line, and stop when standard input ends; for programs that run bots",
    )
    group = parser.add_argument_group("connection")
    add_credentials(group)
    add_insecure(group)
    add_wait(group)
    add_accept_address(group)
    add_log_file(group)
    add_log_level(group)


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_bots.cli import run_bots

    return run_bots.run
