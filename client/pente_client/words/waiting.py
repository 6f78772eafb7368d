"""Waiting: who is missing before a game begins, how to join it, invitations, and how the game begins."""

from collections.abc import Sequence
from typing import Final

from pente_client.addresses.join_link import short_address
from pente_client.addresses.ssh_address import SshAddress
from pente_client.words.absence import span_text
from pente_client.words.phrases import captured_text, clock_text, name_of, names_of, rules_name
from pente_core.clock.clock import Odds, TimeControl, Unlimited, format_time_control, reading
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.notation import format_setup
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.room.absence import expects_guests, is_correspondence, waiting_grace
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.address import parse_address
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

NO_GAME: Final = tell("tv.no-game")
NO_BOTS: Final = tell("waiting.no-bots")
NOT_ON_TV: Final = tell("tv.not-on")
SAVED: Final = tell("waiting.saved")
MOVES_ON: Final = tell("tv.moves-on")


def tuned_text(channel: TvChannel, room: RoomId | None, beside: RoomId | None) -> str:
    """Which channel of TV is on, after a game was asked for, perhaps the one beside another.

    >>> tuned_text(TvChannel("best"), RoomId("room-0001"), None)
    'TV shows the channel best.'
    """
    if room is None:
        return tell("tv.channel-empty", channel=channel)
    if room == beside:
        return tell("tv.only-game", channel=channel)
    return tell("tv.shows", channel=channel)


def play_command(url: str, room: RoomId | str) -> str:
    """What to type to join a room, or to return to it.

    ``url`` of the server, empty for the default; or of an `SshAddress`, which leads to the lobby.
    """
    door = SshAddress.parse(url)
    if door is not None:
        return door.command("play")
    return f"pente play{url and ' '}{url} --room {room}"


def lobby_command(url: str) -> str:
    """What to type to come to the lobby of a server, with one's own games first; ``url`` as above.

    >>> lobby_command(""), lobby_command("wss://pente.example.org"), lobby_command("ssh://example.org:22")
    ('pente', 'pente pente.example.org', 'ssh play@example.org')
    """
    door = SshAddress.parse(url)
    if door is not None:
        return door.command("play")
    return f"pente {short_address(parse_address(url))}" if url else "pente"


def join_command(url: str, public_url: str, room: RoomId | str) -> str:
    """What others type to join a room, at the public address of its server if that is known.

    >>> join_command("", "https://example.org", "room-0001")
    'pente play https://example.org --room room-0001'
    """
    return play_command(url if SshAddress.parse(url) or not public_url else public_url, room)


def waiting_text(room: Room, me: PlayerId | None, how_to_join: str) -> str:
    """Who is missing before the game begins; ``how_to_join`` stands behind it while a seat is open."""
    missing = room.seats.count(None)
    if not missing:
        return _away_text(room) or _starting_text(room, me)
    if any(player.id == me for player in room.invited):
        return tell("waiting.for-you", name=name_of(room.created.by), how=how_to_join)
    if room.invited:
        who = tell("room.waits-for", names=names_of(room.invited))
    else:
        who = tell("room.waits", n=missing)
    return f"{who} {how_to_join}"


def _away_text(room: Room) -> str:
    """Which players the game waits for, as they have gone; empty if all are there."""
    away = [player for absence in room.absent if (player := room.seats[absence.seat]) is not None]
    return tell("waiting.away", n=len(away), names=names_of(away)) if away else ""


def invitation_text(summary: RoomSummary) -> str:
    """Who invites to which game.

    Looks like ``anna invites you to a game: pente 10+5.``
    """
    time = "" if isinstance(summary.time, Unlimited) else f" {format_time_control(summary.time)}"
    about = ", ".join((f"{rules_name(summary.ruleset)}{time}", *start_notes(summary)))
    if summary.options.rated:
        about = f"{about}, {tell('phrase.rated')}"
    return tell("waiting.invites", name=name_of(summary.host), game=about)


def bot_offer_text(bot: str, how: str, others: str) -> str:
    """That nobody waits for a game, and that a bot would play; ``how`` to play it, as in ``press b``, and how
    to choose ``others``.
    """
    return tell("waiting.bot-instead", how=how, bot=bot, others=others)


def not_online_text(name: str) -> str:
    """That a bot can't be played."""
    return tell("waiting.no-such-bot", name=clean(name))


def gives_up_seat(room: Room, me: PlayerId) -> bool:
    """Whether a player who quits gives up a seat: in a room that waits for anybody, nobody should join and
    wait for them. Who was told of a room may still come, and games for correspondence begin without them.
    """
    created = room.created
    is_kept = expects_guests(created.options, room.invited) or is_correspondence(created.time)
    return room.status is ev.Status.WAITING and room.seat_of(me) is not None and not is_kept


def left_text(room: Room, me: PlayerId) -> str:
    """What became of a room in which a player has given up a seat before the game."""
    others = [player for player in room.seats if player is not None and player.id != me]
    return tell("waiting.left" if others else "waiting.left-and-closed")


UNANSWERED: Final = tell("waiting.unanswered")
NO_REPLY: Final = tell("waiting.no-reply")
_MOST_LEFT: Final = 10


