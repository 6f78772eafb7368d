"""Requests of players about their vacations."""

from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.account import TakeVacation, VacationFound
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store import StoreUnavailable
from pente_server.store.accounts.vacation import (
    DAYS_A_YEAR,
    NotEnoughDays,
    Vacations,
    days_left,
    ended,
    taken,
    until_of,
)
from pente_server.store.accounts.vacation_store import VacationStore

_ATTEMPTS: Final = 10


class VacationRequests:
    """The player's vacations. Mutable: it counts the changes of each player."""

    def __init__(
        self,
        *,
        vacations: VacationStore,
        accounts: RequestedAccounts,
        vacation_changed: Callable[[PlayerId, Instant], None],
        allowance: Allowance,
        clock: Callable[[], float],
        now: Callable[[], Instant],
    ) -> None:
        self._vacations = vacations
        self._accounts = accounts
        self._vacation_changed = vacation_changed
        self._vacation_changes = TokenBuckets(*allowance.vacation_changes, clock)
        self._now = now

    @answers(TakeVacation, cost=QUESTION)
    async def take_vacation(self, requester: Requester, request: TakeVacation) -> VacationFound:
        """Take or end a vacation, or tell of it. Raises RequestDenied and StoreUnavailable."""
        player, is_counted = requester.player.id, False
        for _ in range(_ATTEMPTS):
            before, now = (await self._accounts.own(requester)).vacations, self._now()
            after = _changed(before, request.days, now)
            if after == before:
                return _found(request, after, now)
            if not is_counted:
                self._count(requester)
                is_counted = True
            if await self._vacations.change(player, before, after):
                self._vacation_changed(player, after[-1].until)
                return _found(request, after, now)
        raise StoreUnavailable("the account is busy: other connections keep changing it")

    def _count(self, requester: Requester) -> None:
        """Count a change, as many rooms get to know of it. Raises RequestDenied when there were too many."""
        if wait := self._vacation_changes.of(requester.player.id).try_take():
            minutes = -(-int(wait) // 60)
            text = f"You change your vacation too often. Try again in {max(2, minutes)} minutes."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))


def _changed(vacations: Vacations, days: int | None, now: Instant) -> Vacations:
    match days:
        case None:
            return vacations
        case 0:
            return ended(vacations, now)
        case _:
            return _taken(vacations, days, now)


def _taken(vacations: Vacations, days: int, now: Instant) -> Vacations:
    try:
        return taken(vacations, days, now)
    except NotEnoughDays:
        text = f"There are {DAYS_A_YEAR} days of vacation a year, and {days_left(vacations, now)} are left."
        raise RequestDenied(ErrorCode.TOO_MANY, f"{text} Take fewer days.") from None


def _found(request: TakeVacation, vacations: Vacations, now: Instant) -> VacationFound:
    return VacationFound(request.id, until_of(vacations, now), days_left(vacations, now))
