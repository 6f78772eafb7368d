"""`pente rulesets`: what can be played."""

import argparse
import json
from typing import Any, Final

from pente_client.files.record_files import fail, say
from pente_client.options.ruleset_options import ruleset_of
from pente_client.words.ruleset import SUMMARIES, parameters
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset

DESCRIPTION: Final = """
List the rulesets that have a name, or explain one in full, with its parameters. Every parameter can be set
by itself, in a JSON object or a file with one: {"base": "pente", "size": 13}.
"""
EXAMPLES: Final = """
examples:
  pente rulesets                                 one line each
  pente rulesets keryo-pente                     all parameters, a sentence each
  pente rulesets '{"base": "gomoku", "size": 15}'
  pente rulesets house.toml                      what a file says, as for: pente play --ruleset
  pente rulesets --json                          one JSON object a line, for programs

exit status: 0 done, 1 when there is no such ruleset or it can't be played, 2 for a wrong command line.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente rulesets`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument(
        "ruleset", nargs="?", metavar="NAME", help="a name, a JSON object of parameters, or a file"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")


def run(args: argparse.Namespace) -> int:
    """List or explain; the exit status."""
    try:
        asked = None if args.ruleset is None else ruleset_of(args.ruleset)
    except InvalidRuleset as problem:
        return fail(args, problem)
    if args.json:
        for rules in RULESETS.values() if asked is None else [asked]:
            say(json.dumps(_object(rules)))
    elif asked is None:
        for name, summary in SUMMARIES.items():
            say(f"{name:<13} {summary}")
    else:
        _explain(asked)
    return 0


def _explain(rules: Ruleset) -> None:
    is_changed = rules != RULESETS[rules.base]
    say(f"{rules.base}{', changed' if is_changed else ''}: {SUMMARIES[rules.base]}")
    say("")
    for parameter in parameters(rules):
        say(f"  {parameter.name:<16}{json.dumps(parameter.value):<13} {parameter.meaning}")


def _object(rules: Ruleset) -> dict[str, Any]:
    """A ruleset for programs: ``ruleset`` is what `--ruleset` takes."""
    return {
        "ruleset": rules.spec,
        "summary": SUMMARIES[rules.base],
        "parameters": {parameter.name: parameter.value for parameter in parameters(rules)},
        "meanings": {parameter.name: parameter.meaning for parameter in parameters(rules)},
    }
