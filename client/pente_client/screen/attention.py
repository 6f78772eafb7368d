"""Whether the person at the screen is busy with the room that is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

QUIET: Final = 10.0
"""Seconds without a key after which nobody is taken to be busy."""


class Attention:
    """Waits until a person is done with what is on the screen. Mutable.

    ``is_busy`` says whether they are in the middle of something: a line, or a look at an earlier move.
    """

    def __init__(self, is_busy: Callable[[], bool], sleep: Callable[[float], Awaitable[None]]) -> None:
        self._is_busy, self._sleep = is_busy, sleep
        self._changed = asyncio.Event()
        self._presses = 0
        self._pressed_at = float("-inf")

    def pressed(self) -> None:
        """A key was pressed, or the mouse used."""
        self._presses += 1
        self._pressed_at = asyncio.get_running_loop().time()

    def changed(self) -> None:
        """Look again whether the person is busy."""
        self._changed.set()

    async def is_free(self) -> None:
        """Wait until nothing is typed or looked at, and no key was pressed for a while."""
        while True:
            seen, left = self._presses, self._pressed_at + QUIET - asyncio.get_running_loop().time()
            if self._is_busy():
                self._changed.clear()
                await self._changed.wait()
            elif left > 0:
                await self._sleep(left)
                if self._presses == seen and not self._is_busy():
                    return
            else:
                return
