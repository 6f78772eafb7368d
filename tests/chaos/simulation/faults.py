"""Faults: what breaks, and when; all of it is mended in the end."""

import asyncio
from random import Random

from tests.chaos.simulation.machine import Machine
from tests.chaos.simulation.store.link_faults import LinkFaults, LinkState


class Faults:
    """Mutable: one thing after the other goes wrong."""

    def __init__(self, machines: list[Machine], weather: LinkFaults, chance: Random) -> None:
        self._machines = machines
        self._weather = weather
        self._chance = chance

    async def rage(self, seconds: float) -> None:
        """Break things for a while, then mend them all."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        self._weather.is_calm = self._chance.random() < 0.1
        while (wait := self._chance.expovariate(0.35)) < end - loop.time():
            await asyncio.sleep(wait)
            await self._break_something()
        await asyncio.sleep(max(0, end - loop.time()))
        self._weather.clear()
        for machine in self._machines:
            if not machine.is_up:
                machine.start()

    async def _break_something(self) -> None:
        chance = self._chance
        machine = chance.choice(self._machines)
        match chance.choices(("kill", "stop", "outage", "cloud", "deaf", "massacre"), (3, 2, 2, 2, 3, 1))[0]:
            case "kill":
                self._kill_for(machine, chance.uniform(0.01, 3))
            case "stop":
                machine.stop()
                asyncio.get_running_loop().call_later(chance.uniform(0.3, 2), self._revive, machine)
            case "massacre":
                for one in self._machines:
                    self._kill_for(one, chance.uniform(0.1, 5))
            case "outage":
                await self._cloud(chance.choice(_BAD), None, chance.uniform(0.05, 6))
            case "cloud":
                await self._cloud(chance.choice(_BAD), machine.name, chance.uniform(0.05, 4))
            case _:
                machine.cut_news(chance.uniform(0, 1.5))

    def _kill_for(self, machine: Machine, seconds: float) -> None:
        if machine.is_up:
            machine.kill()
            asyncio.get_running_loop().call_later(seconds, self._revive, machine)

    def _revive(self, machine: Machine) -> None:
        if not machine.is_up:
            machine.start()

    async def _cloud(self, sky: LinkState, node: str | None, seconds: float) -> None:
        self._weather.change(sky, node)
        await asyncio.sleep(seconds)
        self._weather.change(LinkState.CLEAR, node)
        for machine in self._machines:
            if sky is not LinkState.FROZEN and node in (None, machine.name):
                machine.cut_news(0)


_BAD = (LinkState.REFUSING, LinkState.FROZEN, LinkState.SILENT)
