"""Viewer delay: how much of a room those may know by now who only watch its game.

Whatever is kept from them is an end of the log, so that what they know is the room as it once was. It follows
from the log and the time alone: every server comes to the same, also one that has just started.
"""

from collections.abc import Sequence

from pente_core.clock.instant import Instant, later
from pente_core.identity import PlayerId
from pente_core.room.state.room import Room, Status
from pente_core.room.values.events import Chosen, Event, Finished, Moved, Started
from pente_core.room.values.options import Options


def count_shown(known: Room, unknown: Sequence[Event], now: Instant) -> int:
    """How many of the events since a state of a room its viewers may know by now, in their order.

    ``known`` is the room as they know it, and ``unknown`` is everything that has happened since. Nothing is
    kept from them before the game begins, and after they know its end.
    """
    delay = known.created.options.viewer_delay
    if delay is None or known.status in (Status.FINISHED, Status.CLOSED):
        return len(unknown)
    begun = _count_before_game(unknown) if known.status is Status.WAITING else 0
    game = unknown[begun:]
    if delay.moves:
        return begun + _count_before_turns(game, delay.moves)
    return begun + _count_until(game, Instant(now - delay.millis))


def next_shown_at(known: Room, unknown: Sequence[Event]) -> Instant | None:
    """When viewers may know more of a room; None: not before more happens in it.

    As for `count_shown`, which counts none of these events yet.
    """
    delay = known.created.options.viewer_delay
    return later(unknown[0].at, delay.millis) if unknown and delay is not None and delay.seconds else None


def end_shown_at(options: Options, ended: Instant) -> Instant:
    """When everybody may know how a game has ended that was over at ``ended``.

    Moves hold nothing back any more once there are no further ones.
    """
    return ended if options.viewer_delay is None else later(ended, options.viewer_delay.millis)


def hides_end(room: Room, now: Instant) -> bool:
    """Whether a game is over, and those who see it some seconds later take it for going on."""
    return room.status is Status.FINISHED and end_shown_at(room.created.options, room.active) > now


def is_seen_later(options: Options) -> bool:
    """Whether viewers see a game some seconds later, and with it who is there: an end shows there first.

    Moves keep back no end, and nobody's coming and going.
    """
    return options.viewer_delay is not None and options.viewer_delay.seconds > 0


def may_know_all(room: Room, player: PlayerId, now: Instant) -> bool:
    """Whether a player, who may watch a room, may know all that has happened in it."""
    if room.created.options.viewer_delay is None or room.seat_of(player) is not None:
        return True
    if room.status is Status.FINISHED:  # nothing changes when that was
        return not hides_end(room, now)
    return room.status is not Status.PLAYING


def _count_before_game(events: Sequence[Event]) -> int:
    """How many of the events come before the game, with its start; all if it has not begun."""
    return next((count for count, event in enumerate(events, 1) if isinstance(event, Started)), len(events))


def _count_before_turns(events: Sequence[Event], moves: int) -> int:
    """How many of the events come before the last turns of a game; all if it is over."""
    if any(isinstance(event, Finished) for event in events):
        return len(events)
    turns = [place for place, event in enumerate(events) if isinstance(event, Moved | Chosen)]
    return turns[-moves:][0] if turns else len(events)


def _count_until(events: Sequence[Event], until: Instant) -> int:
    """How many of the events happened until a moment; all if the game was over by then."""
    if any(isinstance(event, Finished) and event.at <= until for event in events):
        return len(events)
    return next((place for place, event in enumerate(events) if event.at > until), len(events))
