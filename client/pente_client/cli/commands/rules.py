"""`pente rules`: the rules of a game, with diagrams."""

import argparse
import json

from pente_client.files.stdout import say
from pente_client.options.charset_options import add_charset, charset_of
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_json
from pente_client.options.ruleset_options import ruleset_of
from pente_core.rules.ruleset import InvalidRuleset
from pente_protocol.sentences import tell

DESCRIPTION = tell("cli-rules.description")
EXAMPLES = tell("cli-rules.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente rules`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset",
        nargs="?",
        default="pente",
        metavar="RULESET",
        help=tell("cli-rules.ruleset"),
    )
    add_charset(parser)
    add_json(parser, tell("cli-rules.write-the-sentences-as-one"))


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
