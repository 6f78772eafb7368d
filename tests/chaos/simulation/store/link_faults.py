"""The weather between nodes and their store: what becomes of a request, and when nobody is served."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

Span = tuple[float, float]


class LinkState(Enum):
    """The state of the way from a node to the store, and back."""

    CLEAR = "clear"
    REFUSING = "refusing"
    """Every request fails at once."""
    FROZEN = "frozen"
    """Every request and answer waits until it is over."""
    SILENT = "silent"
    """Requests are carried out, and no answer comes."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one request."""

    asked: float
    """When it was sent, by the event loop's clock."""
    out: float
    """Seconds until it reaches the store."""
    back: float
    is_lost: bool = False
    is_answer_lost: bool = False
    is_noticed: bool = True
    """Whether the loss breaks the connection, so that nobody has to wait for the answer."""


_LOSSES: Final = 0.02
_SLOW: Final = 0.02


class LinkFaults:
    """Mutable: one sky for all, and one for each node."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.is_calm = False
        """Whether nothing is lost under a clear sky."""
        self._sky = LinkState.CLEAR
        self._local: dict[str, LinkState] = {}
        self._thaw = asyncio.Event()
        self._up: dict[str, None] = {}
        self._dark_since: float | None = None
        self.outages: list[Span] = []
        """When no node could get an answer from the store."""

    def fate(self) -> Fate:
        chance, now = self._chance, asyncio.get_running_loop().time()
        out, back = chance.expovariate(2000), chance.expovariate(2000)
        if self.is_calm:
            return Fate(now, out, back)
        if chance.random() < _SLOW:
            out += chance.uniform(0, 0.5)
        lot = chance.random()
        return Fate(now, out, back, lot < _LOSSES / 2, _LOSSES / 2 <= lot < _LOSSES, chance.random() < 0.8)

    def over(self, node: str) -> LinkState:
        """What a node sees."""
        return self._sky if self._sky is not LinkState.CLEAR else self._local.get(node, LinkState.CLEAR)

    def change(self, sky: LinkState, node: str | None = None) -> None:
        """From now on it is like that, for one node or all."""
        if node is None:
            self._sky = sky
        else:
            self._local[node] = sky
        self._moved()

    def clear(self) -> None:
        """From now on everything works."""
        self._sky, self.is_calm = LinkState.CLEAR, True
        self._local.clear()
        self._moved()

    def up(self, node: str) -> None:
        self._up[node] = None
        self._moved()

    def down(self, node: str) -> None:
        self._up.pop(node, None)
        self._moved()

    async def thawed(self, node: str, is_alive: Callable[[], bool]) -> None:
        """Return once nothing is frozen for a node, or it is no more."""
        while self.over(node) is LinkState.FROZEN and is_alive():
            await self._thaw.wait()

    def _moved(self) -> None:
        thaw, self._thaw = self._thaw, asyncio.Event()
        thaw.set()
        is_light = any(self.over(node) is LinkState.CLEAR for node in self._up)
        now = asyncio.get_running_loop().time()
        if is_light and self._dark_since is not None:
            self.outages.append((self._dark_since, now))
            self._dark_since = None
        elif not is_light and self._dark_since is None:
            self._dark_since = now
