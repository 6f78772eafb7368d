"""The events that follow from a command, and the room after them: the rules of the room."""

from collections.abc import Sequence
from functools import reduce
from typing import Final, NamedTuple, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.rating import RatingChange
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.annotating import annotate
from pente_core.room.apply import apply, turned, with_clocks
from pente_core.room.deadlines import shortens_wait, tick
from pente_core.room.ending import (
    aborted,
    counted_end,
    is_out,
    is_second_of_rated_set,
    of_set,
    retired,
    time_out,
)
from pente_core.room.negotiation import negotiate, rematch, resumed_without
from pente_core.room.permissions import check_host, moderate, say, set_watch_policy
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.room.seating import decline, join, leave, ready, seat_of
from pente_core.room.turns import NO_TIME, placed, set_conditions, take_turn, uncharged, with_answers
from pente_core.room.waiting import claim, mark_absent, mark_present, mark_vacation
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point

BARELY_BEGUN: Final = 2
"""A game can't be aborted once this many turns have been taken."""

_GameCommand = (
    cmd.Play | cmd.Choose | cmd.Resign | cmd.Abort | cmd.Claim | cmd.SetConditions | cmd.Negotiation
)


def decide(
    room: Room,
    command: cmd.Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    sequel: RoomId = NO_ROOM,
) -> tuple[ev.Event, ...]:
    """The events that follow from a command given by a player (None: the keeper itself).

    After the time of the seat to act was up, any command to the game leads to what follows from that instead:
    a player who has made no first move ends the game, and a flag that has fallen retires its seat, which may
    end the game; a resignation is then carried out on top of that. Raises Refused; the room is unchanged.

    ``round_trip`` is the time that a message takes to the player and back, as the server has measured it.
    The part of it that `pente_core.clock.clock` allows is not charged to the turn. A flag that has fallen at
    ``now`` stays down all the same: else the end of a game would depend on whether the move or the keeper's
    `Tick` came first.

    ``sequel`` is the id of the next room, if the command leads there: a new id that nobody can guess. Only
    rooms that `may_continue` need it, and none does of a caller who only asks whether a command is allowed.
    """
    events = _decided(room, command, by=by, now=now, round_trip=round_trip, sequel=sequel)
    if not isinstance(last := events[-1], ev.Finished):
        return with_clocks(room, events)
    before = events[:-1]
    end = counted_end(room, before, last)
    return with_clocks(room, (*before, end, *of_set(room, end, sequel)))


def _decided(
    room: Room, command: cmd.Command, *, by: Identity | None, now: Instant, round_trip: Millis, sequel: RoomId
) -> tuple[ev.Event, ...]:
    match command:
        case cmd.Play() if by is not None:  # first: nearly all commands are stones
            return _in_game(room, command, by, now, round_trip)
        case cmd.KeeperCommand():
            _check_status(room, command)
            return _by_keeper(room, command, now)
        case _ if by is None:
            raise Refused(Reason.NOT_SEATED)
        case cmd.Decline(kind=None):
            return decline(room, by, now)
        case cmd.SetWatchPolicy():
            check_host(room, by)  # first: others may not know yet that the game is over
            _check_status(room, command)
            return set_watch_policy(room, command, now)
        case cmd.Join() | cmd.Say() | cmd.Mute() | cmd.Unmute() | cmd.Kick() | cmd.Ban() | cmd.Unban():
            _check_status(room, command)
            return _by_anybody(room, command, by, now)
        case cmd.AddVariation() | cmd.AddComment() | cmd.MarkPoints() | cmd.RemoveAnnotation():
            _check_status(room, command)
            return annotate(room, command, by, now)
        case cmd.Leave():
            return leave(room, _seat(room, command, by), now)
        case cmd.Ready():
            return ready(room, _seat(room, command, by), now)
        case cmd.Offer() | cmd.Accept() | cmd.Decline() if room.status is ev.Status.FINISHED:
            return rematch(room, command, _seat(room, command, by), now, sequel)
        case _:  # all that is left
            return _in_game(room, command, by, now, round_trip)


def _check_status(room: Room, command: cmd.Command) -> None:
    reason = command.facts.refused.get(room.status)
    if reason is not None:
        raise Refused(reason)


def _seat(room: Room, command: cmd.Command, by: Identity) -> int:
    """The seat of the player who gives a command that the room's status allows. Raises Refused."""
    seat = seat_of(room, by)
    _check_status(room, command)
    return seat


def _by_keeper(room: Room, command: cmd.KeeperOnly, now: Instant) -> tuple[ev.Event, ...]:
    match command:
        case cmd.Tick():
            return tick(room, now)
        case cmd.CreditOutage(start, end):
            return _credit_outage(room, start, end, now)
        case cmd.Rate(changes):
            return _rate(room, changes, now)
        case cmd.MarkAbsent(seat):
            return mark_absent(room, seat, now)
        case cmd.MarkPresent(seat):
            return mark_present(room, seat, now)
        case cmd.MarkVacation(player, until):
            return mark_vacation(room, player, until, now)
        case _ as unreachable:
            assert_never(unreachable)


def _by_anybody(
    room: Room, command: cmd.Join | cmd.Say | cmd.Moderation, by: Identity, now: Instant
) -> tuple[ev.Event, ...]:
    """A command that needs no seat."""
    match command:
        case cmd.Join():
            return join(room, command, by, now)
        case cmd.Say():
            return say(room, command, by, now)
        case cmd.Mute() | cmd.Unmute() | cmd.Kick() | cmd.Ban() | cmd.Unban():
            return moderate(room, command, by, now)
        case _ as unreachable:
            assert_never(unreachable)


