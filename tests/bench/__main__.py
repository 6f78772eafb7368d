"""The command line of the benchmarks."""

import argparse
import sys

from tests.bench.registry import benchmarks
from tests.bench.report import machine, markdown, write
from tests.bench.run import Run


def main() -> None:
    known = benchmarks()
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure, and write the figures."
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help=f"of {', '.join(known)}; all when none is given"
    )
    parser.add_argument("--quick", action="store_true", help="fewer games and samples")
    parser.add_argument("--repeats", type=int, help="samples of each contestant")
    given = parser.parse_args()
    unknown = set(given.names) - set(known)
    if unknown:
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    run = Run(given.quick, given.repeats or (5 if given.quick else 15))
    results = {}
    for name in given.names or known:
        print(f"{name}: {(known[name].__doc__ or '').splitlines()[0]}", file=sys.stderr, flush=True)
        results[name] = list(known[name](run))
    print(f"{machine()}\n\n{markdown(results)}")
    print(f"written to {write(results)}", file=sys.stderr)


if __name__ == "__main__":
    main()
