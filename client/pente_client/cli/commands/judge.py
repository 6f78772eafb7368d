"""`pente judge`: the rules, for other programs to compare theirs with."""

import argparse
import json
import sys
from typing import Any, Final

from pente_client.files.stdout import say
from pente_core.conformance import BadTask, judge
from pente_core.rules.ruleset import InvalidRuleset

DESCRIPTION: Final = """
Read tasks from stdin, one JSON object per line, and write an answer to each to stdout immediately.

A task is {"ruleset": name or object, "tokens": [...]}; a token is a point (K10), swap, stay, pass or, with
more than two sides, resignation:SEAT or time:SEAT. The answer is {"ruleset", "steps", "winner", "white",
"black"}. A step is [token, 0] if illegal, else [token, 1, stones captured by each side ..., side to move].
Sides are numbered from 1 in the order they move; 0 means none. A line that is not a task is answered with
{"error": reason, "line": its number}.
"""
EXAMPLES: Final = """
examples:
  echo '{"ruleset": "pente", "tokens": ["K10", "L10", "K11"]}' | pente judge
  echo '{"ruleset": {"base": "gomoku", "size": 15}, "tokens": ["H8"]}' | pente judge
  pente judge < tasks.jsonl > answers.jsonl

exit status: 0 every line was a task, 1 a line was not, 2 usage error, 130 interrupted.
"""


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
        return {"error": f"invalid JSON: {error.msg} at column {error.colno}"}
    except (BadTask, InvalidRuleset) as error:
        return {"error": str(error)}
    except (ValueError, RecursionError):
        return {"error": "invalid JSON: nested too deeply, or a number is too long"}
