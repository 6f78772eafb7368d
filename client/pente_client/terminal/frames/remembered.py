"""What was drawn before, for as long as nothing that it shows has changed."""

from collections.abc import Callable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Remembered(Generic[_T]):
    """The last value, and what it was made of. Mutable."""

    def __init__(self) -> None:
        self._last: tuple[object, _T] | None = None

    def get(self, of: object, make: Callable[[], _T]) -> _T:
        """The last value if it was made ``of`` the same; else it is made anew.

        Parts that are the same object are equal, which is quick to see: most parts of a model are, from one
        frame to the next.
        """
        if self._last is None or self._last[0] != of:
            self._last = of, make()
        return self._last[1]
