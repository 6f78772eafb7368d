"""What a client knows of other people: each message once, and invitations that come and go without a link."""

from typing import Any

from pente_client.connection import InvitationOver, InvitationReceived, MessageArrived, Update
from pente_client.connection.state.client_state import ClientState
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.direct_messages import DirectMessage, MessageList, MessageReceived
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import InvitationEnded, Invited, ListedRoom, RoomSummary
from tests.support.client.fake_client import ADA, BOB, START, room_of


def welcome(**fields: Any) -> Welcome:
    return Welcome(RequestId(1), "pente", ADA, START, "strict", **fields)


def message(at: int) -> DirectMessage:
    return DirectMessage(Instant(at), BOB, f"message {at}")


def invitation(id_: str) -> RoomSummary:
    room = room_of(players=(BOB,))
    rules, time = room.created.ruleset, room.created.time
    return RoomSummary(RoomId(id_), rules, time, room.status, room.seats, START, BOB, (ADA,))


async def updates(state: ClientState) -> list[Update]:
    """All that the user is given."""
    state.closed()
    given = []
    while (update := await state.next_update()) is not None:
        given.append(update)
    return given


async def test_each_message_is_given_once_whatever_way_it_comes() -> None:
    state = ClientState()
    state.connected(welcome(unread_messages=2))
    state.received(MessageReceived(message(1)))  # nobody wants it yet
    state.receive_messages()
    state.unread(MessageList(RequestId(1), (message(1), message(2), message(3)), Instant(1)))
    state.received(MessageReceived(message(3)))
    state.received(MessageReceived(message(4)))
    state.unread(MessageList(RequestId(2), (message(3), message(4), message(5)), Instant(2)))
    given = [update.message.at for update in await updates(state) if isinstance(update, MessageArrived)]
    assert given == [2, 3, 4, 5]


async def test_an_invitation_that_came_or_ended_without_a_link_is_told() -> None:
    state = ClientState()
    state.connected(welcome(rooms=(ListedRoom(invitation("room-0001")),)))
    assert [room.id for room in state.invitations] == ["room-0001"]
    state.connected(welcome(rooms=(ListedRoom(invitation("room-0002")),)))
    told = [
        update for update in await updates(state) if isinstance(update, InvitationOver | InvitationReceived)
    ]
    assert told == [InvitationOver(RoomId("room-0001"), BOB), InvitationReceived(invitation("room-0002"))]


async def test_the_end_of_an_invitation_is_told_unless_it_was_answered() -> None:
    state = ClientState()
    state.connected(welcome())
    for number in (1, 2):
        state.received(Invited(invitation(f"room-000{number}")))
    state.answering(RoomId("room-0001"))
    for number in (1, 2):
        state.received(InvitationEnded(RoomId(f"room-000{number}"), BOB))
    told = [update.room for update in await updates(state) if isinstance(update, InvitationOver)]
    assert told == ["room-0002"]
    assert not state.invitations


def test_friends_are_those_of_the_welcome_and_what_was_changed_since() -> None:
    eve = Identity(PlayerId("e" * 32), "eve")
    state = ClientState()
    state.connected(welcome(friends=(BOB.id,)))
    state.befriend(eve.id, is_friend=True)
    state.befriend(BOB.id, is_friend=False)
    assert state.friends == {eve.id}
