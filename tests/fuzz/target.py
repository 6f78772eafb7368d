"""What is tried: cases that hypothesis draws and makes smaller, and the law that each has to obey."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from hypothesis import strategies as st

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Target(Generic[C]):
    """Cases of one kind. The ``str`` of a case tells all that is needed to reproduce it."""

    name: str
    cases: st.SearchStrategy[C]
    law: Callable[[C], None]
    """Raises whatever it likes for a case that breaks the law."""
    cases_per_seed: int
    """So many that a seed takes about a second."""
