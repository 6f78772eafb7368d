"""Whether this checkout is as fast as the one in ``bench-base``: ``python -m tests.bench.check``."""

import asyncio
import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

from tests.bench.turns import Interval, in_turns, ratio_interval
from tests.bench.wire.checkout import HERE, PARTS, Checkout
from tests.bench.wire.compare import HERE_NAME, MOVES, ROOMS, THERE_NAME, serving_both
from tests.bench.wire.instructions import VALGRIND, WATCHERS, Instructions, instructions
from tests.bench.wire.many_games import ManyGames

SECONDS: Final = 450.0
"""After this no pair of servers is started; the last has the rest of eight minutes."""
COUNTED_WITHIN: Final = 330.0
"""Seconds of them that callgrind may take."""
ROUNDS: Final = 3
"""Of each pair of servers."""
LEAST_PAIRS: Final = 3
"""With fewer, nothing is known of how pairs differ."""


def main() -> int:
    """Print a line for each figure; the status is 1 when one is slower."""
    until, load = monotonic() + SECONDS, os.getloadavg()[0]
    if load > (os.cpu_count() or 1) / 2:
        print(
            f"This machine is busy (load {load:.1f}), so less will be decided. Run it again when it is idle."
        )
    with _base() as there:
        checkouts = {HERE_NAME: HERE, THERE_NAME: there}
        verdicts = [*_counted(checkouts), *asyncio.run(_played(checkouts, until))]
    return int("slower" in verdicts)


@contextmanager
def _base() -> Iterator[Checkout]:
    """The commit in ``bench-base``, checked out for the time of the block."""
    commit = Path(__file__).with_name("bench-base").read_text(encoding="utf-8").split()[-1]
    command = ("git", "archive", "--format=zip", commit, *PARTS)
    archived = subprocess.run(command, cwd=HERE.root, check=False, stdout=subprocess.PIPE)
    if archived.returncode:
        sys.exit(f"This clone lacks the commit {commit} of bench-base; get it with: git fetch --unshallow")
    with TemporaryDirectory(prefix="pente-bench-base-") as folder:
        zipfile.ZipFile(io.BytesIO(archived.stdout)).extractall(folder)
        yield Checkout(Path(folder))


def _counted(checkouts: Mapping[str, Checkout]) -> Iterator[str]:
    """The verdicts of callgrind."""
    if VALGRIND is None:
        print("instructions: not counted, as there is no valgrind here")
        return
    try:
        counts = asyncio.run(_count(checkouts))
    except TimeoutError:
        print(f"instructions: not counted within {COUNTED_WITHIN:.0f} s, as the machine is busy")
        return
    here, there = counts[HERE_NAME], counts[THERE_NAME]
    for name, own, other in (
        ("alone", here.alone, there.alone),
        (f"{WATCHERS} watchers", here.watched, there.watched),
    ):
        figures = f"{own / 1000:,.0f} thousand a move, before {other / 1000:,.0f}"
        yield _verdict(f"instructions, {name}", Interval(other / own, other / own), figures)


async def _count(checkouts: Mapping[str, Checkout]) -> dict[str, Instructions]:
    async with asyncio.timeout(COUNTED_WITHIN):
        counts = await asyncio.gather(*map(instructions, checkouts.values()))
    return dict(zip(checkouts, counts, strict=True))


async def _played(checkouts: Mapping[str, Checkout], until: float) -> list[str]:
    """The verdicts of rounds on pair after pair of servers, without and with watchers in turns."""
    rates: dict[int, list[dict[str, list[float]]]] = {0: [], WATCHERS: []}
    longest = 0.0
    while monotonic() + longest < until:
        began = monotonic()
        watchers = min(rates, key=lambda each: len(rates[each]))
        rates[watchers].append(await _pair(checkouts, watchers))
        longest = max(longest, monotonic() - began)
    return [_throughput(watchers, pairs) for watchers, pairs in rates.items()]


async def _pair(checkouts: Mapping[str, Checkout], watchers: int) -> dict[str, list[float]]:
    """Moves for each CPU second, in rounds on a new server of each checkout."""
    async with serving_both(checkouts) as servers:
        halls = {name: ManyGames([each.server], each.engine_seconds) for name, each in servers.items()}
        contestants = {name: partial(hall.round, ROOMS, watchers, MOVES) for name, hall in halls.items()}
        samples = await in_turns(contestants, ROUNDS)
    return {name: [sample.rate for sample in own] for name, own in samples.items()}


def _throughput(watchers: int, pairs: list[dict[str, list[float]]]) -> str:
    name = f"{ROOMS} rooms, {watchers} watchers each"
    if len(pairs) < LEAST_PAIRS:
        print(
            f"{name}: not decided, as only {len(pairs)} of {LEAST_PAIRS} pairs of servers were played in time"
        )
        return "not decided"
    ratios = [
        [own / other for own, other in zip(pair[HERE_NAME], pair[THERE_NAME], strict=True)] for pair in pairs
    ]
    here, there = (median(rate for pair in pairs for rate in pair[name]) for name in (HERE_NAME, THERE_NAME))
    figures = f"{here:,.0f} moves for each CPU second, before {there:,.0f}; {len(pairs)} pairs of servers"
    return _verdict(name, ratio_interval(ratios), figures)


def _verdict(name: str, interval: Interval, figures: str) -> str:
    print(
        f"{name}: {interval.verdict}, {interval.low:.3f} to {interval.high:.3f} of the speed ({figures})",
        flush=True,
    )
    return interval.verdict


if __name__ == "__main__":
    sys.exit(main())
