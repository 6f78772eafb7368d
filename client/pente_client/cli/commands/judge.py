"""`pente judge`: the rules, for other programs to compare theirs with."""

import argparse
import json
import sys
from typing import Any, Final

from pente_client.files.stdout import say
from pente_core.conformance import BadTask, judge
from pente_core.rules.ruleset import InvalidRuleset
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-judge.description")
EXAMPLES: Final = tell("cli-judge.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe `pente judge`, which has no options."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Answer the tasks; the exit status."""
    del args
    status = 0
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        answer = _answer(line)
        if "error" in answer:
            answer["line"] = number
            status = 1
        say(json.dumps(answer, separators=(",", ":")))
        sys.stdout.flush()
    return status


def _answer(line: str) -> dict[str, Any]:
    try:
        return judge(json.loads(line))
    except json.JSONDecodeError as error:
        return {"error": tell("cli-judge.invalid-json-at-column", msg=error.msg, colno=error.colno)}
    except (BadTask, InvalidRuleset) as error:
        return {"error": str(error)}
    except (ValueError, RecursionError):
        return {"error": tell("cli-judge.invalid-json-nested-too-deeply")}
