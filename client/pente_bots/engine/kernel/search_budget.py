# cython: annotation_typing=False, infer_types=True, cdivision=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""How much a search may still do."""

from collections.abc import Callable

try:
    import cython
except ModuleNotFoundError:
    from pente_bots.engine.kernel import uncompiled as cython

EVERY = 2048 if cython.compiled else 16
"""Nodes between two looks at what may stop the search from outside: some milliseconds."""


class SearchBudget:
    """Counts nodes, and knows when a search has to end. Mutable.

    ``is_over`` is called every few thousand nodes, with the lock of the interpreter held. After the search,
    ``error`` is what it raised, if anything.
    """

    def __init__(self, most: int, is_over: Callable[[], bool]) -> None:
        self.most = most
        """The nodes that may be searched; 0: any number."""
        self.is_over = is_over
        self.error: BaseException | None = None
        self.nodes = 0
        self.next_look = EVERY
        self.stopped = False
        self._plan()

    def spend(self) -> None:
        """Count a node."""
        self.nodes += 1
        if self.nodes >= self.next_look:
            self._look()

    def stop(self) -> None:
        """End the search soon."""
        self.stopped = True

    def _plan(self) -> None:
        self.next_look = self.nodes + EVERY
        if self.most and self.next_look > self.most:
            self.next_look = self.most

    def _look(self) -> None:
        if self.most and self.nodes >= self.most:
            self.stopped = True
            return
        self._plan()
        try:
            if self.is_over():
                self.stopped = True
        except BaseException as error:  # noqa: BLE001 -- raised again when the search has ended
            self.error = error
            self.stopped = True
