"""Vacations in memory."""

from collections.abc import Sequence
from dataclasses import replace

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_server.store.accounts.vacation import Vacations
from pente_server.store.memory.accounts import MemoryAccountData


class MemoryVacations:
    """A `VacationStore` in memory."""

    def __init__(self, register: MemoryAccountData) -> None:
        self._register = register

    async def change(self, player: PlayerId, before: Vacations, after: Vacations) -> bool:
        account = self._register.accounts.get(player)
        if account is None or account.vacations != before:
            return False
        self._register.accounts[player] = replace(account, vacations=after)
        self._register.vacations[player] = after[-1].until
        return True

    async def listed(self) -> Sequence[tuple[PlayerId, Instant]]:
        return list(self._register.vacations.items())

    async def settled(self, player: PlayerId, until: Instant) -> None:
        if self._register.vacations.get(player) == until:
            del self._register.vacations[player]
