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
from pente_core.room import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    Closing,
    ConditionsSet,
    Continued,
    Declined,
    Gone,
    Joined,
    Kicked,
    Left,
    Moderated,
    Muted,
    Offered,
    OfferKind,
    OutageCredited,
    Paused,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Room,
    Started,
    Status,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    WatchPolicy,
    WatchPolicyChanged,
)
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination

NegotiationEvent = Offered | Accepted | Rejected | TakenBack | TimeGiven | Paused | Resumed
"""Agreements beside the moves."""
AttendanceEvent = Gone | Returned | Moderated | WatchPolicyChanged
"""Absence of players, and what the host did about viewers."""
DescribedEvent = (
    Joined | Left | Declined | Readied | Started | Chosen | Retired | OutageCredited | RatingsChanged | Closed
    | ConditionsSet | VacationStarted | VacationEnded | Continued | NegotiationEvent | AttendanceEvent
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
    Closing.LEFT: "everybody left",
    Closing.DECLINED: "the invitation was declined",
    Closing.EXPIRED: "nobody joined in time",
    Closing.AWAY: "its players went away",
}


def event_text(event: DescribedEvent, before: Room, after: Room, me: PlayerId | None = None) -> str:
    """An event between two states of a room in a sentence, as told to ``me`` (None: to anybody)."""
    match event:
        case Joined(seat=seat, player=player):
            return f"{seated_name(player)} joins as {after.created.ruleset.colours[seat]}."
        case Left(seat=seat):
            return f"{name_of(before.seats[seat])} leaves."
        case Declined(player=player):
            return f"{name_of(player)} declines the invitation."
        case Readied(seat=seat):
            return f"{name_of(before.seats[seat])} is {'here' if before.starting is not None else 'ready'}."
        case Started(at=at, clocks_from=clocks_from):
            return f"The game begins.{_clocks_wait(at, clocks_from)}"
        case Chosen(seat=seat, choice=choice):
            return f"{name_of(before.seats[seat])} {CHOSEN[choice]}."
        case Retired(seat=seat, reason=why):
            text = f"{name_of(before.seats[seat])} {retired_text(why)}."
            return text if after.game.is_over else f"{text} The others play on."
        case Offered() | Accepted() | Rejected() | TakenBack() | TimeGiven() | Paused() | Resumed():
            return _negotiation_text(event, before, after)
        case (
            Gone() | Returned() | Muted() | Unmuted() | Kicked() | Banned() | Unbanned()
            | WatchPolicyChanged()
        ):  # fmt: skip
            return _attendance_text(event, before, me)
        case VacationStarted() | VacationEnded():
            return vacation_text(event, after)
        case ConditionsSet():
            return conditions_text(event, after)
        case Continued(room=room):
            return f"The players continue in room {room}."
        case OutageCredited():
            if before.status is Status.WAITING:
                return "The server was down. The room still waits for players."
            return "Clocks were stopped while the server was down."
        case RatingsChanged(changes=changes):
            return rated_text(changes, after)
        case Closed(reason=why):
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
        case Offered(seat=seat, kind=kind):
            terms = f" {PAUSE_TERMS}" if kind is OfferKind.PAUSE else ""
            return f"{request_text(after, seat, kind)}{terms}"
        case Accepted(seat=seat, kind=OfferKind.RESUME):
            return f"{name_of(room.seats[seat])} wants to go on, too."
        case Accepted(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} accepts the {OFFERED[kind]}."
        case Rejected(seat=seat, kind=kind) if kind in [one.kind for one in room.offers if one.seat == seat]:
            return f"{name_of(room.seats[seat])} withdraws the offer ({OFFERED[kind]})."
        case Rejected(seat=seat, kind=kind):
            return f"{name_of(room.seats[seat])} declines the {OFFERED[kind]}."
        case TakenBack(turn_count=turns):
            count = len(room.game.turns) - turns
            return f"{'The last turn is' if count == 1 else f'The last {count} turns are'} taken back."
        case TimeGiven(seat=seat, span=span):
            whom = "the opponent" if len(room.seats) == 2 else "the others"
            return f"{name_of(room.seats[seat])} gives {whom} {span // 1000} more seconds."
        case Paused():
            return paused_text(after)
        case Resumed(seat=int(seat)):
            return f"{name_of(room.seats[seat])} resumes the game."
        case Resumed():
            return "The pause is over, as was announced. The game goes on."
        case _ as unreachable:
            assert_never(unreachable)


def _attendance_text(event: AttendanceEvent, room: Room, me: PlayerId | None) -> str:
    match event:
        case Gone(at=at, seat=seat, until=until) if room.status is Status.WAITING:
            return kept_seat_text(room.seats[seat], elapsed(at, until))
        case Gone(seat=seat) if room.paused is not None:
            return presence_text(room.seats[seat], is_here=False)
        case Gone(at=at, seat=seat, until=until):
            return disconnected_text(room.seats[seat], -(-(until - at) // 1000))
        case Returned(seat=seat):
            return presence_text(room.seats[seat], is_here=True)
        case Muted(player=player):
            return f"The host muted {_viewer(player, room, me)}."
        case Unmuted(player=player):
            return f"The host unmuted {_viewer(player, room, me)}."
        case Kicked(player=player):
            return f"The host kicked {_viewer(player, room, me)}."
        case Banned(player=player):
            return f"The host banned {_viewer(player, room, me)}."
        case Unbanned(player=player):
            return f"The host unbanned {_viewer(player, room, me)}."
        case WatchPolicyChanged(watch=watch):
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
