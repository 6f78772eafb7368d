"""`pente judge`: the rules, for other programs to compare theirs with."""

import argparse
from collections.abc import Callable
from typing import Final

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


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.records import judge

    return judge.run
