"""The storage interface for vacations: parts of accounts, and a list of those that rooms may not know."""

from collections.abc import Sequence
from typing import Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_server.store.accounts.vacation import Vacations


class VacationStore(Protocol):
    """The vacations of players; `Account.vacations` has them as well.

    A change lists the player until `settled`: so the rooms of the player get to know of it, even if every
    node dies in between. The methods may raise StoreUnavailable; it is then safe to call them again.
    """

    async def change(self, player: PlayerId, before: Vacations, after: Vacations) -> bool:
        """Replace a player's vacations; False, with nothing changed, if they are others by now, or the
        account is deleted.
        """
        ...

    async def listed(self) -> Sequence[tuple[PlayerId, Instant]]:
        """The listed players, each with the end of the last vacation, which may be past."""
        ...

    async def settled(self, player: PlayerId, until: Instant) -> None:
        """Take a player off the list, unless the last vacation ends at another moment by now."""
        ...
