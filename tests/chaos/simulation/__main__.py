"""Live through seeds: ``python -m tests.chaos.simulation FIRST [COUNT]``, or for a while through new ones.

Prints the digest of each seed, or how it fails; with ``--seconds`` only how many there were.
"""

import argparse
import sys
import time
from itertools import count

from tests.chaos.simulation.world import Size, simulate


def main(arguments: list[str]) -> int:
    """The exit status: whether a seed failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.simulation", description=__doc__)
    parser.add_argument("first", type=int, nargs="?", help="the first seed; without it, seconds since 1970")
    parser.add_argument("count", type=int, nargs="?", default=1)
    parser.add_argument("--slow", action="store_true", help="worlds whose turns may take days")
    parser.add_argument("--seconds", type=float, help="go on for so long")
    options = parser.parse_args(arguments)
    size = Size(seconds=10.0, is_slow=True) if options.slow else Size()
    first = int(time.time()) if options.first is None else options.first
    if options.seconds is None:
        return sum(_replay(seed, size) for seed in range(first, first + options.count)) > 0
    return _go_on(first, options.seconds, size)


def _replay(seed: int, size: Size) -> bool:
    """Whether a seed fails; what became of it is printed."""
    report = simulate(seed, size)
    print(report if report.problems else f"{seed} {report.digest}", flush=True)
    return bool(report.problems)


def _go_on(first: int, seconds: float, size: Size) -> int:
    end, failures = time.monotonic() + seconds, 0
    for seed in count(first):
        if time.monotonic() > end:
            print(f"{seed - first} worlds from seed {first} on, {failures} failed")
            return failures > 0
        report = simulate(seed, size)
        if report.problems:
            failures += 1
            print(report, flush=True)
    raise AssertionError


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
