"""The room after an event."""

from collections.abc import Iterable
from typing import assert_never

from pente_core.identity import Identity
from pente_core.room.state.absence import Absence, without_seat
from pente_core.room.state.after_agreement import negotiated, outage_credited, rested
from pente_core.room.state.after_turn import played, started, taken_back
from pente_core.room.state.analysis import annotated
from pente_core.room.state.clock_start import readied
from pente_core.room.state.rated_seats import after_game
from pente_core.room.state.room import CHAT_KEPT, Room, Status, opened
from pente_core.room.values.annotations import AnnotationRemoved, CommentAdded, PointsMarked, VariationAdded
from pente_core.room.values.conditions import with_lines
from pente_core.room.values.events import (
    Accepted,
    Banned,
    Chosen,
    Closed,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moderated,
    Moved,
    Muted,
    Offered,
    OutageCredited,
    Paused,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    WatchPolicyChanged,
)
from pente_core.room.values.offers import lapsed
from pente_core.rules.outcome import Outcome
from pente_core.value import replace


def apply(room: Room, event: Event) -> Room:
    """The room after one more event. It trusts the event and decides nothing."""
    version = room.version + 1
    match event:
        case Moved() | Chosen() | Retired():  # first, as nearly all are
            return played(room, event)
        case Said():
            return replace(room, version=version, chat=(*room.chat, event)[-CHAT_KEPT:])
        case Hidden():
            return replace(room, version=version)
        case Readied(at=at, seat=seat) if room.status is Status.PLAYING:  # the game is as it was
            return readied(replace(room, version=version), seat, at)
        case RatingsChanged(changes=changes):
            return replace(room, version=version, rated=changes, seats=after_game(room.seats, changes))
        case OutageCredited(start=start, end=end):
            return outage_credited(replace(room, version=version), start, end)
        case ConditionsSet(player=player, lines=lines):
            return replace(room, version=version, conditions=with_lines(room.conditions, player, lines))
        case VacationStarted(at=at, seat=seat, until=until):
            return rested(replace(room, version=version), seat, at, until)
        case VacationEnded(at=at, seat=seat):
            return rested(replace(room, version=version), seat, at, at)
        case Gone(seat=seat, until=until):
            absent = (*room.absent, Absence(seat, until))
            return replace(room, version=version, absent=absent, offers=lapsed(room.offers, seat))
        case Returned(seat=seat):
            return replace(room, version=version, absent=without_seat(room.absent, seat))
        case Muted() | Unmuted() | Kicked() | Banned() | Unbanned():
            return _moderated(replace(room, version=version), event)
        case WatchPolicyChanged(watch=watch):
            return replace(room, version=version, watch=watch)
        case VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved():
            analysis = annotated(room.analysis, event, version, len(room.game.turns))
            return replace(room, version=version, analysis=analysis)
        case Continued(room=sequel):
            return replace(room, version=version, sequel=sequel, offers=(), asked=())
        case Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed():
            return negotiated(replace(room, version=version), event)
        case (
            Created() | Joined() | Left() | Declined() | Readied() | Started()
            | TakenBack() | Finished() | Closed()
        ):  # fmt: skip
            changed = replace(room, version=version, changed=version, active=event.at)
            return _changed(changed, event)
        case _ as unreachable:
            assert_never(unreachable)


def replay(events: Iterable[Event]) -> Room:
    """The room that a log describes. Raises ValueError when the log does not begin with Created."""
    events = iter(events)
    first = next(events, None)
    if not isinstance(first, Created):
        raise ValueError(  # noqa: TRY004 -- the log is wrong, not the caller's types
            "a log begins with the creation of its room"
        )
    room = opened(first)
    for event in events:
        room = apply(room, event)
    return room


def _changed(
    room: Room,
    event: Created | Joined | Left | Declined | Readied | Started | TakenBack | Finished | Closed,
) -> Room:
    match event:
        case Created():
            return room
        case Joined(seat=seat, player=player):
            invited = tuple(other for other in room.invited if other.id != player.id)
            return replace(room, seats=_seated(room, seat, player), invited=invited, ready=())
        case Left(seat=seat):
            absent = without_seat(room.absent, seat)
            return replace(room, seats=_seated(room, seat, None), ready=(), absent=absent)
        case Readied(seat=seat):
            return readied(room, seat, event.at)
        case Declined(player=player):
            return replace(room, invited=tuple(p for p in room.invited if p.id != player.id))
        case Started():
            return started(room, event)
        case TakenBack():
            return taken_back(room, event)
        case Finished():
            outcome = Outcome(event.termination, event.winners, event.lines, event.no_show)
            clock = room.clock.set_to(event.remaining, None, event.at)
            ended = replace(room, status=Status.FINISHED, game=room.game.ended(outcome), clock=clock)
            still = replace(ended, starting=None, first_moves=None, ready=(), conditions=())
            return replace(still, paused=None, offers=(), asked=(), absent=(), costs=b"", charged=0)
        case Closed():
            return replace(room, status=Status.CLOSED, absent=())
        case _ as unreachable:
            assert_never(unreachable)


def _seated(room: Room, seat: int, player: Identity | None) -> tuple[Identity | None, ...]:
    return (*room.seats[:seat], player, *room.seats[seat + 1 :])


def _moderated(room: Room, event: Moderated) -> Room:
    match event:
        case Muted(player=player):
            return replace(room, muted=(*room.muted, player))
        case Unmuted(player=player):
            return replace(room, muted=tuple(other for other in room.muted if other != player))
        case Kicked():
            return room
        case Banned(player=player):
            invited = tuple(other for other in room.invited if other.id != player)
            return replace(room, banned=(*room.banned, player), invited=invited)
        case Unbanned(player=player):
            return replace(room, banned=tuple(other for other in room.banned if other != player))
        case _ as unreachable:
            assert_never(unreachable)
