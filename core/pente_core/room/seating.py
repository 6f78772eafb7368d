"""Opening rooms, joining, leaving and getting ready."""

from collections.abc import Iterable, Sequence

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import DEFAULT_OPTIONS, BotPolicy, Options
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.room.waiting import check_deserted
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup


def create(
    ruleset: Ruleset,
    time: TimeControl,
    *,
    by: Identity,
    now: Instant,
    seat: int | None = 0,
    invited: Sequence[Identity] = (),
    options: Options = DEFAULT_OPTIONS,
    accepts_rating: bool = False,
    idle: Millis = ev.IDLE,
    log_format: int = ev.LOG_FORMAT,
    setup: Setup | None = None,
    keeps_seats: bool = False,
) -> tuple[ev.Event, ...]:
    """The first events of a new room: created by ``by``, who takes ``seat`` (None: stays standing).

    ``idle``, ``log_format``, ``setup`` and ``keeps_seats``: see `Created`, which also raises. Raises Refused
    when there is no such seat, or more players than seats are invited, for a rated room with guests or hints,
    or that hides its games unless ``by`` ``accepts_rating`` (see `Join`).
    """
    if seat is not None and not 0 <= seat < ruleset.sides:
        raise Refused(Reason.NO_SUCH_SEAT)
    others = {player.id: player for player in invited if player.id != by.id}
    if len(others) > ruleset.sides - (seat is not None):
        raise Refused(Reason.ROOM_FULL)
    _check_rating(options, (by, *others.values()), accepts_rating=accepts_rating)
    if options.rated and options.hints:
        raise Refused(Reason.HINTS_RATED)
    created = ev.Created(
        now,
        by,
        ruleset,
        time,
        tuple(others.values()),
        options,
        format=log_format,
        idle=idle,
        setup=setup,
        keeps_seats=keeps_seats,
    )
    return (created,) if seat is None else (created, ev.Joined(now, seat, by))


def join(room: Room, command: cmd.Join, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when a player joins, on a seat or the first free one. Raises Refused."""
    seat = command.seat
    if room.seat_of(by.id) is not None:
        raise Refused(Reason.ALREADY_SEATED)
    free = [number for number, taker in enumerate(room.seats) if taker is None]
    if not free:
        raise Refused(Reason.ROOM_FULL)
    if seat is None:
        seat = free[0]
    if not 0 <= seat < len(room.seats):
        raise Refused(Reason.NO_SUCH_SEAT)
    if seat not in free:
        raise Refused(Reason.SEAT_TAKEN)
    if by.id in room.banned:
        raise Refused(Reason.BANNED)
    if not _is_invited(room, by):
        _check_uninvited(room, by, len(free))
    _check_rating(room.options, (by,), accepts_rating=command.accepts_rating)
    joined = ev.Joined(now, seat, by)
    # Not while a player is away: the game begins when they return.
    is_begun = len(free) == 1 and not room.created.options.ready_check and not room.absent
    return (joined, ev.Started(now)) if is_begun else (joined,)


def _check_uninvited(room: Room, by: Identity, free: int) -> None:
    """Raises Refused for a player without an invitation to whom no free seat is open."""
    if free <= len(room.invited):
        raise Refused(Reason.RESERVED)
    if by.id == room.created.by.id:
        return
    options = room.created.options
    if options.bots is BotPolicy.INVITED and by.kind is PlayerKind.BOT:
        raise Refused(Reason.NO_BOTS)
    if options.named_only and by.is_guest:
        raise Refused(Reason.NAMED_ONLY)
    if options.ratings is not None and by.rating not in options.ratings:
        raise Refused(Reason.OTHER_RATING)
    check_deserted(room)


def _check_rating(options: Options, players: Iterable[Identity], *, accepts_rating: bool) -> None:
    """Raises Refused for a guest, whose games are casual, and for a player who may not know that a rating
    shows the result of a hidden game.
    """
    if options.rated and any(player.is_guest for player in players):
        raise Refused(Reason.GUEST_RATED)
    if options.rated and options.hides_games and not accepts_rating:
        raise Refused(Reason.RATING_SHOWN)


def leave(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when the player of a seat leaves before the game begins."""
    left = ev.Left(now, seat)
    alone = sum(taker is not None for taker in room.seats) == 1
    return (left, ev.Closed(now, ev.Closing.LEFT)) if alone else (left,)


def decline(room: Room, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when an invited player declines. Raises Refused."""
    if not _is_invited(room, by) or room.status is not ev.Status.WAITING:
        raise Refused(Reason.NOT_INVITED)
    declined = ev.Declined(now, by)
    return (declined, ev.Closed(now, ev.Closing.DECLINED)) if len(room.seats) == 2 else (declined,)


def ready(room: Room, seat: int, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when a player is ready for the game to begin. Raises Refused."""
    if not room.created.options.ready_check:
        raise Refused(Reason.NOT_ASKED)
    if None in room.seats:
        raise Refused(Reason.NOT_STARTED)
    if seat in room.ready:
        raise Refused(Reason.READY_ALREADY)
    readied = ev.Readied(now, seat)
    is_begun = len(room.ready) + 1 == len(room.seats) and not room.absent
    return (readied, ev.Started(now)) if is_begun else (readied,)


def seat_of(room: Room, player: Identity) -> int:
    """The seat of a player. Raises Refused when there is none."""
    seat = room.seat_of(player.id)
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return seat


def _is_invited(room: Room, player: Identity) -> bool:
    return any(invited.id == player.id for invited in room.invited)
