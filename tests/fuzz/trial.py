"""The cases of one seed: drawn, tried, and made smaller when one fails."""

import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisWarning

from tests.fuzz.target import Target

C = TypeVar("C")

SHRINK_WITHIN: Final = 30.0
"""Seconds to look for a smaller case that fails, too."""
LONGEST_ERROR: Final = 4000
"""Characters of a traceback that are shown, from its end."""


@dataclass(frozen=True, slots=True)
class Defect:
    """A case that fails, the smallest that was found."""

    target: str
    seed: int
    case: str
    error: str

    def __str__(self) -> str:
        return (
            f"{self.target}: seed {self.seed} FAILS\n"
            f"the smallest case that was found:\n{_indented(self.case)}\n{_indented(self.error)}\n"
            f"to replay it: python -m tests.fuzz {self.target} --seed {self.seed}"
        )


class _Enough(BaseException):
    """Smaller cases were looked for long enough. No Exception, which would be taken for another failure."""


class Trial(Generic[C]):
    """Mutable: one seed of a target, while it is tried."""

    def __init__(self, target: Target[C], number: int, ticked: Callable[["Trial[C]"], None]) -> None:
        """``ticked`` is called before every case."""
        self.target = target
        self.seed = number
        self.case: C | None = None
        """The case that is tried now."""
        self._ticked = ticked
        self._failed: Defect | None = None
        self._shrink_until = 0.0

    @property
    def is_shrinking(self) -> bool:
        return self._failed is not None

    def run(self, cases: int | None = None) -> Defect | None:
        """Try the cases of the seed, or only so many of them; the first defect."""
        search = settings(
            database=None,
            deadline=None,
            derandomize=False,
            max_examples=cases or self.target.cases_per_seed,
            phases=(Phase.generate, Phase.shrink),
            print_blob=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", HypothesisWarning)  # that a case is long to write down
                search(seed(self.seed)(given(self.target.cases)(self._try)))()
        except _Enough:
            return self._failed
        except Exception as error:  # noqa: BLE001 -- what a law raises, or the drawing of a case
            return self._failed or self._defect("(it could not be drawn)", error)
        return self._failed  # a case that failed once, and not again

    def _try(self, case: C) -> None:
        self.case = case
        self._ticked(self)
        if self._failed and time.monotonic() > self._shrink_until:
            raise _Enough
        try:
            self.target.law(case)
        except Exception as error:
            if self._failed is None:
                self._shrink_until = time.monotonic() + SHRINK_WITHIN
            self._failed = self._defect(str(case), error)  # each that hypothesis tries is smaller
            raise

    def _defect(self, case: str, error: Exception) -> Defect:
        text = "".join(traceback.format_exception(error)).rstrip()
        return Defect(self.target.name, self.seed, case, text[-LONGEST_ERROR:])


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
