"""What `pente judge` does."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from pente_client.files.stdout import say
from pente_core.conformance import BadTask, judge
from pente_core.rules.ruleset import InvalidRuleset


def run(args: argparse.Namespace) -> int:
    """Answer the tasks; the exit status."""
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
        return {"error": f"invalid JSON: {error.msg} at column {error.colno}"}
    except (BadTask, InvalidRuleset) as error:
        return {"error": str(error)}
    except (ValueError, RecursionError):
        return {"error": "invalid JSON: nested too deeply, or a number is too long"}
