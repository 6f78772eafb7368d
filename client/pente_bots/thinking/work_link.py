"""What a computation in another process shares with whoever asked for it."""

from collections.abc import Callable
from typing import Final

from pente_bots.search.request import SearchReport


class WorkLink:
    """The way back to whoever asked. Only for the computation itself. It is a `StopFlag`."""

    def __init__(self, is_stopped: Callable[[], bool], report: Callable[[SearchReport], None]) -> None:
        self.is_set: Final = is_stopped
        """Whether the computation is to stop."""
        self.report: Final = report
        """Send a report. It waits for the other end, should that be slower."""
