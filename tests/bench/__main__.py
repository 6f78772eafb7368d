"""The command line of the benchmarks."""

import argparse
import sys
from pathlib import Path

from tests.bench.build import build, lines
from tests.bench.registry import COMPARISON, benchmarks
from tests.bench.report import markdown, write
from tests.bench.run import Run
from tests.bench.wire.checkout import Checkout


def main() -> None:
    known = benchmarks()
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="Measure, and write the figures to bench-results/."
    )
    parser.add_argument(
        "names", nargs="*", metavar="name", help=f"of {', '.join(known)}; all when none is given"
    )
    parser.add_argument("--quick", action="store_true", help="fewer games and samples")
    parser.add_argument("--repeats", type=int, help="samples of each contestant")
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="compare with the servers of another checkout, in turns"
    )
    given = parser.parse_args()
    if unknown := set(given.names) - set(known):
        parser.error(f"There is no benchmark {', '.join(sorted(unknown))}. There are {', '.join(known)}.")
    if given.against is not None and not Checkout(given.against.resolve()).is_whole:
        parser.error(f"{given.against} is no checkout of this project.")
    run = Run(given.quick, given.repeats or (5 if given.quick else 15), given.against)
    names = [COMPARISON] if given.against else given.names or [name for name in known if name != COMPARISON]
    _measure(run, names)


def _measure(run: Run, names: list[str]) -> None:
    measured_in, known, results = build(), benchmarks(), {}
    for name in names:
        print(f"{name}: {(known[name].__doc__ or '').splitlines()[0]}", file=sys.stderr, flush=True)
        results[name] = list(known[name](run))
    print(f"{lines(measured_in)}\n\n{markdown(results)}")
    print(f"written to {write(results, measured_in)}", file=sys.stderr)


if __name__ == "__main__":
    main()
