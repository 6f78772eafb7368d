"""Absence: which players are awaited, for how long, and what may be claimed then; and who is on vacation."""

from collections.abc import Iterable, Iterator, Sequence

from pente_client.words.phrases import local_time, name_of, names_of
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity
from pente_core.room import Absence, Refused, Room, decide
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.sentences import tell


def available_claims(room: Room, me: Identity, now: Instant) -> tuple[cmd.ClaimKind, ...]:
    """What a player may claim now because others stayed away too long."""
    return tuple(kind for kind in cmd.ClaimKind if room.absent and _may_claim(room, kind, me, now))


def next_due(room: Room, now: Instant) -> Instant | None:
    """The next moment at which the time of an absent player runs out."""
    if room.paused is not None:
        return None
    return min((absence.until for absence in room.absent if absence.until > now), default=None)


def seconds_left(absence: Absence, now: Instant) -> int:
    """The seconds that an absent player still has to come back."""
    return max(0, -(-elapsed(now, absence.until) // 1000))


def absence_text(room: Room, me: Identity, now: Instant) -> str:
    """Which players are absent, and what can be done about it; empty if nobody is."""
    absences = [absence for absence in room.absent if absence.seat != room.seat_of(me.id)]
    if claims := available_claims(room, me, now):
        late = (room.seats[absence.seat] for absence in absences if absence.until <= now)
        return claims_text(late, claims)
    waited_for = (_awaited(room, absence, now) for absence in absences)
    return " ".join((*waited_for, *vacations_text(room, now, room.seat_of(me.id))))


def claims_text(late: Iterable[Identity | None], claims: Sequence[cmd.ClaimKind]) -> str:
    """Which players did not come back in time, and what may be claimed for that."""
    what = tell("phrase.or").join(f"/claim {kind}" for kind in claims)
    return tell("absence.claim", names=names_of(late), what=what)


def disconnected_text(player: Identity | None, seconds: int) -> str:
    """That a player disconnected, and how long the others have to wait."""
    return tell("room.gone", name=name_of(player), span=span_text(Millis(1000 * seconds)))


def kept_seat_text(player: Identity | None, span: Millis) -> str:
    """That a player is away from a room that waits for players, and how long their seat is kept."""
    return tell("absence.seat-kept", name=name_of(player), span=span_text(span))


def span_text(span: Millis) -> str:
    """A span of time, rounded up, in the unit that suits it.

    >>> [span_text(Millis(span)) for span in (59_001, 900_000)]
    ['60 s', '15 min']
    """
    seconds = -(-span // 1000)
    if seconds <= 90:
        return tell("room.span-seconds", n=seconds)
    return tell("room.span-minutes", n=-(-seconds // 60))


def _awaited(room: Room, absence: Absence, now: Instant) -> str:
    player = room.seats[absence.seat]
    if room.paused is not None:
        return tell("room.is-away", name=name_of(player))
    if absence.until <= now:
        return tell("room.not-back", name=name_of(player))
    return disconnected_text(player, seconds_left(absence, now))


def _may_claim(room: Room, kind: cmd.ClaimKind, me: Identity, now: Instant) -> bool:
    try:
        decide(room, cmd.Claim(kind), by=me, now=now)
    except Refused:
        return False
    return True


def vacation_text(event: ev.VacationStarted | ev.VacationEnded, room: Room) -> str:
    """That a player is on vacation, or back; the moment is local time."""
    who = name_of(room.seats[event.seat])
    if isinstance(event, ev.VacationEnded):
        return tell("absence.back-from-vacation", name=who)
    return _on_vacation(who, event.until)


def vacations_text(room: Room, now: Instant, except_seat: int | None = None) -> Iterator[str]:
    """Which players are on vacation now, a sentence for each."""
    for seat, until in enumerate(room.clock.rests):
        if until > now and seat != except_seat:
            yield _on_vacation(name_of(room.seats[seat]), until)


def _on_vacation(who: str, until: Instant) -> str:
    return tell("absence.on-vacation", name=who, moment=local_time(until))
