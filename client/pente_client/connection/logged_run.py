"""A program that runs with a log of its connections."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from pente_client.connection.link.log_file import logging_to
from pente_client.connection.link.traffic_log import TRAFFIC, log_state
from pente_protocol.sentences import tell


class CannotLog(Exception):
    """The file of the log can't be written; the message is one sentence with the remedy."""


def run_logged(path: Path, program: str, work: Callable[[], int]) -> int:
    """Do the work of a program, and log what it sends and receives; its exit status.

    Raises CannotLog before it begins.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(logging_to(path, TRAFFIC))
        except OSError as error:
            raise CannotLog(
                tell("reach.choose-another-log-file", path=path, strerror=error.strerror)
            ) from None
        log_state("%s begins, Python %s", program, sys.version.split()[0])
        status = work()
        log_state("%s ends with status %s", program, int(status))
        return status
