"""The end of a game, and the next one of its players."""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.clock.time_control import moved_on
from pente_core.identity import Identity, RoomId
from pente_core.room import events as ev
from pente_core.room.absence import grace
from pente_core.room.apply import apply, with_clocks
from pente_core.room.room import Room, opened
from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import replace


def counted_end(room: Room, before: Sequence[ev.Event], end: ev.Finished) -> ev.Finished:
    """The end of a game, after the other events of its step: a rated one that not every player has played is
    aborted.

    Else ratings would move without a game, as where two players agree that one of them resigns at once. The
    second game of a set counts as it ends: who leads could keep that lead by resigning at once.
    """
    if not room.created.options.rated or is_second_of_rated_set(room):
        return end
    if reduce(apply, before, room).game.is_played:
        return end
    return ev.Finished(end.at, Termination.ABORTED, remaining=end.remaining, no_show=end.no_show)


def is_second_of_rated_set(room: Room) -> bool:
    """Whether a game decides a rated set, of which the first game has a result."""
    return room.created.options.rated and room.created.game_of_set == 2


def is_out(room: Room, seat: int) -> bool:
    """Whether a seat has left the game."""
    return bool(room.game.position.out >> seat & 1)


def retired(room: Room, seat: int, why: Termination, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when a seat leaves the game, which may end it."""
    game: Game = room.game.retire(seat, why)
    left = room.clock.remaining_at(now)
    events = (ev.Retired(now, seat, why, left),) if len(room.seats) > 2 else ()
    if game.outcome is None:
        return events
    return (*events, finished(game.outcome, left, now))


def time_out(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when the time of the seat to act is up, be it for the first move; else none."""
    return no_show(room, now) or flag_fall(room, now)


def no_show(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when the player to act has made no first move in time; none before."""
    first = room.first_moves
    if first is None or first.until is None or now < first.until or room.paused is not None:
        return ()
    return (aborted(room, now, (room.game.position.to_act,)),)


def flag_fall(room: Room, now: Instant) -> tuple[ev.Event, ...]:
    """The events that follow when the running seat's flag has fallen; none while it is up."""
    flag = room.clock.flag_at()
    if flag is None or now < flag or room.clock.running is None:
        return ()
    return retired(room, room.clock.running, Termination.TIME, now)


def aborted(room: Room, now: Instant, no_show: tuple[int, ...] = ()) -> ev.Finished:
    """The end of a game without a result; ``no_show``: the seats that have made no first move."""
    return finished(Outcome(Termination.ABORTED, no_show=no_show), room.clock.remaining_at(now), now)


def finished(outcome: Outcome, left: tuple[Millis, ...], now: Instant) -> ev.Finished:
    return ev.Finished(now, outcome.termination, outcome.winners, outcome.lines, left, outcome.no_show)


CLOCKS_WAIT: Final = Millis(30_000)
"""How long the clocks of a sequel wait for its players at most."""


def may_continue(room: Room) -> bool:
    """Whether the next command may name the sequel of a room, so that `decide` needs an id for it."""
    if room.status is ev.Status.PLAYING:
        return room.created.game_of_set == 1
    return room.status is ev.Status.FINISHED and not room.sequel


def of_set(room: Room, end: ev.Finished, sequel: RoomId) -> tuple[ev.Event, ...]:
    """The events that follow the end of the first game of a set; none for any other game."""
    if end.termination is Termination.ABORTED:
        return ()
    return (ev.Continued(end.at, sequel),) if room.created.game_of_set == 1 else ()


def opening(
    room: Room,
    room_id: RoomId,
    now: Instant,
    log_format: int = ev.LOG_FORMAT,
    players: Sequence[Identity | None] | None = None,
) -> tuple[ev.Event, ...]:
    """The first events of the sequel of a room that was `Continued`: the next game begins at once.

    Its clocks begin to run when all players are there, after `CLOCKS_WAIT` at the latest. ``room_id`` is the
    id of that room; ``log_format``: see `Created.format`; ``players`` are its players by seat with their
    ratings now, None: as the room knows them.

    Everybody moves one seat on, with the time and the goal of captures that a handicap gives them; where
    stones were given to a player, all keep their seats. Who was muted or banned stays so. The options are
    those in effect at the end.
    """
    created, stayed = room.created, room.seats if players is None else tuple(players)
    ruleset, time, seats = created.ruleset, created.time, stayed
    if not created.keeps_seats:
        goals = ruleset.goals
        ruleset = replace(ruleset, goals=(*goals[-1:], *goals[:-1]))
        time, seats = moved_on(time), (stayed[-1], *stayed[:-1])
    first = ev.Created(
        now,
        created.by,
        ruleset,
        time,
        options=room.options,
        continues=room_id,
        number=created.number + (not _begins_set_again(room)),
        format=log_format,
        idle=created.idle,
        setup=created.setup,
        keeps_seats=created.keeps_seats,
        needs_first_moves=created.needs_first_moves,
    )
    return first, *with_clocks(
        opened(first),
        (
            *(ev.Joined(now, seat, player) for seat, player in enumerate(seats) if player is not None),
            *(ev.Muted(now, player) for player in room.muted),
            *(ev.Banned(now, player) for player in room.banned),
            ev.Started(now, clocks_from=_clocks_from(created, now)),
        ),
    )


def _begins_set_again(room: Room) -> bool:
    """Whether the first game of a set has no result, so that the next one is the first again."""
    outcome = room.game.outcome
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    return is_aborted and room.created.game_of_set == 1


def _clocks_from(created: ev.Created, now: Instant) -> Instant | None:
    """When the clocks begin to run at the latest; None, at once, where a turn may take days."""
    return None if grace(created.time) is None else later(now, CLOCKS_WAIT)
