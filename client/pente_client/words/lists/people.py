"""The people in a room, and the options of the room, in words."""

from collections.abc import Iterator

from pente_client.words.phrases import local_time, name_of, seated_name
from pente_client.words.viewer_delay import viewers_text
from pente_core.identity import Identity, PlayerKind
from pente_core.room import BotPolicy, ChatPolicy, Options, Room, WatchPolicy
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_protocol.messages import RoomPresence, VacationFound


def player_description(player: Identity | None) -> str:
    """A player: the name with the rating, and whether it is a bot: ``anna (1512)``."""
    if player is None or player.kind is PlayerKind.PERSON:
        return seated_name(player)
    return f"{seated_name(player)}, {'a bot' if player.kind.is_known else player.kind}"


def people_lines(room: Room, presence: RoomPresence | None) -> Iterator[str]:
    """The players with their seats and presence, and the viewers."""
    rules = room.created.ruleset
    for seat, player in enumerate(room.seats):
        free = "open" if room.status is ev.Status.WAITING else "nobody"
        notes = "" if player is None else _notes(room, seat, presence)
        yield f"{rules.colours[seat]}: {player_description(player) if player else free}{notes}"
    if room.seat_of(room.created.by.id) is None:
        yield f"host: {name_of(room.created.by)}"
    if presence is not None:
        yield watchers_text(presence)


def watchers_text(presence: RoomPresence) -> str:
    """The number of viewers, and their names as far as they are known.

    >>> from pente_core.identity import RoomId
    >>> watchers_text(RoomPresence(RoomId("room-0001"), (), 2, ("eve",)))
    '2 viewers: eve and 1 more'
    >>> watchers_text(RoomPresence(RoomId("room-0001"), (), 0))
    'no viewers'
    """
    if not presence.viewers:
        return "no viewers"
    more = presence.viewers - len(presence.viewer_names)
    names = [*presence.viewer_names, *([f"{more} more"] if more > 0 and presence.viewer_names else [])]
    count = viewer_count(presence)
    return f"{count}: {_listed(names)}" if names else count


def viewer_count(presence: RoomPresence) -> str:
    """How many people watch a room: ``1 viewer``, ``2 viewers``."""
    return f"{presence.viewers} viewer{'' if presence.viewers == 1 else 's'}"


def block_text(player: Identity, *, is_block: bool) -> str:
    """The sentence about a player who was blocked or unblocked.

    >>> from pente_core.identity import PlayerId
    >>> block_text(Identity(PlayerId("0" * 32), "eve"), is_block=False)
    'eve is no longer blocked.'
    """
    name = name_of(player)
    return f"{name} is blocked: no more chat or invitations." if is_block else f"{name} is no longer blocked."


def options_text(options: Options) -> str:
    """The options that differ from the usual ones.

    >>> options_text(Options(rated=True, takebacks=False)), options_text(Options())
    ('rated, no takebacks', '')
    """
    ratings = options.ratings
    words = {
        "rated": options.rated,
        "two games": options.games == 2,
        "private": options.private,
        "password": bool(options.password_hash),
        "no takebacks": not options.takebacks,
        "only invited viewers": options.watch is WatchPolicy.INVITED,
        "chat for players only": options.chat is ChatPolicy.PLAYERS,
        "no chat": options.chat is ChatPolicy.NOBODY,
        "begins when everyone is ready": options.ready_check,
        "open to bots": options.bots is BotPolicy.ANYBODY,
        "no guests": options.named_only,
        viewers_text(options.viewer_delay): options.viewer_delay is not None,
        "hints allowed": options.hints,
        f"ratings {ratings.low}-{ratings.high}" if ratings else "": ratings is not None,
    }
    return ", ".join(word for word, holds in words.items() if holds)


def _notes(room: Room, seat: int, presence: RoomPresence | None) -> str:
    notes = []
    if room.status is ev.Status.WAITING and seat in room.ready:
        notes.append("ready")
    if room.game.position.out >> seat & 1:
        notes.append("out")
    elif is_absent(room.absent, seat):
        notes.append("disconnected")
    elif presence is not None and seat < len(presence.present):
        notes.append("here" if presence.present[seat] else "away")
    return "".join(f", {note}" for note in notes)


def _listed(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def vacation_text(found: VacationFound, to_end: str) -> str:
    """Until when the player is on vacation, and how many days are left; ``to_end`` is typed to end it."""
    days = "1 day is" if found.days_left == 1 else f"{found.days_left} days are"
    left = f"{days} left this year."
    if found.until is None:
        return f"You are not on vacation. {left}"
    when = local_time(found.until)
    return f"You are on vacation until {when} (your local time). {left} To end it: {to_end}"
