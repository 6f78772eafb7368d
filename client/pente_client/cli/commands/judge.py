"""`pente judge`: what the rules say of moves, for programs that compare themselves with ours."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any, Final

from pente_client.files.record_files import say
from pente_core.conformance import BadTask, judge
from pente_core.rules.ruleset import InvalidRuleset

DESCRIPTION: Final = """
Read tasks from stdin, one JSON object a line, and write an answer for each to stdout, at once.

A task is {"ruleset": name or object, "tokens": [...]}; a token is a point (K10), swap, stay, pass or, with
more than two sides, resignation:SEAT or time:SEAT. The answer is {"ruleset", "steps", "winner", "white",
"black"}. A step is [token, 0] when refused, else [token, 1, stones taken by each side ..., who is next];
sides are numbered from 1 in the order in which they move, 0 is nobody. A line that is no task is answered
with {"error": why, "line": its number}.
"""
EXAMPLES: Final = """
examples:
  echo '{"ruleset": "pente", "tokens": ["K10", "L10", "K11"]}' | pente judge
  echo '{"ruleset": {"base": "gomoku", "size": 15}, "tokens": ["H8"]}' | pente judge
  pente judge < tasks.jsonl > answers.jsonl

exit status: 0 when every line was a task, 1 when one was not, 2 for a wrong command line, 130 after Ctrl-C.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente judge`: none but --help."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Judge; the exit status."""
    del args
    return _judge(sys.stdin)


def _judge(lines: Iterable[str]) -> int:
    status = 0
    for number, line in enumerate(lines, start=1):
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
        return {"error": f"that is no JSON: {error.msg} at column {error.colno}"}
    except (BadTask, InvalidRuleset) as error:
        return {"error": str(error)}
    except (ValueError, RecursionError):
        return {"error": "that is no JSON of usual size"}
