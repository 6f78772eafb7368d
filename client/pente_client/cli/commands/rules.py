"""`pente rules`: the rules of a game, with diagrams."""

import argparse
from collections.abc import Callable

from pente_client.options.charset_options import add_charset
from pente_client.options.output_options import add_json

DESCRIPTION = """
Show the rules of a game, with small diagrams: what wins, captures, openings and their choices, announcements.
While playing, F4 or /rules shows those of the game in play.
"""
EXAMPLES = """
examples:
  pente rules                                    the rules of Pente
  pente rules keryo-pente
  pente rules '{"base": "pente", "sides": 3}'    with other parameters
  pente rules house.toml                         of a file
  pente rules swap2-pente --ascii

environment: PENTE_ASCII=yes draws boards in ASCII.
exit status: 0 success, 1 no such ruleset, or it can't be played, 2 usage error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente rules`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        nargs="?",
        default="pente",
        metavar="RULESET",
        help="a name, a JSON object, or a file (default: pente); pente rulesets lists the names",
    )
    add_charset(parser)
    add_json(parser, "write the sentences as one JSON object, for programs")


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.learning import rules

    return rules.run
