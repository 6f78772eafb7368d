"""What a viewer may know of an event, and how much of a room, if viewers see it later.

Whatever a viewer delay keeps from those who only watch is an end of the log, so that what they know is the
room as it once was. It follows from the log and the time alone: every server comes to the same, also one that
has just started.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from operator import attrgetter
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant, later
from pente_core.identity import Identity, PlayerId
from pente_core.room import events as ev
from pente_core.room.options import Options
from pente_core.room.room import Room
from pente_core.rules.move import Choice
from pente_core.value import replace

NOBODY: Final[AbstractSet[PlayerId]] = frozenset()
_player_of: Final[Callable[[ev.Event], Identity | PlayerId]] = attrgetter("player")
"""All events that not everybody sees have a player."""


class Viewer(StrEnum):
    """How an account sees a room: from a seat, or as a watcher."""

    PLAYER = "player"
    WATCHER = "watcher"


def view(
    event: ev.Event, viewer: Viewer, blocked: AbstractSet[PlayerId] = NOBODY, me: PlayerId | None = None
) -> ev.Event:
    """The event as a viewer receives it who has blocked some players; ``me`` is the viewer (None: anybody).

    Chat among watchers is hidden from the players, the chat, comments and marks of blocked players from the
    viewer, conditional moves from all but their owner, and the password's hash from everyone. Variations of
    blocked players are shown, as the numbers of later nodes depend on them.
    """
    seen_by = event.facts.seen_by
    if seen_by is ev.SeenBy.EVERYBODY:
        return shown(event) if isinstance(event, ev.Created) else event
    player = _player_of(event)
    player_id = player.id if isinstance(player, Identity) else player
    if seen_by is ev.SeenBy.ITS_PLAYER:
        return event if player_id == me else ev.Hidden(event.at)
    is_aside = isinstance(event, ev.Said) and event.to is ev.ChatAudience.WATCHERS
    is_hidden = player_id in blocked or (is_aside and viewer is Viewer.PLAYER)
    return ev.Hidden(event.at) if is_hidden else event


def shown(created: ev.Created) -> ev.Created:
    """The event without the hash of its password."""
    return replace(created, options=created.options.shown) if created.options.password_hash else created


class TurnDue(NamedTuple):
    """Whose turn it is, for those who know no rules."""

    to_act: int | None = None
    """The seat that is to act; None: nobody may, as the game has not begun, is paused or is over."""
    left: int = 0
    """How many stones it has yet to place in its turn; 0 if it has to choose, or nobody may act."""
    choices: tuple[Choice, ...] = ()
    """What it can choose, if a choice of an opening is due in place of a stone."""


NOTHING_DUE: Final = TurnDue()


def turn_due(known: Room) -> TurnDue:
    """Whose turn it is in a room, as far as somebody knows that."""
    if known.status is not ev.Status.PLAYING or known.paused is not None or known.game.outcome is not None:
        return NOTHING_DUE
    position = known.game.position
    if not position.compiled.swaps:
        return TurnDue(position.colour, position.stones_left)
    choices = position.choices
    return TurnDue(position.to_act, 0 if choices else position.stones_left, choices)


def count_shown(known: Room, unknown: Sequence[ev.Event], now: Instant) -> int:
    """How many of the events since a state of a room its viewers may know by now, in their order.

    ``known`` is the room as they know it, and ``unknown`` is everything that has happened since. Nothing is
    kept from them before the game begins, and after they know its end.
    """
    delay = known.created.options.viewer_delay
    if delay is None or known.status in (ev.Status.FINISHED, ev.Status.CLOSED):
        return len(unknown)
    begun = _count_before_game(unknown) if known.status is ev.Status.WAITING else 0
    game = unknown[begun:]
    if delay.moves:
        return begun + _count_before_turns(game, delay.moves)
    return begun + _count_until(game, Instant(now - delay.millis))


def next_shown_at(known: Room, unknown: Sequence[ev.Event]) -> Instant | None:
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
    return room.status is ev.Status.FINISHED and end_shown_at(room.created.options, room.active) > now


def is_seen_later(options: Options) -> bool:
    """Whether viewers see a game some seconds later, and with it who is there: an end shows there first.

    Moves keep back no end, and nobody's coming and going.
    """
    return options.viewer_delay is not None and options.viewer_delay.seconds > 0


def may_know_all(room: Room, player: PlayerId, now: Instant) -> bool:
    """Whether a player, who may watch a room, may know all that has happened in it."""
    if room.created.options.viewer_delay is None or room.seat_of(player) is not None:
        return True
    if room.status is ev.Status.FINISHED:  # nothing changes when that was
        return not hides_end(room, now)
    return room.status is not ev.Status.PLAYING


def _count_before_game(events: Sequence[ev.Event]) -> int:
    """How many of the events come before the game, with its start; all if it has not begun."""
    return next(
        (count for count, event in enumerate(events, 1) if isinstance(event, ev.Started)), len(events)
    )


def _count_before_turns(events: Sequence[ev.Event], moves: int) -> int:
    """How many of the events come before the last turns of a game; all if it is over."""
    if any(isinstance(event, ev.Finished) for event in events):
        return len(events)
    turns = [place for place, event in enumerate(events) if isinstance(event, ev.Moved | ev.Chosen)]
    return turns[-moves:][0] if turns else len(events)


def _count_until(events: Sequence[ev.Event], until: Instant) -> int:
    """How many of the events happened until a moment; all if the game was over by then."""
    if any(isinstance(event, ev.Finished) and event.at <= until for event in events):
        return len(events)
    return next((place for place, event in enumerate(events) if event.at > until), len(events))
