"""Reports of a search on their way into the event loop."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pente_bots.search.request import SearchReport


class ReportRelay:
    """Calls a function in the event loop with reports from another thread. Mutable; create it in the loop.

    Where reports come faster than the loop turns, it gets the latest.
    """

    def __init__(self, receive: Callable[[SearchReport], None]) -> None:
        self._receive: Final = receive
        self._loop: Final = asyncio.get_running_loop()
        self._lock: Final = threading.Lock()
        self._latest: SearchReport | None = None

    def report(self, report: SearchReport) -> None:
        """Pass a report on; for any thread."""
        with self._lock:
            is_scheduled = self._latest is not None
            self._latest = report
        if not is_scheduled:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        with self._lock:
            report, self._latest = self._latest, None
        if report is not None:
            self._receive(report)
