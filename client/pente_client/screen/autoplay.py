"""Autoplay: stepping through a game without a key for each move."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

PACES: Final = (4.0, 2.5, 1.5, 0.8, 0.4)
"""The seconds between two moves, from the slowest pace."""


class AutoplayLoop:
    """Steps on at a pace until something stops it. Mutable.

    ``step`` goes one move on, and says whether there are more.
    """

    def __init__(self, step: Callable[[], bool], sleep: Callable[[float], Awaitable[None]]) -> None:
        self._step, self._sleep = step, sleep
        self.pace: float | None = None
        """The seconds between two moves; None: it is off."""
        self._changed = asyncio.Event()

    def set(self, pace: float | None) -> bool:
        """Go on at another pace, or stop. Whether `run` has to be started for that."""
        was_off, self.pace = self.pace is None, pace
        self._changed.set()
        return was_off and pace is not None

    async def run(self) -> None:
        """Step until the end of the line, or until it is stopped."""
        while self.pace is not None:
            self._changed.clear()
            pause = asyncio.ensure_future(self._sleep(self.pace))
            change = asyncio.ensure_future(self._changed.wait())
            try:
                await asyncio.wait({pause, change}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                change.cancel()
                pause.cancel()
            if not self._changed.is_set() and not self._step():
                self.pace = None


def faster(pace: float | None) -> float:
    """The next faster pace; autoplay begins with the one in the middle."""
    if pace is None:
        return PACES[len(PACES) // 2]
    return next((each for each in PACES if each < pace), PACES[-1])


def slower(pace: float | None) -> float | None:
    """The next slower pace; None: off, behind the slowest."""
    if pace is None:
        return None
    return next((each for each in reversed(PACES) if each > pace), None)
