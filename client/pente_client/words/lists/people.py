"""The people in a room, and the options of the room, in words."""

from collections.abc import Iterator

from pente_client.words.phrases import local_time, name_of, seated_name
from pente_client.words.viewer_delay import viewers_text
from pente_core.identity import Identity, PlayerKind
from pente_core.room import BotPolicy, ChatPolicy, Options, Room, WatchPolicy
from pente_core.room import events as ev
from pente_core.room.absence import is_absent
from pente_protocol.messages.account import VacationFound
from pente_protocol.messages.rooms import RoomPresence
from pente_protocol.sentences import tell


def player_description(player: Identity | None) -> str:
    """A player: the name with the rating, and whether it is a bot: ``anna (1512)``."""
    if player is None or player.kind is PlayerKind.PERSON:
        return seated_name(player)
    return f"{seated_name(player)}, {tell('people.a-bot') if player.kind.is_known else player.kind}"


def people_lines(room: Room, presence: RoomPresence | None) -> Iterator[str]:
    """The players with their seats and presence, and the viewers."""
    rules = room.created.ruleset
    for seat, player in enumerate(room.seats):
        free = tell("people.open" if room.status is ev.Status.WAITING else "phrase.nobody")
        notes = "" if player is None else _notes(room, seat, presence)
        yield f"{rules.colours[seat]}: {player_description(player) if player else free}{notes}"
    if room.seat_of(room.created.by.id) is None:
        yield tell("people.host", name=name_of(room.created.by))
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
        return tell("people.no-viewers")
    more = presence.viewers - len(presence.viewer_names)
    names = list(presence.viewer_names)
    names += [tell("people.more", count=more)] if more > 0 and names else []
    count = viewer_count(presence)
    return f"{count}: {_listed(names)}" if names else count


def viewer_count(presence: RoomPresence) -> str:
    """How many people watch a room: ``1 viewer``, ``2 viewers``."""
    return tell("people.viewers", n=presence.viewers)


def block_text(player: Identity, *, is_block: bool) -> str:
    """The sentence about a player who was blocked or unblocked.

    >>> from pente_core.identity import PlayerId
    >>> block_text(Identity(PlayerId("0" * 32), "eve"), is_block=False)
    'eve is no longer blocked.'
    """
    return tell("people.blocked" if is_block else "people.unblocked", name=name_of(player))


def options_text(options: Options) -> str:
    """The options that differ from the usual ones.

    >>> options_text(Options(rated=True, takebacks=False)), options_text(Options())
    ('rated, no takebacks', '')
    """
    ratings = options.ratings
    before = {
        "phrase.rated": options.rated,
        "lobby.two-games": options.games == 2,
        "list.private": options.private,
        "lobby.password": bool(options.password_hash),
        "option.no-takebacks": not options.takebacks,
        "option.invited-viewers": options.watch is WatchPolicy.INVITED,
        "option.players-chat": options.chat is ChatPolicy.PLAYERS,
        "option.no-chat": options.chat is ChatPolicy.NOBODY,
        "option.ready-check": options.ready_check,
        "lobby.bots-welcome": options.bots is BotPolicy.ANYBODY,
        "lobby.no-guests": options.named_only,
    }
    words = [tell(key) for key, holds in before.items() if holds]
    words += [viewers_text(options.viewer_delay)] if options.viewer_delay is not None else []
    words += [tell("option.hints")] if options.hints else []
    words += [tell("option.ratings", low=ratings.low, high=ratings.high)] if ratings else []
    return ", ".join(words)


def _notes(room: Room, seat: int, presence: RoomPresence | None) -> str:
    notes = []
    if room.status is ev.Status.WAITING and seat in room.ready:
        notes.append("people.ready")
    if room.game.position.out >> seat & 1:
        notes.append("people.out")
    elif is_absent(room.absent, seat):
        notes.append("people.disconnected")
    elif presence is not None and seat < len(presence.present):
        notes.append("people.here" if presence.present[seat] else "people.away")
    return "".join(f", {tell(key)}" for key in notes)


def _listed(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)}{tell('phrase.and')}{last}" if first else last


def vacation_text(found: VacationFound, to_end: str) -> str:
    """Until when the player is on vacation, and how many days are left; ``to_end`` is typed to end it."""
    left = tell("people.vacation-left", n=found.days_left)
    if found.until is None:
        return f"{tell('people.no-vacation')} {left}"
    on_vacation = tell("people.on-vacation", moment=local_time(found.until))
    return f"{on_vacation} {left} {tell('people.end-vacation', command=to_end)}"
