"""When a search ends before it is complete."""

import time
from typing import Final, Self

from pente_bots.search.request import NeverStop, SearchRequest, StopFlag


class SearchEnded(Exception):
    """A limit is reached, or the search was stopped."""


class StopWithin:
    """A flag that is also set after some time, in milliseconds from now; None: it never is by itself."""

    def __init__(self, stop: StopFlag, span: int | None) -> None:
        self._stop: Final = stop
        self._until: Final = None if span is None else time.monotonic() + span / 1000

    def is_set(self) -> bool:
        return self._stop.is_set() or (self._until is not None and time.monotonic() > self._until)


class SearchEnd:
    """The limits of one search by time and positions, and its stop flag. The time runs from its creation."""

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, stop: StopFlag | None = None
    ) -> None:
        self._until: Final = None if seconds is None else time.monotonic() + seconds
        self._nodes: Final = nodes
        self._stop: Final = NeverStop() if stop is None else stop

    @classmethod
    def of(cls, request: SearchRequest) -> Self:
        """The end of a search that begins now."""
        limit = request.limit
        return cls(None if limit.time is None else limit.time / 1000, limit.nodes, request.stop)

    def is_reached(self, nodes: int) -> bool:
        """Whether to end, after so many positions."""
        if self._nodes is not None and nodes >= self._nodes:
            return True
        return self._stop.is_set() or (self._until is not None and time.monotonic() > self._until)

    def check(self, nodes: int) -> None:
        """Raises SearchEnded when it is to end."""
        if self.is_reached(nodes):
            raise SearchEnded
