"""`pente rules`: the rules of a game, with diagrams."""

import argparse
import json

from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_json
from pente_client.options.ruleset_options import ruleset_of
from pente_core.rules.ruleset import InvalidRuleset

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


def run(args: argparse.Namespace) -> int:
    """Show the rules; the exit status."""
    from pente_client.stream.jsonl.room_fields import rules_fields
    from pente_client.teaching.rules_lines import rules_text

    try:
        rules = ruleset_of(args.ruleset)
    except InvalidRuleset as problem:
        return fail(args, problem)
    if args.json:
        say(json.dumps({"t": "rules", **rules_fields(rules)}))
        return 0
    for line in rules_text(rules, charset_of(args)):
        say(line)
    return 0
