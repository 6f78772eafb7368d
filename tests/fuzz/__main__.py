"""Look for cases that break a law: ``python -m tests.fuzz [TARGET ...] [--seconds N] [--seed N]``."""

import argparse
import signal
import sys
import time
from typing import Any, Final

from tests.fuzz.campaign import fuzz, replay
from tests.fuzz.frames import FRAMES
from tests.fuzz.records import RECORDS
from tests.fuzz.rules import RULES
from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target[Any]]] = {target.name: target for target in (RULES, RECORDS, FRAMES)}
INTERRUPTED: Final = 130
"""The exit status after Ctrl-C, as shells have it."""


def main(arguments: list[str]) -> int:
    """The exit status: 1 when a case fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="*", help=f"{', '.join(TARGETS)}; without one, all of them")
    parser.add_argument("--seconds", type=float, default=60.0, help="for all targets together (%(default)g)")
    parser.add_argument("--seed", type=int, help="only this one; else new ones, from the time of day on")
    options = parser.parse_args(arguments)
    if unknown := set(options.target) - set(TARGETS):
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    targets = [TARGETS[name] for name in options.target or TARGETS]
    try:
        if options.seed is not None:
            defects = replay(targets, options.seed)
        else:
            defects = fuzz(targets, int(time.time()), options.seconds)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        return INTERRUPTED
    return 1 if defects else 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background has it ignored
    sys.exit(main(sys.argv[1:]))
