"""Sequels: the room in which the players of a finished game go on, with seats exchanged."""

from collections.abc import Sequence
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.clock.time_control import moved_on
from pente_core.identity import Identity, RoomId
from pente_core.room.decisions.clocks import with_clocks
from pente_core.room.state.absence import grace
from pente_core.room.state.room import Room, Status, opened
from pente_core.room.values.events import (
    LOG_FORMAT,
    PEOPLE_FROM,
    Banned,
    Continued,
    Created,
    Event,
    Finished,
    Joined,
    Muted,
    Started,
)
from pente_core.rules.outcome import Termination
from pente_core.value import replace

CLOCKS_WAIT: Final = Millis(30_000)
"""How long the clocks of a sequel wait for its players at most."""
_LONGEST_NUMBER: Final = 6


def may_continue(room: Room) -> bool:
    """Whether the next command may name the sequel of a room, so that `decide` needs an id for it."""
    if room.status is Status.PLAYING:
        return room.created.game_of_set == 1
    return room.status is Status.FINISHED and not room.sequel


def predecessor_id(room_id: RoomId) -> RoomId | None:
    """The id of the room that may have named this one as its sequel; None where no room can.

    Only for the logs of earlier servers, which computed the id of a sequel from that of its room. Now it is
    drawn, so that nobody can find a private room by computing.

    >>> predecessor_id("a1b2c3d4e5f6-3"), predecessor_id("a1b2c3d4e5f6-2"), predecessor_id("a1b2c3d4e5f6")
    ('a1b2c3d4e5f6-2', 'a1b2c3d4e5f6', None)
    """
    first, dash, number = room_id.rpartition("-")
    if not dash or not (number.isascii() and number.isdecimal()) or number.startswith("0"):
        return None
    if len(number) > _LONGEST_NUMBER or number == "1":
        return None
    return RoomId(first if number == "2" else f"{first}-{int(number) - 1}")


def of_set(room: Room, end: Finished, sequel: RoomId) -> tuple[Event, ...]:
    """The events that follow the end of the first game of a set; none for any other game."""
    if end.termination is Termination.ABORTED:
        return ()
    return (Continued(end.at, sequel),) if room.created.game_of_set == 1 else ()


def opening(
    room: Room,
    room_id: RoomId,
    now: Instant,
    log_format: int = LOG_FORMAT,
    players: Sequence[Identity | None] | None = None,
) -> tuple[Event, ...]:
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
    first = Created(
        now,
        created.by,
        ruleset,
        time,
        options=room.options,
        continues=room_id,
        number=created.number + (not _begins_set_again(room)),
        format=max(log_format, PEOPLE_FROM) if _needs_people(created) else log_format,
        idle=created.idle,
        setup=created.setup,
        keeps_seats=created.keeps_seats,
        needs_first_moves=created.needs_first_moves,
    )
    return first, *with_clocks(
        opened(first),
        (
            *(Joined(now, seat, player) for seat, player in enumerate(seats) if player is not None),
            *(Muted(now, player) for player in room.muted),
            *(Banned(now, player) for player in room.banned),
            Started(now, clocks_from=_clocks_from(created, now, log_format)),
        ),
    )


def _begins_set_again(room: Room) -> bool:
    """Whether the first game of a set has no result, so that the next one is the first again."""
    outcome = room.game.outcome
    is_aborted = outcome is not None and outcome.termination is Termination.ABORTED
    return is_aborted and room.created.game_of_set == 1


def _needs_people(created: Created) -> bool:
    """Whether the next game has what older logs can't hold, as this one has."""
    is_even = created.is_even and created.options.viewer_delay is None
    return not is_even or created.options.hints or not created.needs_first_moves


def _clocks_from(created: Created, now: Instant, log_format: int) -> Instant | None:
    """When the clocks begin to run at the latest; None, at once, where a turn may take days."""
    is_quick = grace(created.time) is not None
    return later(now, CLOCKS_WAIT) if log_format >= PEOPLE_FROM and is_quick else None
