"""Viewer delay: how far behind viewers see a game, in words, and which moment of it they see."""

from pente_core.clock.instant import Instant
from pente_core.room import Room, ViewerDelay
from pente_core.room import events as ev
from pente_protocol.sentences import tell


def delay_text(delay: ViewerDelay) -> str:
    """How far behind viewers are.

    >>> delay_text(ViewerDelay(moves=1)), delay_text(ViewerDelay(seconds=30))
    ('1 move behind', '30 s behind')
    """
    return tell("delay.behind", span=_span(delay))


def _span(delay: ViewerDelay) -> str:
    return tell("delay.moves", n=delay.moves) if delay.moves else tell("room.span-seconds", n=delay.seconds)


def delay_badge(delay: ViewerDelay) -> str:
    """The same for the heading of a game.

    >>> delay_badge(ViewerDelay(moves=3)), delay_badge(ViewerDelay(seconds=30))
    ('[DELAYED 3 moves]', '[DELAYED 30 s]')
    """
    return tell("delay.badge", span=_span(delay))


def delay_fields(delay: ViewerDelay | None) -> dict[str, int] | None:
    """A delay for programs: one key, ``moves`` or ``seconds``; None: viewers see the game as it is."""
    if delay is None:
        return None
    return {"moves": delay.moves} if delay.moves else {"seconds": delay.seconds}


def viewers_text(delay: ViewerDelay | None) -> str:
    """What a list says of it: ``viewers 3 moves behind``; empty where they see the game as it is."""
    return "" if delay is None else tell("delay.viewers", delay=delay_text(delay))


def watching_text(room: Room, seat: int | None) -> str:
    """What a viewer is told of the delay when the game comes into view; empty for everybody else."""
    delay = room.created.options.viewer_delay
    if delay is None or seat is not None or room.status is not ev.Status.PLAYING:
        return ""
    return tell("delay.you-watch", delay=delay_text(delay))


def said_text(room: Room, seat: int | None) -> str:
    """What a viewer is told of their own line of chat, which comes into view later; empty if at once."""
    delay = room.created.options.viewer_delay
    if delay is None or not watching_text(room, seat):
        return ""
    return tell("delay.said-later", delay=delay_text(delay))


def shown_moment(room: Room | None, seat: int | None, now: Instant) -> Instant:
    """The moment of a game that is shown now: that of a while ago to viewers who see it later.

    Those who see it some moves later don't know how long a turn has taken until it is over, so that clocks
    stand still for them.
    """
    delay = None if room is None else room.created.options.viewer_delay
    if room is None or delay is None or seat is not None or room.status is not ev.Status.PLAYING:
        return now
    return Instant(now - delay.millis) if delay.seconds else min(now, room.clock.since)
