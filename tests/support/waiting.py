"""Waiting for what another process or task does: who waits in vain says for what, and what came instead."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Final

from tests.support.conditions import described

PATIENCE: Final = 60.0
"""Seconds after which something that should have happened has not, also on a busy machine."""
LONG_PATIENCE: Final = 600.0
"""The same of a program that works for seconds where it is alone: a compiler, pip, npm, a browser."""

_LAST: Final = 8
"""How many of the things that came are in the error."""
_LONGEST_TEXT: Final = 2500
"""Characters of a text in the error: a screen of 80 columns has 2,000."""
_LONGEST_REPR: Final = 400


@asynccontextmanager
async def patience(
    wanted: str, heard: Callable[[], Iterable[object]] = tuple, seconds: float | None = None
) -> AsyncIterator[None]:
    """A time limit for a block that waits. ``seconds`` is `PATIENCE` if it is not given.

    Raises AssertionError when the time is up, with what was wanted and the last of what was heard by then.
    """
    seconds = PATIENCE if seconds is None else seconds
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            yield
    except TimeoutError:
        if not limit.expired():  # somebody else's
            raise
        raise AssertionError(in_vain(wanted, heard(), seconds)) from None


def in_vain(wanted: str, heard: Iterable[object], seconds: float) -> str:
    """What to say when something did not come in time."""
    last = [_shortened(thing) for thing in deque(heard, _LAST)]
    instead = "".join(f"\n  {thing}" for thing in last) or " nothing"
    return f"waited {seconds:g} s for {wanted}; heard last:{instead}"


def _shortened(thing: object) -> str:
    text, longest = (thing, _LONGEST_TEXT) if isinstance(thing, str) else (repr(thing), _LONGEST_REPR)
    return text if len(text) <= longest else f"{text[:longest]}... ({len(text)} characters)"


async def until(
    condition: Callable[[], bool | Awaitable[bool]], heard: Callable[[], Iterable[object]] | None = None
) -> None:
    """Return once the condition holds. Raises AssertionError with the condition and the values in it."""
    limit = asyncio.timeout(PATIENCE)
    try:
        async with limit:
            while not await _holds(condition):  # noqa: ASYNC110 -- nobody is there to set an event
                await asyncio.sleep(0.002)
    except TimeoutError:
        if not limit.expired():  # somebody else's
            raise
        wanted, seen = described(condition)  # only now: it reads the source of the condition
        raise AssertionError(in_vain(wanted, (heard or seen)(), PATIENCE)) from None


async def _holds(condition: Callable[[], bool | Awaitable[bool]]) -> bool:
    held = condition()
    return held if isinstance(held, bool) else await held
