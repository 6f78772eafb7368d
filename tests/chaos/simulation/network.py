"""The network: devices, and the links that their clients open to any machine that answers."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Final

import pytest

from pente_client.connection.link.errors import LinkLost
from pente_client.connection.link.link import Link
from pente_client.connection.link.timeouts import Timeouts
from pente_protocol.address import Address
from tests.chaos.simulation.checks.frames import ConnectionTap, Observer
from tests.chaos.simulation.machine import Machine
from tests.chaos.simulation.runtime.host import HERE
from tests.chaos.simulation.wire import DeviceEnd
from tests.support.accounts.sign_in import NONCE

_BREAKS: Final = 0.25
"""How many of the links break by themselves."""
_LONGEST: Final = 6.0


class Network:
    """Mutable."""

    def __init__(self, machines: list[Machine], observer: Observer, chance: Random) -> None:
        self._machines = machines
        self._observer = observer
        self._chance = chance
        self._serials = count(1)
        self.is_calm = False
        """Whether nothing breaks any more."""

    async def open(self, pace: Timeouts) -> Link:
        """A link from this device to some machine. Raises LinkLost."""
        await asyncio.sleep(self._chance.expovariate(200))
        machine = self._chance.choice(self._machines)
        tap = ConnectionTap(self._observer, f"{HERE.get().name}-{next(self._serials)}-{machine.name}")
        end = machine.connect(self._chance, tap.to_server, tap.to_client)
        if end is None:
            raise LinkLost("nothing answers there")
        if not self.is_calm and self._chance.random() < _BREAKS:
            asyncio.get_running_loop().call_later(self._chance.uniform(0, _LONGEST), self._break, end)
        return Link(end, pace, NONCE)  # type: ignore[arg-type]

    def _break(self, end: DeviceEnd) -> None:
        if not self.is_calm:
            end.break_()


@contextmanager
def instead_of_sockets(network: Network) -> Iterator[None]:
    """Let clients link through a network in this block, whatever address they are given."""

    async def open_(_: Address, pace: Timeouts, on_behalf_of: str = "") -> Link:
        return await network.open(pace)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Link, "open", open_)
        yield
