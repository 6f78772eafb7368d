"""`pente rulesets`: list and explain the rulesets."""

import argparse
import json
from typing import Any, Final

from pente_client.files.stdout import say
from pente_client.options.exit_status import fail
from pente_client.options.output_options import add_json
from pente_client.options.ruleset_options import ruleset_of
from pente_client.words.ruleset import SUMMARIES, parameters, summary
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-rulesets.description")
EXAMPLES: Final = tell("cli-rulesets.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente rulesets`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("ruleset", nargs="?", metavar="NAME", help=tell("cli-rulesets.ruleset"))
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List or explain rulesets; the exit status."""
    try:
        asked = None if args.ruleset is None else ruleset_of(args.ruleset)
    except InvalidRuleset as problem:
        return fail(args, problem)
    if args.json:
        for rules in RULESETS.values() if asked is None else [asked]:
            say(json.dumps(_object(rules)))
    elif asked is None:
        for name, text in SUMMARIES.items():
            say(f"{name:<13} {text}")
    else:
        _explain(asked)
    return 0


def _explain(rules: Ruleset) -> None:
    is_changed = rules != RULESETS[rules.base]
    say(summary(rules) if is_changed else f"{rules.base}: {summary(rules)}")
    say("")
    for parameter in parameters(rules):
        say(f"  {parameter.name:<16}{json.dumps(parameter.value):<13} {parameter.meaning}")


def _object(rules: Ruleset) -> dict[str, Any]:
    """A ruleset for programs; ``ruleset`` is a value for `--ruleset`."""
    return {
        "ruleset": rules.spec,
        "summary": summary(rules),
        "parameters": {parameter.name: parameter.value for parameter in parameters(rules)},
        "meanings": {parameter.name: parameter.meaning for parameter in parameters(rules)},
    }
