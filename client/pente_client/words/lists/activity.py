"""What goes on in a live room, in a few words."""

from collections.abc import Callable

from pente_client.words.phrases import name_of
from pente_client.words.viewer_delay import delay_text
from pente_core.identity import Identity
from pente_core.room import BotPolicy, Options, ViewerDelay
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.lists import RoomActivity, RoomSummary
from pente_protocol.sentences import tell


def activity_text(room: RoomSummary, activity: RoomActivity, me: Identity | None = None) -> str:
    """Whose turn it is and how far a game is, or what to know of an open room's host; may be empty."""
    if room.status is ev.Status.WAITING:
        return _host_text(room, activity)
    if activity.paused_at is not None:
        return tell("lobby.paused")
    mover = player_to_act(room, activity)
    if mover is None:
        return ""
    return f"{mover_text(mover, me)}, {tell('lobby.move', n=activity.ply + 1)}"


def mover_text(mover: Identity, me: Identity | None) -> str:
    """Whose turn it is: ``your turn``, ``anna to move``."""
    is_me = me is not None and mover.id == me.id
    return tell("start.your-turn") if is_me else tell("list.to-move", name=name_of(mover))


def player_to_act(room: RoomSummary, activity: RoomActivity) -> Identity | None:
    """The player whose turn it is; None: nobody's, or it is not known."""
    seat = activity.to_act
    return room.seats[seat] if seat is not None and 0 <= seat < len(room.seats) else None


def is_host_present(room: RoomSummary, activity: RoomActivity) -> bool:
    """Whether the host has a seat and is connected; True too where that is not known."""
    if not activity.present:
        return not any(_is_host(room, seat) for seat in room.away)
    seats = zip(room.seats, activity.present, strict=False)
    return any(is_here and player is not None and player.id == room.host.id for player, is_here in seats)


def _is_host(room: RoomSummary, seat: int) -> bool:
    player = room.seats[seat] if 0 <= seat < len(room.seats) else None
    return player is not None and player.id == room.host.id


def option_notes(options: Options, delayed: Callable[[ViewerDelay], str] = delay_text) -> list[str]:
    """What a list says of the options of a room, in a word or two each; nothing of usual ones.

    ``delayed`` says how far behind viewers are.

    >>> option_notes(Options(rated=True, games=2))
    ['rated', 'two games']
    """
    late, ratings = options.viewer_delay, options.ratings
    before = {
        "phrase.rated": options.rated,
        "list.private": options.private,
        "lobby.password": bool(options.password_hash),
        "lobby.two-games": options.games == 2,
        "lobby.bots-welcome": options.bots is BotPolicy.ANYBODY,
        "lobby.no-guests": options.named_only,
    }
    notes = [tell(key) for key, holds in before.items() if holds]
    notes += [delayed(late)] if late is not None else []
    notes += [tell("list.hints")] if options.hints else []
    notes += [f"{ratings.low}-{ratings.high}"] if ratings else []
    return notes


def _host_text(room: RoomSummary, activity: RoomActivity) -> str:
    """Whether the host of an open room is away, and whether that matters."""
    if is_correspondence(room.time):
        return tell("speed.correspondence")
    return "" if is_host_present(room, activity) else tell("lobby.host-away")
