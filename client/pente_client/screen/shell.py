"""What is around the desk: the screen that is drawn, and that can be left."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Shell:
    """What the desk asks of the screen around it."""

    changed: Callable[[], None]
    """The model is another one; called once a change, however much has changed."""
    leave: Callable[[int], None]
    """Leave the screen with an exit code."""
    give_back: Callable[[str], None]
    """What was typed could not be done: put it back where it can be changed."""
    ring: Callable[[], None]
    """Something happened that one should look up for."""
    start: Callable[[Coroutine[Any, Any, None]], object]
    """Run something beside; what it raises ends the screen."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
