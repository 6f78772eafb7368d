"""Absence: who is waited for, how much longer, and what may be claimed then."""

from pente_client.words.phrases import name_of, names_of
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity
from pente_core.room import Absence, Claim, ClaimKind, Refused, Room, decide


def available_claims(room: Room, me: Identity, now: Instant) -> tuple[ClaimKind, ...]:
    """What somebody may claim now because others are away for too long."""
    return tuple(prize for prize in ClaimKind if room.absent and _may_claim(room, prize, me, now))


def next_due(room: Room, now: Instant) -> Instant | None:
    """When somebody has been waited for long enough who is still waited for."""
    return min((absence.until for absence in room.absent if absence.until > now), default=None)


def seconds_left(absence: Absence, now: Instant) -> int:
    """How long somebody who is gone is still waited for."""
    return max(0, -(-elapsed(now, absence.until) // 1000))


def absence_text(room: Room, me: Identity, now: Instant) -> str:
    """Who is gone, and what one can do about it; empty where everybody is here."""
    gone = [absence for absence in room.absent if absence.seat != room.seat_of(me.id)]
    if claims := available_claims(room, me, now):
        late = names_of(room.seats[absence.seat] for absence in gone if absence.until <= now)
        words = " or ".join(f"/claim {prize}" for prize in claims)
        return f"{late} did not come back: {words}, or wait"
    return " and ".join(_waited_for(room, absence, now) for absence in gone)


def _waited_for(room: Room, absence: Absence, now: Instant) -> str:
    name = name_of(room.seats[absence.seat])
    if absence.until <= now:
        return f"{name} did not come back in time"
    return f"{name} is gone: {seconds_left(absence, now)} s to come back"


def _may_claim(room: Room, prize: ClaimKind, me: Identity, now: Instant) -> bool:
    try:
        decide(room, Claim(prize), by=me, now=now)
    except Refused:
        return False
    return True
