"""Requests of players about their vacations."""

from typing import Final

from pente_core.clock.instant import Instant, Millis
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import TakeVacation, VacationFound
from pente_server.limits.errors import RequestDenied
from pente_server.requests.people.players import own_account
from pente_server.requests.requester.requester import Requester
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

_ATTEMPTS: Final = 10


async def take_vacation(requester: Requester, request: TakeVacation) -> VacationFound:
    """Take or end a vacation, or tell of it. Raises RequestDenied and StoreUnavailable."""
    ports, player, is_counted = requester.ports.players, requester.player.id, False
    for _ in range(_ATTEMPTS):
        before, now = (await own_account(requester)).vacations, ports.now()
        after = _changed(before, request.days, now)
        if after == before:
            return _found(request, after, now)
        if not is_counted:
            _count(requester)
            is_counted = True
        if await ports.vacations.change(player, before, after):
            ports.vacation_changed(player, after[-1].until)
            return _found(request, after, now)
    raise StoreUnavailable("the account is busy: other connections keep changing it")


def _count(requester: Requester) -> None:
    """Count a change, as many rooms get to know of it. Raises RequestDenied when there were too many."""
    if wait := requester.ports.players.vacation_changes.of(requester.player.id).try_take():
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
