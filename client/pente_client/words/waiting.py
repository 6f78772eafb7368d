"""Waiting: who is missing before a game begins, how to join it, and invitations."""

from typing import Final

from pente_client.words.game_start import start_notes
from pente_client.words.phrases import name_of, names_of, rules_name
from pente_core.clock.clock import Unlimited, format_time_control
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_protocol.messages import RoomSummary
from pente_protocol.messages.tv import TvChannel

NO_GAME: Final = "No game is on. The next one will be shown here."
NOT_ON_TV: Final = "This is not TV. To watch TV, leave and type: pente watch"
MOVES_ON: Final = "TV moves on to another game."


def tuned_text(channel: TvChannel, room: RoomId | None, beside: RoomId | None) -> str:
    """Which channel of TV is on, after a game was asked for, perhaps the one beside another.

    >>> tuned_text(TvChannel("best"), RoomId("room-0001"), None)
    'TV shows the channel best.'
    """
    if room is None:
        return f"No game is on in the channel {channel} now. The next one will be shown here."
    if room == beside:
        return f"This is the only game in the channel {channel} now."
    return f"TV shows the channel {channel}."


def play_command(url: str, room: RoomId | str) -> str:
    """What to type to join a room, or to return to it; ``url`` of the server, empty for the default."""
    return f"pente play{url and ' '}{url} --room {room}"


def waiting_text(room: Room, me: PlayerId | None, how_to_join: str) -> str:
    """Who is missing before the game begins; ``how_to_join`` stands behind it while a seat is open."""
    missing = room.seats.count(None)
    if not missing:
        return _starting_text(room, me)
    if room.invited:
        whom = names_of(room.invited)
    else:
        whom = "another player" if missing == 1 else f"{missing} more players"
    return f"Waiting for {whom}. {how_to_join}"


def invitation_text(summary: RoomSummary) -> str:
    """Who invites to which game.

    Looks like ``anna invites you to a game: pente 10+5.``
    """
    time = "" if isinstance(summary.time, Unlimited) else f" {format_time_control(summary.time)}"
    about = ", ".join((f"{rules_name(summary.ruleset)}{time}", *start_notes(summary)))
    rated = ", rated" if summary.options.rated else ""
    return f"{name_of(summary.host)} invites you to a game: {about}{rated}."


def _starting_text(room: Room, me: PlayerId | None) -> str:
    """Which players are not ready yet; empty where the game begins by itself."""
    if not room.created.options.ready_check:
        return ""
    seat = None if me is None else room.seat_of(me)
    if seat is not None and seat not in room.ready:
        return "Everybody is here. /ready starts the game, /leave gives up your seat."
    unready = [player for seat, player in enumerate(room.seats) if seat not in room.ready]
    return f"Waiting for {names_of(unready)} to be ready." if unready else ""
