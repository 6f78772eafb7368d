"""What `pente rules` does."""

import argparse
import json

from pente_client.files.stdout import say
from pente_client.options.charset_options import charset_of
from pente_client.options.exit_status import fail
from pente_client.options.ruleset_options import ruleset_of
from pente_client.stream.jsonl.room_fields import rules_fields
from pente_client.teaching.rules_lines import rules_text
from pente_core.rules.ruleset import InvalidRuleset


def run(args: argparse.Namespace) -> int:
    """Show the rules; the exit status."""
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
