"""All that a client knows of its server: one object, one writer, one queue of updates."""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, assert_never

from pente_client.connection.replica.replica import Replica
from pente_client.connection.replicas import MOST_RESUMED, Replicas, ResyncNeeded, RoomNotification
from pente_client.connection.server_clock import ServerClock
from pente_client.connection.updates import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    InvitationOver,
    InvitationReceived,
    LobbyChanged,
    MessageArrived,
    PlayersChanged,
    Removed,
    Superseded,
    Update,
    UpdateQueue,
)
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.rating import Speed
from pente_core.room import Status
from pente_core.value import replace
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    Answer,
    DirectMessage,
    Dismissed,
    Error,
    Featured,
    FriendArrived,
    Greeting,
    Happened,
    InvitationEnded,
    Invited,
    ListedRoom,
    LobbyUpdate,
    Looks,
    MessageList,
    MessageReceived,
    Missed,
    Ok,
    OnlineList,
    PlayersUpdate,
    Replaced,
    RoomFilter,
    RoomPresence,
    RoomSummary,
    Synced,
    Welcome,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.tv import BEST, TvChannel
from pente_protocol.newer.unknown import (
    Received,
    UnknownEvent,
    UnknownMessage,
    UnreadableReply,
    UnreadableSnapshot,
)

Notification = (
    RoomNotification
    | Invited
    | InvitationEnded
    | FriendArrived
    | MessageReceived
    | LobbyUpdate
    | PlayersUpdate
    | Replaced
    | Dismissed
    | Featured
    | UnknownMessage
)
"""What a server sends without a request."""

PlayerQuestion = tuple[str, Speed | None]
"""A ruleset and a speed whose ratings a list of players shows."""
_LOG: Final = logging.getLogger("pente.client")


@dataclass(frozen=True, slots=True)
class Resumption:
    """What a new link has to ask for, so that everything goes on as before."""

    rooms: Mapping[RoomId, Checkpoint | None]
    """Up to where each watched room is known, as far as they fit into the hello; None: not at all."""
    more_rooms: Mapping[RoomId, Checkpoint | None]
    """The rooms beyond those, to be watched again one by one."""
    passwords: Mapping[RoomId, str]
    """The passwords of rooms, as far as they have one."""
    following: TvChannel | None
    """The channel of TV that is followed; None: none."""
    browsing: RoomFilter | None
    """The filter with which the lobby is browsed; None: it is not."""
    browsing_players: PlayerQuestion | None = None
    """Which ratings the list of who is here shows; None: it is not looked at."""
    receives_messages: bool = False

    @property
    def passwords_of_rooms(self) -> dict[RoomId, str]:
        """The passwords for the hello."""
        return {room: self.passwords[room] for room in self.rooms if room in self.passwords}


