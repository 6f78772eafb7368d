"""The exit statuses of every command, and the line on stderr that goes with a failure."""

import argparse
import sys
from enum import IntEnum
from shutil import get_terminal_size

from pente_client.words.folding import folded
from pente_client.words.sentences import clause


class ExitStatus(IntEnum):
    """How a command ended. The numbers are documented by every `--help`, and stay."""

    SUCCESS = 0
    FAILURE = 1
    USAGE = 2
    """The command line makes no sense."""
    UNREACHABLE = 3
    """No connection to the server."""
    REJECTED = 4
    """The server, or an opponent, said no."""
    NOTHING = 5
    """There is nothing to show."""
    INTERRUPTED = 130


def fail(
    args: argparse.Namespace, problem: Exception | str, status: ExitStatus = ExitStatus.FAILURE
) -> ExitStatus:
    """Print what went wrong in a subcommand of `pente`; the exit status."""
    return report(f"pente {args.command}", problem, status)


def report(program: str, problem: Exception | str, status: ExitStatus = ExitStatus.FAILURE) -> ExitStatus:
    """Print what went wrong as one line on stderr, folded in a terminal; the exit status."""
    sys.stdout.flush()  # so that the two streams keep their order where both go to one file
    text = f"{program}: {clause(str(problem))}"
    print("\n".join(_folded(text) if sys.stderr.isatty() else [text]), file=sys.stderr)
    return status


def _folded(text: str) -> list[str]:
    return folded(text, get_terminal_size().columns)
