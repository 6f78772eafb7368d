"""Events of a room, in sentences that every output for people uses."""

from collections.abc import Iterable
from typing import Final, assert_never

from pente_client.words.absence import disconnected_text, kept_seat_text, vacation_text
from pente_client.words.conditional_moves import conditions_text
from pente_client.words.offers import offered, request_text
from pente_client.words.phrases import (
    name_of,
    rating_text,
    seated_name,
)
from pente_client.words.turns import paused_text
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity, PlayerId
from pente_core.rating import RatingChange
from pente_core.room import OfferKind, Room, WatchPolicy
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_protocol.sentences import tell

NegotiationEvent = (
    ev.Offered | ev.Accepted | ev.Rejected | ev.TakenBack | ev.TimeGiven | ev.Paused | ev.Resumed
)
"""Agreements beside the moves."""
AttendanceEvent = ev.Gone | ev.Returned | ev.Moderated | ev.WatchPolicyChanged
"""Absence of players, and what the host did about viewers."""
DescribedEvent = (
    ev.Joined | ev.Left | ev.Declined | ev.Readied | ev.Started | ev.Chosen | ev.Retired
    | ev.OutageCredited | ev.RatingsChanged | ev.Closed | ev.ConditionsSet | ev.VacationStarted
    | ev.VacationEnded | ev.Continued | NegotiationEvent | AttendanceEvent
)  # fmt: skip
"""Events of one sentence; moves, chat and endings have forms of their own."""

_CHOSEN: Final = {
    Choice.SWAP: "room.chose-swap",
    Choice.STAY: "room.chose-stay",
    Choice.PASS: "room.chose-pass",
}
_RETIRED: Final = {Termination.TIME: "event.out-of-time", Termination.FORFEIT: "event.forfeited"}
_WATCHING: Final = {
    WatchPolicy.ANYBODY: "event.anybody-watches",
    WatchPolicy.INVITED: "event.invited-watch",
}
_CLOSED: Final = {
    ev.Closing.LEFT: "event.closed-left",
    ev.Closing.DECLINED: "event.closed-declined",
    ev.Closing.EXPIRED: "event.closed-expired",
    ev.Closing.AWAY: "event.closed-away",
}


def event_text(event: DescribedEvent, before: Room, after: Room, me: PlayerId | None = None) -> str:
    """An event between two states of a room in a sentence, as told to ``me`` (None: to anybody)."""
    if isinstance(event, NegotiationEvent):
        return _negotiation_text(event, before, after)
    if isinstance(event, AttendanceEvent):
        return _attendance_text(event, before, me)
    match event:
        case ev.Joined(seat=seat, player=player):
            return tell("room.joined", name=seated_name(player), colour=after.created.ruleset.colours[seat])
        case ev.Left(seat=seat):
            return tell("event.left", name=name_of(before.seats[seat]))
        case ev.Declined(player=player):
            return tell("event.declined", name=name_of(player))
        case ev.Readied(seat=seat):
            key = "event.ready" if before.starting is None else "event.is-here"
            return tell(key, name=name_of(before.seats[seat]))
        case ev.Started(at=at, clocks_from=clocks_from):
            return f"{tell('room.began')}{_clocks_wait(at, clocks_from)}"
        case ev.Chosen(seat=seat, choice=choice):
            return chosen_text(name_of(before.seats[seat]), choice)
        case ev.Retired(seat=seat, reason=why):
            text = retired_text(name_of(before.seats[seat]), why)
            return text if after.game.is_over else f"{text} {tell('event.others-play-on')}"
        case ev.VacationStarted() | ev.VacationEnded():
            return vacation_text(event, after)
        case ev.ConditionsSet():
            return conditions_text(event, after)
        case ev.Continued(room=room):
            return tell("event.continued", room=room)
        case ev.OutageCredited():
            is_waiting = before.status is ev.Status.WAITING
            return tell("event.outage-waiting" if is_waiting else "event.outage-playing")
        case ev.RatingsChanged(changes=changes):
            return rated_text(changes, after)
        case ev.Closed(reason=why):
            return tell(_CLOSED[why]) if why in _CLOSED else tell("event.closed", why=why.value)
        case _ as unreachable:
            assert_never(unreachable)


