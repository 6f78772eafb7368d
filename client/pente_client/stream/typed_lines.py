"""Lines that are read ahead, so that it is known when no more will come."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Final

_MOST: Final = 1000
"""How many lines are read ahead."""


class TypedLines:
    """The lines of a script, each given out once. Mutable; it runs a task, so close it."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._source = lines
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(_MOST)
        self.current = ""
        """The line that was given out last; empty once it is done."""
        self.ended = asyncio.Event()
        """Set once the last line was read, which may be long before it is given out."""
        self.is_idle = asyncio.Event()
        """Set while all that has come was given out, and done."""
        self._reading = asyncio.create_task(self._read())

    @property
    def left(self) -> Sequence[str]:
        """The line that was given out last, and all after it. Call it once: it takes them."""
        lines = [self.current]
        while not self._lines.empty():
            lines.append(self._lines.get_nowait() or "")
        return [line.strip() for line in lines if line.strip()]

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._next()) is not None:
            self.current = line
            yield line

    def forget(self) -> None:
        """The line that was given out last was done."""
        self.current = ""

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _next(self) -> str | None:
        if self._lines.empty():
            self.is_idle.set()
        line = await self._lines.get()
        self.is_idle.clear()
        return line

    async def _read(self) -> None:
        async for line in self._source:
            await self._lines.put(line)
        self.ended.set()
        await self._lines.put(None)