def _credit_outage(room: Room, start: Instant, end: Instant, now: Instant) -> tuple[ev.Event, ...]:
    is_charged = room.clock.outage_credited(start, end) != room.clock
    if not is_charged and not shortens_wait(room, start, end):
        raise Refused(Reason.NOTHING_DUE)
    return (ev.OutageCredited(now, start, end),)


def _rate(room: Room, changes: tuple[RatingChange, ...], now: Instant) -> tuple[ev.Event, ...]:
    if room.rated:
        raise Refused(Reason.NOTHING_DUE)
    return (ev.RatingsChanged(now, changes),)


def _in_game(
    room: Room, command: _GameCommand, by: Identity, now: Instant, round_trip: Millis
) -> tuple[ev.Event, ...]:
    """A player's command to the game, or the fall of a flag that came first."""
    seat = _seat(room, command, by)
    fallen = time_out(room, now)
    if fallen:
        after = reduce(apply, fallen, room)
        resigns = (
            isinstance(command, cmd.Resign) and after.status is ev.Status.PLAYING and not is_out(after, seat)
        )
        return (*fallen, *_resign(after, seat, now)) if resigns else fallen
    match command:
        case cmd.Resign():
            return _resign(room, seat, now)
        case cmd.Play() | cmd.Choose():
            return with_answers(room, take_turn(room, command, seat, now, round_trip), now)
        case _:
            return _in_play(room, command, seat, now)


def _in_play(
    room: Room, command: cmd.Abort | cmd.Claim | cmd.SetConditions | cmd.Negotiation, seat: int, now: Instant
) -> tuple[ev.Event, ...]:
    """A command of a seat that has not left the game."""
    if is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    match command:
        case cmd.Abort():
            return _abort(room, now)
        case cmd.Claim(what):
            return claim(room, what, seat, now)
        case cmd.SetConditions():
            return set_conditions(room, command, seat, now)
        case cmd.Decline():  # an answer may be planned that has waited for this
            return with_answers(room, negotiate(room, command, seat, now), now)
        case _:
            return negotiate(room, command, seat, now)


def _abort(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    # Who leads in a rated set could keep that lead by aborting its second game.
    if len(room.game.turns) >= BARELY_BEGUN or is_second_of_rated_set(room):
        raise Refused(Reason.UNDER_WAY)
    return (aborted(room, now),)


def _resign(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    if is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    left = retired(room, seat, Termination.RESIGNATION, now)
    return (*left, *resumed_without(reduce(apply, left, room), now))


class Step(NamedTuple):
    """The result of a command."""

    events: tuple[ev.Event, ...]
    room: Room
    """The room after the events."""
    too_late: bool = False
    """Whether the time was up first: the events are what followed, and the command was not carried out."""


def step(
    room: Room,
    command: cmd.Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    sequel: RoomId = NO_ROOM,
) -> Step:
    """Decide a command, and apply its events. Raises Refused.

    Nearly all commands place a stone after which the game goes on, where nobody has planned an answer. For
    these, the game and the clock that the decision has computed are used again, instead of playing the stone
    a second time in `apply`.
    """
    if by is not None and isinstance(command, cmd.Play) and not room.conditions:
        played = _played(room, command.point, by, now, round_trip)
        if played is not None:
            return played
    events = decide(room, command, by=by, now=now, round_trip=round_trip, sequel=sequel)
    return Step(events, reduce(apply, events, room), was_too_late(command, events))


def was_too_late(command: cmd.Command, events: Sequence[ev.Event]) -> bool:
    """The value of `Step.too_late` for a command and the events of its step.

    ``events`` may also be any end of the log up to that step. A server that receives a command again has only
    the log to give the same answer as the first time, so both answers come from this function.
    """
    is_invitation = isinstance(command, cmd.Decline) and command.kind is None
    return command.facts.can_be_late and not is_invitation and _is_time_out(command, events)


def _is_time_out(command: cmd.Command, events: Sequence[ev.Event]) -> bool:
    """Whether the last step is the end of somebody's time. Commands that can be too late retire no seat."""
    match events:
        case (*before, ev.Continued()):
            return _is_time_out(command, before)
        case (*_, ev.Retired(reason=Termination.TIME)) | (*_, ev.Finished(termination=Termination.TIME)):
            return True
        case (*_, ev.Finished(no_show=(_, *_))):  # the first move was due; a claim is answered before
            return True
        case (*before, ev.Finished(termination=Termination.ABORTED) as end):  # a flag may end a rated game so
            return not _aborts(command, before, end)
        case (*_, ev.Retired(reason=Termination.TIME), ev.Finished(termination=end)):
            # After the fall no remaining side can win. A draw that is agreed later is another step.
            return end in (Termination.DEAD, Termination.NO_MOVES)
        case _:
            return False


def _aborts(command: cmd.Command, before: Sequence[ev.Event], end: ev.Finished) -> bool:
    """Whether a command itself has ended a game without a result. The events of a step have one moment."""
    match command, before:
        case cmd.Abort(), _:
            return True
        case ((cmd.Offer() | cmd.Accept()), (*_, ev.Accepted(at=at))):
            return at == end.at
        case cmd.Play(point), (*_, ev.Moved(at=at, point=placed)):  # a win with the first stone
            return at == end.at and placed == point
        case _:
            return False


def _played(room: Room, point: Point, by: Identity, now: Instant, round_trip: Millis) -> Step | None:
    """The step of a player who is to act and has time left; None if there is more to decide."""
    seat, flag, first = room.seat_of(by.id), room.clock.flag_at(), room.first_moves
    if seat is None or seat != room.to_act or (flag is not None and flag <= now):
        return None
    if first is not None and first.until is not None and first.until <= now:
        return None
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    moved, game, clock = placed(room, seat, point, now, lag)
    return None if game.is_over else Step((moved,), turned(room, moved, game, clock))