class ClientState:
    """Rooms, clock, lobby and featured game of a client. Mutable; it outlives every link.

    Only its own methods change it: those of the second part for what the user asks, those of the third for
    what happens on the wire. Every update that the user gets is queued by `_notify`.
    """

    def __init__(self) -> None:
        self._queue = UpdateQueue()
        self._clock = ServerClock()
        self._replicas = Replicas()
        self._welcome: Welcome | None = None
        self._featured: RoomId | None = None
        self._following: TvChannel | None = None
        self._browsing: RoomFilter | None = None
        self._listed: set[RoomId] = set()
        """The rooms that the user knows from browsing."""
        self._online = 0
        self._browsing_players: PlayerQuestion | None = None
        self._listed_players: set[PlayerId] = set()
        """The players whom the user knows from looking at who is here."""
        self._invitations: dict[RoomId, RoomSummary] = {}
        """Those that wait for an answer."""
        self._receives_messages = False
        self._last_message = Instant(0)
        """The time of the latest message that the user was given."""

    # What is known --------------------------------------------------------------------------------------

    @property
    def welcome(self) -> Welcome:
        """The latest welcome. Not to be asked before `connected`."""
        assert self._welcome is not None
        return self._welcome

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        """The rooms that are watched."""
        return self._replicas.rooms

    @property
    def blocked(self) -> frozenset[PlayerId]:
        """The players who are blocked. Not to be asked before `connected`."""
        return frozenset(self.welcome.blocked)

    @property
    def friends(self) -> frozenset[PlayerId]:
        """The friends of the player. Not to be asked before `connected`."""
        return frozenset(self.welcome.friends)

    @property
    def invitations(self) -> Collection[RoomSummary]:
        """The rooms to which the player is invited, without an answer yet."""
        return self._invitations.values()

    @property
    def receives_messages(self) -> bool:
        """Whether the user gets messages."""
        return self._receives_messages

    def is_unreadable(self, room: RoomId) -> bool:
        """Whether the server has shown a room of which this version can show nothing."""
        return room in self._replicas.unreadable

    def password_of(self, room: RoomId) -> str:
        """The password that was given for a room; empty: none."""
        return self._replicas.passwords.get(room, "")

    def server_now(self) -> Instant:
        """The present by the server's clock."""
        return self._clock.now()

    def resumption(self) -> Resumption:
        """What a link that is opened now has to ask for."""
        known = self._replicas.checkpoints()
        return Resumption(
            dict(known[:MOST_RESUMED]),
            dict(known[MOST_RESUMED:]),
            self._replicas.passwords,
            self._following,
            self._browsing,
            self._browsing_players,
            self._receives_messages,
        )

    async def next_update(self) -> Update | None:
        """The next update for the user, when there is one; None when no more will come."""
        return await self._queue.take()

    # What the user asks ---------------------------------------------------------------------------------

    def expecting(self, room: RoomId | None) -> AbstractContextManager[None]:
        """Accept a room meanwhile; None: any."""
        return self._replicas.expecting(room)

    def keep_password(self, room: RoomId, password: str) -> None:
        """Keep the password of a room; the rooms that follow it get it too. Empty: nothing changes."""
        if password:
            self._replicas.keep_password(room, password)

    def unwatch(self, room: RoomId) -> bool:
        """Stop following a room; whether it was followed."""
        return self._replicas.drop(room)

    def browse(self, which: RoomFilter) -> None:
        """The lobby is to be browsed, on every link from now on."""
        self._browsing = which

    def browsed(self, rooms: Sequence[ListedRoom]) -> None:
        """The user gets these rooms as the answer to browsing."""
        self._listed = {row.room.id for row in rooms}

    def follow(self, channel: TvChannel) -> None:
        """A channel of TV is to be followed, on every link from now on."""
        self._following = channel

    def followed(self, room: RoomId | None) -> None:
        """The user gets this room as the answer to following."""
        self._featured = room

    def renamed(self, name: str) -> None:
        """The connected player has another name."""
        self._welcome = replace(self.welcome, player=replace(self.welcome.player, name=name))

    def block(self, player: PlayerId, *, is_blocked: bool) -> None:
        """A player was blocked, or unblocked."""
        changed = self.blocked | {player} if is_blocked else self.blocked - {player}
        self._welcome = replace(self.welcome, blocked=tuple(sorted(changed)))

    def befriend(self, player: PlayerId, *, is_friend: bool) -> None:
        """A player has become a friend, or is none any more."""
        changed = self.friends | {player} if is_friend else self.friends - {player}
        self._welcome = replace(self.welcome, friends=tuple(sorted(changed)))

    def browse_players(self, question: PlayerQuestion | None) -> None:
        """Who is here is to be looked at, on every link from now on; None: not any more."""
        self._browsing_players = question

    def players_browsed(self, found: OnlineList) -> None:
        """The user gets these players as the answer to that."""
        self._listed_players = {row.player.id for row in found.players}

    def receive_messages(self) -> None:
        """The user is to get messages, on every link from now on."""
        self._receives_messages = True

    def answering(self, room: RoomId) -> RoomSummary | None:
        """The player joins a room, or declines: its invitation, if there is one, waits no longer."""
        return self._invitations.pop(room, None)

    def not_answered(self, invitation: RoomSummary) -> None:
        """The server has refused that."""
        self._invitations.setdefault(invitation.id, invitation)

    # What happens on the wire ---------------------------------------------------------------------------

    def connected(self, welcome: Welcome) -> None:
        """A link was welcomed."""
        is_first, self._welcome = self._welcome is None, welcome
        self._clock.set(welcome.now)
        self._notify(Connected(welcome))
        before, self._invitations = self._invitations, _invitations_in(welcome)
        for id_, room in before.items():
            if id_ not in self._invitations and not any(row.room.id == id_ for row in welcome.rooms):
                self._notify(InvitationOver(id_, room.host))
        for id_, room in self._invitations.items():
            if id_ not in before and not is_first:
                self._notify(InvitationReceived(room))

    def disconnected(self, reason: str, retry_in: float) -> None:
        """There is no link; the next attempt is so many seconds away."""
        self._notify(Disconnected(reason, retry_in))

    def stopped(self, reason: str) -> None:
        """There will be no link any more."""
        self._notify(ClientStopped(reason))

    def closed(self) -> None:
        """No updates will come; those that wait can still be taken."""
        self._queue.close()

    def received(self, message: Notification) -> ResyncNeeded | None:
        """Apply a message. Raises PermanentFailure when a room is beyond help."""
        match message:
            case (
                Happened() | Missed() | Synced() | RoomPresence() | Looks() | UnknownEvent()
                | UnreadableSnapshot()
            ):  # fmt: skip
                return self._room_changed(message)
            case UnknownMessage(tag=tag):
                _LOG.debug("ignored: %s", tag)
            case Invited() | InvitationEnded() | FriendArrived() | MessageReceived():
                self._personal(message)
            case LobbyUpdate():
                self._lobby_changed(message)
            case PlayersUpdate():
                self._players_changed(message)
            case Replaced(room=room):
                if self._replicas.drop(room):
                    self._notify(Superseded(room))
            case Dismissed(room=room, code=code, text=text):
                self._dismissed(room, code, text)
            case Featured(room=room):
                self.featured(room)
            case _ as unreachable:
                assert_never(unreachable)
        return None

    def featured(self, room: RoomId | None, *, is_asked: bool = False) -> None:
        """The featured game is this one now; None: there is none. ``is_asked``: the user wants another."""
        if room is not None and room != self._featured:
            self._featured = room
            self._notify(FeaturedGameChanged(room, self._following or BEST, is_asked=is_asked))

    def listed(self, rooms: Sequence[ListedRoom]) -> None:
        """The lobby has these rooms now, after a time without a link."""
        gone = self._listed.difference(row.room.id for row in rooms)
        self._lobby_changed(LobbyUpdate(tuple(rooms), tuple(gone), self._online))

    def _room_changed(self, message: RoomNotification) -> ResyncNeeded | None:
        if isinstance(message, Happened):
            self._clock.heard(message.event.at)
        elif isinstance(message, Missed) and message.events:
            self._clock.heard(message.events[-1].at)
        for result in self._replicas.receive(message, self.welcome.player.id):
            if isinstance(result, ResyncNeeded):
                return result
            self._notify(result)
        return None

    def _dismissed(self, room: RoomId, code: str, text: str) -> None:
        if room == self._featured:  # it may be featured again, once anybody may watch it
            self._featured = None
        if self._replicas.drop(room):
            self._notify(Removed(room, code, text))

    def players_listed(self, found: OnlineList) -> None:
        """These players are here now, after a time without a link."""
        gone = self._listed_players.difference(row.player.id for row in found.players)
        self._players_changed(PlayersUpdate(found.players, tuple(gone), found.count))

    def unread(self, found: MessageList) -> None:
        """Give the user the messages that were not read, but for those that they have got already."""
        for message in found.messages:
            if message.at > found.read:
                self._message(message)

    def _personal(self, message: Invited | InvitationEnded | FriendArrived | MessageReceived) -> None:
        match message:
            case Invited(room=summary):
                self._invitations[summary.id] = summary
                self._notify(InvitationReceived(summary))
            case InvitationEnded(room=room, host=host):
                if self._invitations.pop(room, None) is not None:
                    self._notify(InvitationOver(room, host))
            case FriendArrived(player=friend):
                self._notify(FriendCame(friend))
            case MessageReceived(message=received):
                self._message(received)
            case _ as unreachable:
                assert_never(unreachable)

    def _message(self, message: DirectMessage) -> None:
        """Give the user a message once, whatever way it comes."""
        if self._receives_messages and message.at > self._last_message:
            self._last_message = message.at
            self._notify(MessageArrived(message))

    def _players_changed(self, news: PlayersUpdate) -> None:
        if self._browsing_players is not None:
            self._listed_players.difference_update(news.removed)
            self._listed_players.update(row.player.id for row in news.players)
            self._notify(PlayersChanged(news))

    def _lobby_changed(self, news: LobbyUpdate) -> None:
        self._listed.difference_update(news.removed)
        self._listed.update(row.room.id for row in news.rooms)
        self._online = news.players_online
        self._notify(LobbyChanged(news))

    def _notify(self, update: Update) -> None:
        self._queue.push(update)


def notification_in(message: Received) -> Notification:
    """The message, if it needs no request. Raises ProtocolError for one that has its own place."""
    if isinstance(message, Greeting | Welcome | Ok | Answer | Error | UnreadableReply):
        raise ProtocolError(f"{type(message).__name__} out of place")
    return message


def _invitations_in(welcome: Welcome) -> dict[RoomId, RoomSummary]:
    """The invitations among the rooms of a welcome."""
    me = welcome.player.id
    return {
        row.room.id: row.room
        for row in welcome.rooms
        if row.room.status is Status.WAITING and any(player.id == me for player in row.room.invited)
    }
