"""Events of a room, in sentences that every output for people uses."""

from collections.abc import Iterable
from typing import Final, assert_never

from pente_client.words.absence import disconnected_text, kept_seat_text, vacation_text
from pente_client.words.conditional_moves import conditions_text
from pente_client.words.offers import OFFERED, request_text
from pente_client.words.phrases import (
    name_of,
    rating_text,
    seated_name,
)
from pente_client.words.turns import PAUSE_TERMS, paused_text
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity, PlayerId
from pente_core.rating import RatingChange
from pente_core.room import OfferKind, Room, WatchPolicy
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination

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

CHOSEN: Final = {
    Choice.SWAP: "swaps: the players change colours",
    Choice.STAY: "stays: the players keep their colours",
    Choice.PASS: "passes and will place two more stones",
}
_RETIRED: Final = {Termination.TIME: "ran out of time", Termination.FORFEIT: "did not come back"}
_WATCHING: Final = {
    WatchPolicy.ANYBODY: "anybody",
    WatchPolicy.INVITED: "only invited people",
}
_CLOSED: Final = {
    ev.Closing.LEFT: "everybody left",
    ev.Closing.DECLINED: "the invitation was declined",
    ev.Closing.EXPIRED: "nobody joined in time",
    ev.Closing.AWAY: "its players went away",
}


def event_text(event: DescribedEvent, before: Room, after: Room, me: PlayerId | None = None) -> str:
    """An event between two states of a room in a sentence, as told to ``me`` (None: to anybody)."""
    match event:
        case ev.Joined(seat=seat, player=player):
            return f"{seated_name(player)} joins as {after.created.ruleset.colours[seat]}."
        case ev.Left(seat=seat):
            return f"{name_of(before.seats[seat])} leaves."
        case ev.Declined(player=player):
            return f"{name_of(player)} declines the invitation."
        case ev.Readied(seat=seat):
            return f"{name_of(before.seats[seat])} is {'here' if before.starting is not None else 'ready'}."
        case ev.Started(at=at, clocks_from=clocks_from):
            return f"The game begins.{_clocks_wait(at, clocks_from)}"
        case ev.Chosen(seat=seat, choice=choice):
            return f"{name_of(before.seats[seat])} {CHOSEN[choice]}."
        case ev.Retired(seat=seat, reason=why):
            text = f"{name_of(before.seats[seat])} {retired_text(why)}."
            return text if after.game.is_over else f"{text} The others play on."
        case (
            ev.Offered()
            | ev.Accepted()
            | ev.Rejected()
            | ev.TakenBack()
            | ev.TimeGiven()
            | ev.Paused()
            | ev.Resumed()
        ):
            return _negotiation_text(event, before, after)
        case (
            ev.Gone() | ev.Returned() | ev.Muted() | ev.Unmuted() | ev.Kicked() | ev.Banned() | ev.Unbanned()
            | ev.WatchPolicyChanged()
        ):  # fmt: skip
            return _attendance_text(event, before, me)
        case ev.VacationStarted() | ev.VacationEnded():
            return vacation_text(event, after)
        case ev.ConditionsSet():
            return conditions_text(event, after)
        case ev.Continued(room=room):
            return f"The players continue in room {room}."
        case ev.OutageCredited():
            if before.status is ev.Status.WAITING:
                return "The server was down. The room still waits for players."
            return "Clocks were stopped while the server was down."
        case ev.RatingsChanged(changes=changes):
            return rated_text(changes, after)
        case ev.Closed(reason=why):
            return f"The room is closed: {_CLOSED.get(why, why.value)}."
        case _ as unreachable:
            assert_never(unreachable)


def _clocks_wait(at: Instant, until: Instant | None) -> str:
    """How long the clocks wait for the players; empty where they run at once."""
    if until is None:
        return ""
    return f" The clocks start when everybody is here, in {max(0, until - at) // 1000} s at the latest."


def _negotiation_text(event: NegotiationEvent, room: Room, after: Room) -> str:
    match event:
        case ev.Offered(seat=seat, kind=kind):
            terms = f" {PAUSE_TERMS}" if kind is OfferKind.PAUSE else ""
            return f"{request_text(after, seat, kind)}{terms}"
        case ev.Accepted(seat=seat, kind=OfferKind.RESUME):
            return f"{name_of(room.seats[seat])} wants to go on, too."
        case ev.Accepted(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} accepts the {OFFERED[kind]}."
        case ev.Rejected(seat=seat, kind=kind) if kind in [
            one.kind for one in room.offers if one.seat == seat
        ]:
            return f"{name_of(room.seats[seat])} withdraws the offer ({OFFERED[kind]})."
        case ev.Rejected(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} declines the {OFFERED[kind]}."
        case ev.TakenBack(turn_count=turns):
            count = len(room.game.turns) - turns
            return f"{'The last turn is' if count == 1 else f'The last {count} turns are'} taken back."
        case ev.TimeGiven(seat=seat, span=span):
            whom = "the opponent" if len(room.seats) == 2 else "the others"
            return f"{name_of(room.seats[seat])} gives {whom} {span // 1000} more seconds."
        case ev.Paused():
            return paused_text(after)
        case ev.Resumed(seat=int(seat)):
            return f"{name_of(room.seats[seat])} resumes the game."
        case ev.Resumed():
            return "The pause is over, as was announced. The game goes on."
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
            return f"The host muted {_viewer(player, room, me)}."
        case ev.Unmuted(player=player):
            return f"The host unmuted {_viewer(player, room, me)}."
        case ev.Kicked(player=player):
            return f"The host kicked {_viewer(player, room, me)}."
        case ev.Banned(player=player):
            return f"The host banned {_viewer(player, room, me)}."
        case ev.Unbanned(player=player):
            return f"The host unbanned {_viewer(player, room, me)}."
        case ev.WatchPolicyChanged(watch=watch):
            return f"The host now lets {_WATCHING[watch]} watch."
        case _ as unreachable:
            assert_never(unreachable)


def _viewer(player: PlayerId, room: Room, me: PlayerId | None) -> str:
    """The name of a viewer, known only from what they said in the chat."""
    if player == me:
        return "you"
    return next((name_of(line.player) for line in room.chat if line.player.id == player), "a viewer")


def rated_text(changes: Iterable[RatingChange], room: Room) -> str:
    """The new ratings after a game: ``New ratings: anna 1512 (+8), boris 1488? (-8)``."""
    return "New ratings: " + ", ".join(
        f"{name_of(room.seats[change.seat])} {rating_text(change.after, provisional=change.provisional)}"
        f" ({change.after - change.before:+})"
        for change in changes
    )


def retired_text(why: Termination) -> str:
    """Why a player is out of the game.

    >>> retired_text(Termination.TIME)
    'ran out of time'
    """
    return _RETIRED.get(why, "resigned" if why.is_known else f"is out of the game ({why})")


def presence_text(player: Identity | None, *, is_here: bool) -> str:
    """The arrival or departure of a player."""
    return f"{name_of(player)} {'is back' if is_here else 'is away'}."