def _clocks_wait(at: Instant, until: Instant | None) -> str:
    """How long the clocks wait for the players; empty where they run at once."""
    if until is None:
        return ""
    span = tell("room.span-seconds", n=max(0, until - at) // 1000)
    return f" {tell('room.clocks-wait', span=span)}"


def _negotiation_text(event: NegotiationEvent, room: Room, after: Room) -> str:
    match event:
        case ev.Offered(seat=seat, kind=kind):
            terms = f" {tell('offer.pause-terms')}" if kind is OfferKind.PAUSE else ""
            return f"{request_text(after, seat, kind)}{terms}"
        case ev.Accepted(seat=seat, kind=OfferKind.RESUME):
            return tell("offer.resume-too", name=name_of(room.seats[seat]))
        case ev.Accepted(seat=seat, kind=kind):
            return tell("offer.accepted", name=name_of(room.seats[seat]), offer=offered(kind))
        case ev.Rejected(seat=seat, kind=kind):
            is_own = any(one.seat == seat and one.kind is kind for one in room.offers)
            key = "offer.withdrawn" if is_own else "offer.declined"
            return tell(key, name=name_of(room.seats[seat]), offer=offered(kind))
        case ev.TakenBack(turn_count=turns):
            return tell("event.taken-back", n=len(room.game.turns) - turns)
        case ev.TimeGiven(seat=seat, span=span):
            key = "event.time-given" if len(room.seats) == 2 else "event.time-given-to-all"
            return tell(key, name=name_of(room.seats[seat]), seconds=span // 1000)
        case ev.Paused():
            return paused_text(after)
        case ev.Resumed(seat=int(seat)):
            return tell("event.resumed-by", name=name_of(room.seats[seat]))
        case ev.Resumed():
            return tell("event.resumed")
        case _ as unreachable:
            assert_never(unreachable)


def _attendance_text(event: AttendanceEvent, room: Room, me: PlayerId | None) -> str:
    match event:
        case ev.Gone(at=at, seat=seat, until=until) if room.status is ev.Status.WAITING:
            return kept_seat_text(room.seats[seat], elapsed(at, until))
        case ev.Gone(seat=seat) if room.paused is not None:
            return presence_text(room.seats[seat], is_here=False)
        case ev.Gone(at=at, seat=seat, until=until):
            return disconnected_text(room.seats[seat], -(-(until - at) // 1000))
        case ev.Returned(seat=seat):
            return presence_text(room.seats[seat], is_here=True)
        case ev.Muted(player=player):
            return tell("event.muted", viewer=_viewer(player, room, me))
        case ev.Unmuted(player=player):
            return tell("event.unmuted", viewer=_viewer(player, room, me))
        case ev.Kicked(player=player):
            return tell("event.kicked", viewer=_viewer(player, room, me))
        case ev.Banned(player=player):
            return tell("event.banned", viewer=_viewer(player, room, me))
        case ev.Unbanned(player=player):
            return tell("event.unbanned", viewer=_viewer(player, room, me))
        case ev.WatchPolicyChanged(watch=watch):
            return tell(_WATCHING[watch])
        case _ as unreachable:
            assert_never(unreachable)


def _viewer(player: PlayerId, room: Room, me: PlayerId | None) -> str:
    """The name of a viewer, known only from what they said in the chat."""
    if player == me:
        return tell("phrase.you")
    said = (name_of(line.player) for line in room.chat if line.player.id == player)
    return next(said, tell("phrase.a-viewer"))


def rated_text(changes: Iterable[RatingChange], room: Room) -> str:
    """The new ratings after a game: ``New ratings: anna 1512 (+8), boris 1488? (-8)``."""
    each = ", ".join(
        f"{name_of(room.seats[change.seat])} {rating_text(change.after, provisional=change.provisional)}"
        f" ({change.after - change.before:+})"
        for change in changes
    )
    return tell("event.new-ratings", ratings=each)


def chosen_text(name: str, choice: Choice) -> str:
    """What a player has chosen in a swap opening.

    >>> chosen_text("anna", Choice.STAY)
    'anna stays: the players keep their colours.'
    """
    return tell(_CHOSEN[choice], name=name)


def retired_text(name: str, why: Termination) -> str:
    """That a player is out of the game, and why.

    >>> retired_text("anna", Termination.TIME)
    'anna ran out of time.'
    """
    if not why.is_known:
        return tell("event.out-of-the-game", name=name, why=why)
    return tell(_RETIRED.get(why, "event.resigned"), name=name)


def presence_text(player: Identity | None, *, is_here: bool) -> str:
    """The arrival or departure of a player."""
    return tell("room.is-back" if is_here else "room.is-away", name=name_of(player))
