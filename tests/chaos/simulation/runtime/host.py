"""Hosts: where code runs in a simulation, each with a clock and a chance of its own.

Product code asks the modules `time` and `secrets`; in `virtual` it gets the answers of the host that it
runs on, which follow from the seed alone. What it decodes is decoded once for all hosts: the same frame goes
to many.
"""

import asyncio
import base64
import random
import secrets
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import lru_cache
from random import Random
from typing import Any, Final

from pente_protocol import codec
from pente_server.live.hub import Hub
from tests.chaos.simulation.runtime.ordered_hub import OrderedHub

EPOCH: Final = 1_700_000_000.0
"""When simulations begin, by the clock of the store: seconds since 1970."""
_PRODUCT: Final = ("pente_server", "pente_client.connection", "pente_client.credentials")


class Host:
    """Mutable: a place that code runs on, and the tasks that do."""

    def __init__(self, name: str, chance: Random, ahead: float = 0.0, drift: float = 0.0) -> None:
        """Its clock was ``ahead`` by seconds in the beginning, and gains ``drift`` a second."""
        self.name = name
        self.chance = chance
        self._ahead = ahead
        self._drift = drift
        self.tasks: dict[asyncio.Task[Any], None] = {}

    def monotonic(self) -> float:
        now = asyncio.get_running_loop().time()
        return now * (1 + self._drift) + self._ahead

    def time(self) -> float:
        return EPOCH + self.monotonic()

    def call(self, function: Callable[..., None], *arguments: Any) -> None:
        """Call something on this host; tasks that it starts run here too."""
        context = copy_context()
        context.run(HERE.set, self)
        context.run(function, *arguments)

    def run(self, work: Any) -> "asyncio.Task[Any]":
        """Start a task on this host; those that it starts run here too."""
        context = copy_context()
        context.run(HERE.set, self)
        task = asyncio.get_running_loop().create_task(work, context=context)
        self.tasks[task] = None
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        return task


HERE: ContextVar[Host] = ContextVar("HERE")


class _Time:
    """In place of the module `time`."""

    @staticmethod
    def time() -> float:
        return HERE.get().time()

    @staticmethod
    def monotonic() -> float:
        return HERE.get().monotonic()

    @staticmethod
    def time_ns() -> int:
        return round(HERE.get().time() * 1e9)


class _Secrets:
    """In place of the module `secrets`."""

    compare_digest = staticmethod(secrets.compare_digest)

    @staticmethod
    def randbelow(bound: int) -> int:
        return HERE.get().chance.randrange(bound)

    @staticmethod
    def choice(options: Sequence[str]) -> str:
        return str(HERE.get().chance.choice(options))

    @staticmethod
    def token_urlsafe(length: int = 32) -> str:
        return base64.urlsafe_b64encode(HERE.get().chance.randbytes(length)).rstrip(b"=").decode()

    @staticmethod
    def token_bytes(length: int = 32) -> bytes:
        return HERE.get().chance.randbytes(length)

    @staticmethod
    def token_hex(length: int = 32) -> str:
        return HERE.get().chance.randbytes(length).hex()


def _system_random() -> Random:
    """In place of the class `random.SystemRandom`."""
    return HERE.get().chance


decode_client = lru_cache(4096)(codec.decode_client)
decode_server = lru_cache(4096)(codec.decode_server)
decode_event = lru_cache(4096)(codec.decode_event)
decode_summary = lru_cache(4096)(codec.decode_summary)

_STAND_INS: Final[dict[str, tuple[object, object]]] = {
    "decode_client": (codec.decode_client, decode_client),
    "decode_server": (codec.decode_server, decode_server),
    "decode_event": (codec.decode_event, decode_event),
    "decode_summary": (codec.decode_summary, decode_summary),
    "time": (time, _Time),
    "Hub": (Hub, OrderedHub),
    "monotonic": (time.monotonic, _Time.monotonic),
    "secrets": (secrets, _Secrets),
    "SystemRandom": (random.SystemRandom, _system_random),
}


@contextmanager
def virtual(names: Collection[str] = frozenset(_STAND_INS)) -> Iterator[None]:
    """Let product code take time and chance from its host, in this block, and the other stand-ins named."""
    changed = []
    for module in [m for name, m in sys.modules.items() if name.startswith(_PRODUCT)]:
        for name, (real, stand_in) in _STAND_INS.items():
            if name in names and vars(module).get(name) is real:
                setattr(module, name, stand_in)
                changed.append((module, name, real))
    try:
        yield
    finally:
        for module, name, real in changed:
            setattr(module, name, real)
