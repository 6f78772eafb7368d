"""How benchmarks are timed: several samples of each contestant, taken in turns, and the median of them."""

import gc
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

Sample = Callable[[], int]
"""Does a fixed amount of work and says how many units of it were done."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the harness."""

    quick: bool = False
    """Whether a rough answer in a few seconds is enough."""
    repeats: int = 15
    """How many samples are taken of each contestant."""

    def progress(self, text: str) -> None:
        """Tell whoever waits, on stderr."""
        print(f"  {text}", file=sys.stderr, flush=True)

    def rates(self, contestants: Mapping[str, Sample]) -> dict[str, float]:
        """Units per second of processor time, the median of interleaved samples.

        Contestants take turns, so that what else the machine does hits all of them alike. A first sample
        of each is thrown away.
        """
        samples: dict[str, list[float]] = {name: [] for name in contestants}
        for sample in contestants.values():
            _rate(sample)
        for n in range(self.repeats):
            for name, sample in contestants.items():
                samples[name].append(_rate(sample))
            if (n + 1) % 5 == 0:
                self.progress(f"{n + 1}/{self.repeats} samples")
        return {name: median(values) for name, values in samples.items()}


def _rate(sample: Sample) -> float:
    gc.collect()
    start = time.process_time()
    done = sample()
    return done / (time.process_time() - start)
