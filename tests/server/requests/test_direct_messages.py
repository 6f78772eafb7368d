"""Direct messages: who may write to whom, what is kept, and what reaches which connections."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.direct_messages import (
    MessageReceived,
    Messages,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.messages.friends import Befriend
from pente_protocol.messages.people import Block, PersonalData, PersonalDataFound
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.store import StoreUnavailable
from pente_server.store.memory.messages import MemoryMessages
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.people.message_store import MOST_FROM_ONE, MOST_MESSAGES, InboxFull
from tests.support.peer import Peer, Served, a_command, peers, serving


@pytest_asyncio.fixture
async def two() -> AsyncIterator[tuple[Served, Served]]:
    """Two nodes on one store."""
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as one, serving(MemoryStore(memory)) as other:
        yield one, other


async def write(peer: Peer, to: str, text: str) -> Instant:
    at: Instant = (await peer.ok(SendMessage, command_id=a_command(), to=to, text=text)).at
    return at


async def refused(peer: Peer, to: str, text: str = "hello") -> str:
    return await peer.code(SendMessage, command_id=a_command(), to=to, text=text)


def received(peer: Peer) -> list[str]:
    return [message.message.text for message in peer.said if isinstance(message, MessageReceived)]


async def kept(peer: Peer) -> list[str]:
    return [message.text for message in (await peer.ok(Messages)).messages]


class TestDelivery:
    async def test_reaches_all_connections_at_once_and_only_once(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            await again.hello(credential=bob.credential)
            at = await write(alice, "BOB", "shall  we\x1b play?")
            for peer in (bob, again):
                message = (await peer.heard(MessageReceived)).message
                assert (message.by.name, message.text, message.at) == ("alice", "shall we play?", at)
            await write(alice, "bob", "now")
            await bob.heard(MessageReceived, lambda news: news.message.text == "now")
            assert received(bob) == ["shall we play?", "now"]

    async def test_what_is_sent_again_is_the_same_message(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            fields = {"command_id": a_command(), "to": "bob", "text": "hello"}
            first, second = [await alice.ok(SendMessage, **fields) for _ in range(2)]
            assert first.at == second.at
            await write(alice, "bob", "end")
            await bob.heard(MessageReceived, lambda news: news.message.text == "end")
            assert received(bob) == ["hello", "end"]

    async def test_one_whose_answer_was_lost_reaches_all_the_same(
        self, two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        send = MemoryMessages.send

        async def answer_lost(
            store: MemoryMessages, player: PlayerId, command: str, sender: Identity, text: str
        ) -> Instant | InboxFull:
            await send(store, player, command, sender, text)
            raise StoreUnavailable("the connection broke")

        one, other = two
        async with peers(one.url, "alice", "bob") as (alice, bob), Peer(other.url) as again:
            await again.hello(credential=bob.credential)
            monkeypatch.setattr(MemoryMessages, "send", answer_lost)
            assert await refused(alice, "bob") == ErrorCode.UNAVAILABLE
            for peer in (bob, again):
                assert (await peer.heard(MessageReceived)).message.text == "hello"

    async def test_crosses_nodes(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with peers(one.url, "alice") as (alice,), peers(other.url, "bob") as (bob,):
            await write(alice, "bob", "hello")
            await write(alice, "bob", "there")
            await bob.heard(MessageReceived, lambda news: news.message.text == "there")
            assert received(bob) == ["hello", "there"]

    async def test_is_kept_for_one_who_is_away_until_it_is_read(self, served: Served) -> None:
        async with peers(served.url, "alice") as (alice,):
            async with peers(served.url, "bob") as (bob,):
                credential = bob.credential
            await write(alice, "bob", "hello")
            last = await write(alice, "bob", "are you there?")
            for unread, until in ((2, last), (0, Instant(0))):
                async with Peer(served.url) as again:
                    assert (await again.hello(credential=credential)).unread_messages == unread
                    assert await kept(again) == ["hello", "are you there?"]
                    await again.ok(ReadMessages, until=until)
                    found = await again.ok(Messages)
                    assert found.read == last

    async def test_is_in_the_personal_data(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await write(alice, "bob", "hello")
            await bob.ok(SetMessagePolicy, policy=MessagePolicy.FRIENDS)
            found = await bob.told(PersonalDataFound, PersonalData)
            assert [message.text for message in found.messages] == ["hello"]
            assert found.message_policy is MessagePolicy.FRIENDS


class TestWhoMayWrite:
    async def test_not_to_oneself_to_nobody_or_without_words(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, _):
            assert await refused(alice, "alice") == ErrorCode.BAD_NAME
            assert await refused(alice, "nobody") == ErrorCode.UNKNOWN_PLAYER
            assert await refused(alice, "bob", " \u202e ") == ErrorCode.BAD_MESSAGE

    async def test_not_a_guest(self, served: Served) -> None:
        async with peers(served.url, "bob") as (bob,), Peer(served.url) as guest:
            await guest.hello()
            assert await refused(guest, "bob") == ErrorCode.ACCOUNT_NEEDED
            assert received(bob) == []

    async def test_not_to_a_bot(self, served: Served) -> None:
        async with peers(served.url, "alice") as (alice,), Peer(served.url) as robot:
            await robot.hello("robot", kind=PlayerKind.BOT)
            assert await refused(alice, "robot") == ErrorCode.NOT_AVAILABLE

    async def test_not_where_one_has_blocked_the_other(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await bob.ok(Block, player="alice")
            assert await refused(alice, "bob") == ErrorCode.NOT_AVAILABLE
            assert await refused(bob, "alice") == ErrorCode.NOT_AVAILABLE
            assert await kept(bob) == []

    async def test_only_friends_to_one_who_wants_that(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await bob.ok(SetMessagePolicy, policy=MessagePolicy.FRIENDS)
            assert await refused(alice, "bob") == ErrorCode.NOT_AVAILABLE
            assert (await bob.ok(Messages)).policy is MessagePolicy.FRIENDS
            await bob.ok(Befriend, player="alice")
            await write(alice, "bob", "hello")
            await bob.ok(SetMessagePolicy, policy=MessagePolicy.EVERYBODY)
            assert (await bob.ok(Messages)).policy is MessagePolicy.EVERYBODY

    async def test_not_too_fast(self) -> None:
        allowance = Allowance(direct_messages=RateLimit(0.01, 2))
        async with (
            serving(MemoryStore(), allowance=allowance) as served,
            peers(served.url, "alice", "bob") as (alice, _),
        ):
            for _ in range(2):
                await write(alice, "bob", "hello")
            assert await refused(alice, "bob") == ErrorCode.RATE_LIMITED

    async def test_not_to_one_who_does_not_read(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            store, me = served.node.store.messages, bob.welcome.player.id
            for number in range(MOST_MESSAGES):
                sender = Identity(PlayerId(f"{number:032}"), "others")
                await store.send(me, str(number), sender, "hello")
            assert await refused(alice, "bob") == ErrorCode.TOO_MANY
            await bob.ok(ReadMessages, until=Instant(2**50))
            await write(alice, "bob", "hello")

    async def test_a_stranger_fills_no_inbox(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            for number in range(MOST_FROM_ONE):
                await write(alice, "bob", str(number))
            assert await refused(alice, "bob") == ErrorCode.TOO_MANY
            await write(carol, "bob", "hello")
            await bob.heard(MessageReceived, lambda news: news.message.text == "hello")
            await bob.ok(ReadMessages, until=Instant(2**50))
            await write(alice, "bob", "more")
