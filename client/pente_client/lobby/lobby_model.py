"""The lobby as a value, and the changes that updates make in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from typing import Final, assert_never

from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    LooksChanged,
    MessageArrived,
    MoveExplained,
    PlayersChanged,
    PresenceChanged,
    Removed,
    Resynced,
    RoomAdvanced,
    Superseded,
    Update,
)
from pente_client.lobby.choice import ChallengePlayer, JoinRoom, LobbyChoice, WatchRoom
from pente_client.terminal.glyphs import Glyphs
from pente_client.words.bots.house_bots import bot_order
from pente_client.words.connection import lost_reason
from pente_client.words.lists.activity import is_host_present
from pente_client.words.lists.own_games import own_order
from pente_client.words.personal_news import news_text
from pente_client.words.phrases import name_of, rules_text
from pente_client.words.waiting import invitation_text
from pente_core.clock.clock import format_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomSummary
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


class LobbySection(IntEnum):
    """The parts of the list, from top to bottom."""

    MINE = 0
    INVITATIONS = 1
    SEATS = 2
    BOTS = 3
    GAMES = 4


_UNKNOWN: Final = RoomActivity()
_TO_JOIN: Final = frozenset({LobbySection.INVITATIONS, LobbySection.SEATS})


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A line of the list: a room, or a bot that can be challenged."""

    section: LobbySection
    room: RoomSummary | None = None
    activity: RoomActivity = _UNKNOWN
    """What goes on in the room."""
    bot: Identity | None = None

    @property
    def key(self) -> tuple[LobbySection, str]:
        """What identifies the entry while it changes."""
        return self.section, self.room.id if self.room is not None else self.bot.id if self.bot else ""

    @property
    def choice(self) -> LobbyChoice:
        """What Enter does with it."""
        if self.bot is not None:
            return ChallengePlayer(self.bot.name)
        assert self.room is not None
        return WatchRoom(self.room.id) if self.section is LobbySection.GAMES else JoinRoom(self.room.id)

    @property
    def is_mine(self) -> bool:
        """Whether a seat is kept for this player."""
        return self.section in (LobbySection.MINE, LobbySection.INVITATIONS)

    @property
    def is_deserted(self) -> bool:
        """Whether the host of a room that waits for others is not there."""
        is_to_join = self.room is not None and self.section in _TO_JOIN
        return is_to_join and self.room is not None and not is_host_present(self.room, self.activity)

    @property
    def is_locked(self) -> bool:
        """Whether the server asks for a password before it lets the player in."""
        return self.room is not None and not self.is_mine and bool(self.room.options.password_hash)

    def matches(self, words: str) -> bool:
        """Whether all words occur in what is shown of it."""
        text = name_of(self.bot) if self.bot is not None else ""
        if self.room is not None:
            names = " ".join(name_of(player) for player in self.room.seats if player is not None)
            text = f"{names} {rules_text(self.room.ruleset)} {format_time_control(self.room.time)}"
        return all(word in text.casefold() for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class LobbyModel:
    """The lobby at a moment."""

    server: str
    me: Identity
    glyphs: Glyphs
    rooms: Mapping[RoomId, ListedRoom] = field(default_factory=dict)
    bots: tuple[Identity, ...] = ()
    """The bots to play that are online."""
    online: int = 0
    featured: RoomId | None = None
    now: Instant | None = None
    """The moment of the latest change, by the server's clock."""
    blocked: frozenset[PlayerId] = frozenset()
    """The players whom this one has blocked: their open games and invitations are left out."""
    chosen: tuple[LobbySection, str] | None = None
    """The key of the selected entry; None: the first."""
    words: str = ""
    """What the list is searched for."""
    is_searching: bool = False
    notice: str = ""
    is_error: bool = False
    way_in: str = "pente"
    """What to type in a shell to come here again."""
    is_leaving: bool = False
    """Whether the player is asked if they want to leave while a game of theirs runs."""
    lost: str = ""
    """Why there is no connection."""
    is_new: bool = True
    """Whether the person has not taken the tutorial, as far as is known."""

    @property
    def entries(self) -> tuple[LobbyEntry, ...]:
        """The list."""
        return tuple(
            entry
            for entry in sorted(self._all(), key=partial(_order, self.me.id))
            if entry.matches(self.words)
        )

    @property
    def place(self) -> int:
        """The index of the selected entry; when none is, or it is not there any more, of the first one behind
        which there is a game: no room with a password or whose host has gone. -1: there is none.
        """
        entries = self.entries
        keys = [entry.key for entry in entries]
        if self.chosen in keys:
            return keys.index(self.chosen)
        is_shut = (entry.is_deserted or entry.is_locked for entry in entries)
        return next((at for at, shut in enumerate(is_shut) if not shut), -1)

    @property
    def selected(self) -> LobbyEntry | None:
        """The selected entry; None where none is."""
        return self.entries[self.place] if self.place >= 0 else None

    @property
    def running(self) -> tuple[RoomSummary, ...]:
        """The games of the player that go on without them, with clocks that do not wait for days."""
        rooms = (self.rooms[id_].room for id_ in own_rooms(self))
        return tuple(
            room for room in rooms if room.status is ev.Status.PLAYING and not is_correspondence(room.time)
        )

    def _all(self) -> Iterator[LobbyEntry]:
        for row in self.rooms.values():
            section = section_of(row.room, self.me)
            is_unwanted = section in _TO_JOIN and row.room.involves(self.blocked)
            if section is not None and not is_unwanted:
                yield LobbyEntry(section, row.room, row.activity)
        yield from (LobbyEntry(LobbySection.BOTS, bot=bot) for bot in self.bots if bot.id != self.me.id)

    def moved(self, steps: int) -> "LobbyModel":
        """The model with another entry selected, so many further down."""
        entries = self.entries
        if not entries:
            return self
        place = min(max(0, self.place + steps), len(entries) - 1)
        return replace(self, chosen=entries[place].key, notice="")

    def saying(self, notice: str, *, is_error: bool = False) -> "LobbyModel":
        return replace(self, notice=clean(notice), is_error=is_error)


def section_of(room: RoomSummary, me: Identity) -> LobbySection | None:
    """Where a room belongs in the list of a player; None: nowhere."""
    if any(player.id == me.id for player in room.players):
        return LobbySection.MINE
    if room.status is ev.Status.PLAYING:
        return LobbySection.GAMES
    if any(player.id == me.id for player in room.invited):
        return LobbySection.INVITATIONS
    is_open = room.status is ev.Status.WAITING and len(room.invited) < room.seats.count(None)
    return LobbySection.SEATS if is_open else None


def own_rooms(model: LobbyModel) -> Iterator[RoomId]:
    """The rooms in which the player has a seat. They may leave the server's list while they go on."""
    return (id_ for id_, row in model.rooms.items() if section_of(row.room, model.me) is LobbySection.MINE)


def has_begun(update: Update) -> bool:
    """Whether a game begins in a room that is watched: while the lobby is shown only the player's own are."""
    return isinstance(update, RoomAdvanced) and isinstance(update.event, ev.Started)


def update_lobby_model(model: LobbyModel, update: Update) -> LobbyModel:
    """The lobby after an update from the connection.

    A room of the player's own stays when it leaves the server's list: the list is short.
    """
    match update:
        case LobbyChanged(news=news):
            gone = set(news.removed).difference(own_rooms(model))
            rooms = {id_: row for id_, row in model.rooms.items() if id_ not in gone}
            rooms.update((row.room.id, row) for row in news.rooms)
            return replace(model, rooms=rooms, online=news.players_online or model.online)
        case InvitationReceived(summary=summary):
            invited = replace(model, rooms={**model.rooms, summary.id: ListedRoom(summary)})
            return invited.saying(invitation_text(summary))
        case InvitationOver(room=room):
            rooms = {id_: row for id_, row in model.rooms.items() if id_ != room}
            return replace(model, rooms=rooms).saying(news_text(update))
        case FriendCame() | MessageArrived():
            return model.saying(news_text(update))
        case FeaturedGameChanged(room=featured):
            return replace(model, featured=featured)
        case Connected(welcome=welcome):
            rooms = {**model.rooms, **{row.room.id: row for row in welcome.rooms}}
            blocked = frozenset(welcome.blocked)
            return replace(model, lost="", me=welcome.player, rooms=rooms, blocked=blocked)
        case Disconnected(reason=reason):
            return replace(model, lost=lost_reason(reason))
        case ClientStopped(reason=reason):
            return replace(model, lost=clean(reason) or tell("connection.was-closed"))
        case RoomAdvanced() if has_begun(update):
            return model.saying(tell("browse.game-begun"))
        case (
            RoomAdvanced() | Resynced() | PresenceChanged() | LooksChanged() | Superseded() | Removed()
        ):  # fmt: skip
            return model  # of rooms, which the lobby does not show from inside
        case PlayersChanged() | MoveExplained():
            return model
        case _ as unreachable:
            assert_never(unreachable)


def _order(me: PlayerId, entry: LobbyEntry) -> tuple[object, ...]:
    """By section: own games first where they wait, then rooms whose host is there, without a password, the
    newest, or by name.
    """
    if entry.room is not None and entry.section is LobbySection.MINE:
        return entry.section, *own_order(ListedRoom(entry.room, entry.activity), me)
    if entry.room is not None:
        newest = (-entry.room.created_at, entry.room.id)
        return entry.section, entry.is_deserted, entry.is_locked, *newest
    return entry.section, False, *(bot_order(entry.bot) if entry.bot is not None else (0, ""))