def not_done_text(left: Sequence[str]) -> str:
    """What a script has typed that was never its turn.

    >>> not_done_text(["K10", "/moves"])
    'It was not your turn in time, so this was left out: K10, /moves. --wait SECONDS waits longer.'
    """
    return tell("waiting.not-done", lines=_lines_text(left))


def refused_text(lines: Sequence[str]) -> str:
    """What a script has typed for a turn in a game, and was refused.

    >>> refused_text(["K10", "Z99"])
    'The game goes on without what was refused: K10, Z99.'
    """
    return tell("waiting.refused", lines=_lines_text(lines))


def _lines_text(lines: Sequence[str]) -> str:
    text = ", ".join(clean(line.strip(), 40) for line in lines[:_MOST_LEFT])
    more = len(lines) - _MOST_LEFT
    return tell("waiting.and-more", lines=text, count=more) if more > 0 else text


def away_text(room: Room, me: PlayerId, way_in: str, now: Instant) -> str:
    """What becomes of a player's room after they quit: a game goes on, a seat is kept; empty if neither.

    ``way_in`` is what to type to come back.
    """
    seat = room.seat_of(me)
    is_playing = (
        room.status is ev.Status.PLAYING and seat is not None and not room.game.position.out >> seat & 1
    )
    if not is_playing:
        return kept_text(room, me, way_in)
    return tell("waiting.game-goes-on", time=_time_text(room, me, now), way_in=way_in)


def _time_text(room: Room, me: PlayerId, now: Instant) -> str:
    """How long the player to act has, as in ``; ben has 1 d 4 h``; empty without a clock that runs."""
    running, remaining = room.clock.running, room.clock.remaining_at(now)
    player = None if running is None or not remaining else room.seats[running]
    if running is None or player is None:
        return ""
    left = reading(room.created.time, remaining[running]).time
    days, hours = divmod(left // 3_600_000, 24)
    span = tell("turns.days-hours", days=days, hours=hours) if days else clock_text(left)
    if player.id == me:
        return tell("waiting.you-have", span=span)
    return tell("waiting.has", name=name_of(player), span=span)


def kept_text(room: Room, me: PlayerId, way_in: str) -> str:
    """What becomes of a player's room after they quit while it waits for others; empty if it does not.

    ``way_in`` is what to type to come back.
    """
    if room.status is not ev.Status.WAITING or room.seat_of(me) is None:
        return ""
    kept = waiting_grace(room.created.time, room.created.options, room.invited)
    if kept is None:
        return tell("waiting.stays-open", way_in=way_in)
    return tell("waiting.seat-kept", span=span_text(kept), way_in=way_in)


def _starting_text(room: Room, me: PlayerId | None) -> str:
    """Which players are not ready yet; empty where the game begins by itself."""
    if not room.created.options.ready_check:
        return ""
    seat = None if me is None else room.seat_of(me)
    if seat is not None and seat not in room.ready:
        return tell("waiting.everybody-is-here")
    unready = [player for seat, player in enumerate(room.seats) if seat not in room.ready]
    return tell("room.waits-ready", names=names_of(unready)) if unready else ""


def start_notes(game: RoomSummary | GameSummary) -> list[str]:
    """What a list says of how a game begins, in a word each; nothing of one on even terms."""
    return _notes(game.ruleset, game.time, is_from_position=game.from_position)


def start_words(created: ev.Created) -> list[str]:
    """What a heading says of how the game of a room begins."""
    return _notes(created.ruleset, created.time, is_from_position=created.setup is not None)


def is_even(game: RoomSummary) -> bool:
    """Whether a game begins on the empty board, with the same for all sides."""
    return not start_notes(game)


def setup_text(setup: Setup, rules: Ruleset) -> str:
    """The position in which a game begins, in a sentence.

    >>> from pente_core.rules.point import Point
    >>> setup_text(Setup(((Point(0), Point(2)), ()), (0, 2), colour=1), Ruleset())
    'The game begins from a position: 2 white stones; black has captured 1 pair; black to move.'
    """
    stones = zip(rules.colours, setup.stones, strict=True)
    counts = tell("phrase.and").join(f"{len(points)} {colour}" for colour, points in stones if points)
    parts = [tell("setup.stones", counts=counts)]
    taken = zip(rules.colours, setup.taken, strict=False)
    parts += [
        tell("setup.has-captured", colour=colour, captured=captured_text(rules, count))
        for colour, count in taken
        if count
    ]
    parts.append(tell("setup.to-move", colour=rules.colours[setup.colour]))
    return tell("setup.begins", position="; ".join(parts))


def setup_hint(rules: Ruleset, colour: int) -> str:
    """How a position is set up, and who moves first in it.

    >>> setup_hint(Ruleset(), 1)
    'Click or type points: white, black, none. Black moves first. /setup play begins, /setup cancel ends.'
    """
    first = rules.colours[colour].capitalize()
    return tell("setup.how", stones=", ".join(rules.colours), first=first)


def setup_line(created: ev.Created) -> str | None:
    """The position in which the game of a room begins, as programs read it; None: on the empty board."""
    return None if created.setup is None else format_setup(created.setup, created.ruleset)


def _notes(rules: Ruleset, time: TimeControl, *, is_from_position: bool) -> list[str]:
    has_handicap = bool(rules.goals) or isinstance(time, Odds)
    notes = (("phrase.from-position", is_from_position), ("phrase.handicap", has_handicap))
    return [tell(key) for key, applies in notes if applies]
