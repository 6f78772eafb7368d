"""Vacations of players, as others read of them."""

from collections.abc import Iterator

from pente_client.words.lists.own_games import local_time
from pente_client.words.phrases import name_of
from pente_core.clock.instant import Instant
from pente_core.room import Room, VacationEnded, VacationStarted


def vacation_text(event: VacationStarted | VacationEnded, room: Room) -> str:
    """That a player is on vacation, or back; the moment is local time."""
    who = name_of(room.seats[event.seat])
    if isinstance(event, VacationEnded):
        return f"{who} is back from vacation."
    return _on_vacation(who, event.until)


def vacations_text(room: Room, now: Instant, except_seat: int | None = None) -> Iterator[str]:
    """Which players are on vacation now, a sentence for each."""
    for seat, until in enumerate(room.clock.rests):
        if until > now and seat != except_seat:
            yield _on_vacation(name_of(room.seats[seat]), until)


def _on_vacation(who: str, until: Instant) -> str:
    return f"{who} is on vacation until {local_time(until)} (your local time)."
