"""Targets tried for a while, each with one new seed after the other, and what is said of it meanwhile."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final

from tests.fuzz.target import Target
from tests.fuzz.trial import Defect, Trial

SAY_EVERY: Final = 3.0
"""Seconds between two lines of progress."""
LONG: Final = 10.0
"""Seconds after which a case is shown that does not come to an end."""
SHOWN: Final = 300
"""Characters of such a case."""


class Progress:
    """Mutable: what was tried of one target. A thread says so: a case may take for ever."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._began = self._case_began = time.monotonic()
        self._trial: Trial[Any] | None = None
        self._done = threading.Event()
        self.seeds = self.cases = 0

    def ticked(self, trial: Trial[Any]) -> None:
        """A case is going to be tried."""
        self.cases += 1
        self._trial, self._case_began = trial, time.monotonic()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say something now and then for the time of the block."""
        talk = threading.Thread(target=self._talk, daemon=True)
        talk.start()
        try:
            yield
        finally:
            self._done.set()
            talk.join()

    def _talk(self) -> None:
        while not self._done.wait(SAY_EVERY):
            print(self, flush=True)

    def __str__(self) -> str:
        now = time.monotonic()
        text = f"{self._target}: {now - self._began:.0f} s, {self.seeds} seeds, {self.cases} cases"
        if self._trial is None:
            return text
        if self._trial.is_shrinking:
            text += f"; seed {self._trial.seed} fails, looking for a smaller case"
        if now - self._case_began > LONG:
            shown = str(self._trial.case)[:SHOWN]
            text += f"; one of seed {self._trial.seed} takes {now - self._case_began:.0f} s: {shown}"
        return text


def fuzz(targets: Sequence[Target[Any]], first: int, seconds: float) -> list[Defect]:
    """Give each target its share of the time, or less when it fails. What fails is printed."""
    defects = [_fuzz_one(target, first, seconds / len(targets)) for target in targets]
    return [defect for defect in defects if defect is not None]


def replay(targets: Sequence[Target[Any]], seed: int) -> list[Defect]:
    """Try one seed again. What fails is printed."""
    return [defect for target in targets if (defect := _fuzz_one(target, seed, 0.0)) is not None]


def _fuzz_one(target: Target[Any], first: int, seconds: float) -> Defect | None:
    """Try at least one seed; the first defect."""
    progress, end = Progress(target.name), time.monotonic() + seconds
    print(f"{target.name}: {seconds:.0f} s from seed {first} on", flush=True)
    with progress.told():
        for seed in count(first):
            defect = Trial(target, seed, progress.ticked).run()
            progress.seeds += 1
            if defect is not None or time.monotonic() >= end:
                break
        else:
            raise AssertionError
    print(f"{progress}: {'FAILED' if defect else 'all as it should be'}", flush=True)
    if defect is not None:
        print(defect, flush=True)
    return defect
