"""What the game's controller asks of the page around it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PagePort:
    """The page: it is drawn anew, rings, runs work in the background, and can be left."""

    changed: Callable[[], None]
    """The model has changed; called once a change, however much of it has."""
    leave: Callable[[int], None]
    """Leave the page with an exit status."""
    give_back: Callable[[str], None]
    """Put what was typed back into the prompt, where it can be corrected."""
    ring: Callable[[str], None]
    """Something happened that the player should look up for: a sentence says what."""
    start: Callable[[Coroutine[Any, Any, None]], object]
    """Run something in the background; what it raises ends the page."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    is_covered: Callable[[], bool] = lambda: False
    """Whether something of the page itself, such as the settings, lies over what is shown."""
