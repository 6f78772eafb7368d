"""How a program ends whose reader has gone, or that was interrupted: without a traceback."""

import os
import sys
from collections.abc import Callable
from typing import Final

INTERRUPTED: Final = 130


def ended_quietly(work: Callable[[], int]) -> int:
    """Do the work of a program; its exit status, also where its reader goes away or Ctrl-C ends it."""
    try:
        status = work()
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes stdout once more at its end: into nothing, as its reader has gone.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return status
