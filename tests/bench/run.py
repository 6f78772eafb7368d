"""How benchmarks are timed: several samples of each contestant, taken in turns, and the median of them."""

import gc
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.bench.turns import order_of

Work = Callable[[], int]
"""Does a fixed amount of work and says how many units of it were done."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the harness."""

    quick: bool = False
    """Whether a rough answer in a few seconds is enough."""
    repeats: int = 15
    """How many samples are taken of each contestant."""
    against: Path | None = None
    """Another checkout, for the benchmark that compares two."""

    def progress(self, text: str) -> None:
        """Tell whoever waits, on stderr."""
        print(f"  {text}", file=sys.stderr, flush=True)

    def rates(self, contestants: Mapping[str, Work]) -> dict[str, list[float]]:
        """Units per second of processor time in each round; contestants take turns.

        A first sample of each is thrown away.
        """
        samples: dict[str, list[float]] = {name: [] for name in contestants}
        for work in contestants.values():
            _rate(work)
        for number in range(self.repeats):
            for name in order_of(list(contestants), number):
                samples[name].append(_rate(contestants[name]))
            if (number + 1) % 5 == 0:
                self.progress(f"{number + 1}/{self.repeats} samples")
        return samples


def _rate(work: Work) -> float:
    gc.collect()
    start = time.process_time_ns()
    done = work()
    return 1e9 * done / (time.process_time_ns() - start)
