"""All that a client knows of its server: one object, one writer, one queue of updates."""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, assert_never

from pente_client.connection.replica.replica import Replica
from pente_client.connection.state.browsing import Browsing
from pente_client.connection.state.invitations import Invitations
from pente_client.connection.state.notifications import Notification
from pente_client.connection.state.replicas import MOST_RESUMED, Replicas, ResyncNeeded, RoomNotification
from pente_client.connection.state.resumption import PlayerQuestion, Resumption
from pente_client.connection.state.server_clock import ServerClock
from pente_client.connection.state.updates import (
    ClientStopped,
    Connected,
    Disconnected,
    FeaturedGameChanged,
    FriendCame,
    MessageArrived,
    Removed,
    Superseded,
    Update,
    UpdateQueue,
)
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.value import replace
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.direct_messages import DirectMessage, MessageList, MessageReceived
from pente_protocol.messages.friends import FriendArrived
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import (
    InvitationEnded,
    Invited,
    ListedRoom,
    LobbyUpdate,
    OnlineList,
    PlayersUpdate,
    RoomFilter,
    RoomSummary,
)
from pente_protocol.messages.post_mortem import Looks
from pente_protocol.messages.rooms import Dismissed, Happened, Missed, Replaced, RoomPresence, Synced
from pente_protocol.messages.tv import Featured
from pente_protocol.newer.unknown import UnknownEvent, UnknownMessage, UnreadableSnapshot

_LOG: Final = logging.getLogger("pente.client")


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
        self._browsing = Browsing(self._notify)
        self._invitations = Invitations(self._notify)
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
        return self._invitations.waiting

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
            self._browsing.filter,
            self._browsing.players,
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
        self._browsing.filter = which

    def browsed(self, rooms: Sequence[ListedRoom]) -> None:
        """The user gets these rooms as the answer to browsing."""
        self._browsing.browsed(rooms)

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
        self._browsing.players = question

    def players_browsed(self, found: OnlineList) -> None:
        """The user gets these players as the answer to that."""
        self._browsing.players_browsed(found)

    def receive_messages(self) -> None:
        """The user is to get messages, on every link from now on."""
        self._receives_messages = True

    def answering(self, room: RoomId) -> RoomSummary | None:
        """The player joins a room, or declines: its invitation, if there is one, waits no longer."""
        return self._invitations.answering(room)

    def not_answered(self, invitation: RoomSummary) -> None:
        """The server has refused that."""
        self._invitations.not_answered(invitation)

    # What happens on the wire ---------------------------------------------------------------------------

    def connected(self, welcome: Welcome) -> None:
        """A link was welcomed."""
        is_first, self._welcome = self._welcome is None, welcome
        self._clock.set(welcome.now)
        self._notify(Connected(welcome))
        self._invitations.welcomed(welcome, is_first=is_first)

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
                self._browsing.lobby_changed(message)
            case PlayersUpdate():
                self._browsing.players_changed(message)
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
        self._browsing.listed(rooms)

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
        self._browsing.players_listed(found)

    def unread(self, found: MessageList) -> None:
        """Give the user the messages that were not read, but for those that they have got already."""
        for message in found.messages:
            if message.at > found.read:
                self._message(message)

    def _personal(self, message: Invited | InvitationEnded | FriendArrived | MessageReceived) -> None:
        match message:
            case Invited(room=summary):
                self._invitations.received(summary)
            case InvitationEnded(room=room, host=host):
                self._invitations.ended(room, host)
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

    def _notify(self, update: Update) -> None:
        self._queue.push(update)
