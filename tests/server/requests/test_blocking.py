"""Players who have blocked others: what those are kept from, and on which connections."""

import pytest

from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import LogList, Logs
from pente_protocol.messages.lists import Invited
from pente_protocol.messages.people import Block, Blocked, Rename, Unblock
from pente_protocol.messages.rooms import Create, Dismissed, Synced, Watch
from pente_server.store.accounts.account_store import MOST_BLOCKED
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, Served, a_game, creating, peers, serving
from tests.support.waiting import until


def lines(peer: Peer, room: RoomId) -> list[str]:
    """The chat that a peer was sent, in snapshots and as events."""
    shown = [m.snapshot.chat for m in peer.said if isinstance(m, Synced) and m.room == room]
    happened = [event for _, event in peer.events(room) if isinstance(event, ev.Said)]
    return [line.text for chat in shown for line in chat] + [line.text for line in happened]


class TestChat:
    async def test_of_a_blocked_player_is_hidden_from_who_blocked(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        assert (await alice.ok(Block, player="CAROL")).player.id == carol.welcome.player.id
        await carol.act(room, cmd.Say("you will lose"))
        await bob.act(room, cmd.Say("good luck"))
        assert (await bob.happened(ev.Said)).text == "you will lose"
        assert (await carol.happened(ev.Said)).text == "you will lose"
        await alice.happened(ev.Hidden)
        assert (await alice.happened(ev.Said)).text == "good luck"
        assert lines(alice, room) == ["good luck"]

    async def test_is_hidden_from_viewers_too(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Block, player="bob")
        await carol.ok(Watch, room=room)
        await bob.act(room, cmd.Say("look at this"))
        await carol.happened(ev.Hidden)
        assert lines(carol, room) == []

    async def test_is_not_in_a_snapshot_nor_in_what_was_missed(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await bob.act(room, cmd.Say("hello"))
        version = alice.version(room)
        await alice.ok(Block, player="bob")
        for resume in ({room: 0}, {room: version - 1}):
            async with Peer(served.url) as again:
                await again.hello(credential=alice.credential, rooms=resume)
                assert again.version(room) >= version
                assert lines(again, room) == []

    async def test_is_not_in_the_log_of_a_finished_game(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await bob.act(room, cmd.Say("hello"))
        await bob.act(room, cmd.Resign())
        await alice.ok(Block, player="bob")

        async def log(peer: Peer) -> tuple[ev.Event, ...]:
            return (await peer.told(LogList, Logs, rooms=(room,))).logs[0].events

        assert any(isinstance(event, ev.Said) for event in await log(bob))
        assert not any(isinstance(event, ev.Said) for event in await log(alice))

    async def test_is_shown_again_once_the_player_is_unblocked(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await alice.ok(Block, player="bob")
        await alice.ok(Unblock, player="bob")
        await bob.act(room, cmd.Say("hello"))
        assert (await alice.happened(ev.Said)).text == "hello"


class TestInvitations:
    async def test_a_blocked_player_can_not_invite_and_is_told_no_more_than_that(
        self, trio: list[Peer]
    ) -> None:
        alice, bob, _ = trio
        await alice.ok(Block, player="bob")
        answer = await bob.ask(Create, **creating(invite=("alice",)))
        assert (answer.code, answer.text) == (  # type: ignore[union-attr]
            ErrorCode.NOT_AVAILABLE, "The player alice is not available. Invite another player.",
        )  # fmt: skip
        assert not any(isinstance(m, Invited) for m in alice.said)

    async def test_an_invitation_from_before_is_not_shown_any_more(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, carol = trio
        await bob.create(invite=("alice",))
        room = await carol.create(invite=("alice",))
        await alice.ok(Block, player="bob")
        async with Peer(served.url) as again:
            welcome = await again.hello(credential=alice.credential)
            assert [row.room.id for row in welcome.rooms] == [room]

    async def test_nor_can_a_rematch_with_them_be_offered_or_accepted(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await bob.act(room, cmd.Resign())
        await alice.act(room, cmd.Offer(OfferKind.REMATCH))
        await alice.ok(Block, player="bob")
        for peer in (alice, bob):
            for command in (cmd.Offer(OfferKind.REMATCH), cmd.Accept(OfferKind.REMATCH)):
                assert await peer.refusal(room, command) == ErrorCode.NOT_AVAILABLE
        await alice.ok(Unblock, player="bob")
        await bob.act(room, cmd.Accept(OfferKind.REMATCH))

    async def test_who_has_blocked_a_player_does_not_invite_them(self, trio: list[Peer]) -> None:
        alice, _, _ = trio
        await alice.ok(Block, player="bob")
        assert await alice.code(Create, **creating(invite=("bob",))) == ErrorCode.NOT_AVAILABLE


class TestSeats:
    async def test_a_blocked_player_does_not_join_a_room_of_who_blocked(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create()
        await alice.ok(Block, player="bob")
        assert await bob.refusal(room, cmd.Join()) == ErrorCode.NOT_AVAILABLE
        await carol.act(room, cmd.Join())

    async def test_nor_a_room_in_which_they_have_a_seat(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await carol.create({"base": "pente", "sides": 3})
        await alice.act(room, cmd.Join())
        await alice.ok(Block, player="bob")
        assert await bob.refusal(room, cmd.Join()) == ErrorCode.NOT_AVAILABLE
        await alice.act(room, cmd.Leave())
        await bob.act(room, cmd.Join())

    async def test_who_has_blocked_a_player_may_still_join_theirs(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await bob.create()
        await alice.ok(Block, player="bob")
        await alice.act(room, cmd.Join())

    async def test_a_join_that_was_carried_out_and_is_sent_again_has_its_first_answer(
        self, trio: list[Peer]
    ) -> None:
        alice, bob, _ = trio
        room = await alice.create()
        join = bob.acting(room, cmd.Join())
        first = await bob.act(**join)
        await alice.ok(Block, player="bob")
        assert (await bob.act(**join)).version == first.version


class TestList:
    async def test_it_is_kept_with_the_account(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        await alice.ok(Block, player="carol")
        await alice.ok(Block, player=bob.welcome.player.id)
        assert [player.name for player in (await alice.ok(Blocked)).players] == ["bob", "carol"]
        async with Peer(served.url) as again:
            welcome = await again.hello(credential=alice.credential)
            assert set(welcome.blocked) == {bob.welcome.player.id, carol.welcome.player.id}

    async def test_it_is_of_players_and_not_of_names(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        await alice.ok(Block, player="bob")
        await bob.ok(Rename, name="robert")
        assert [player.name for player in (await alice.ok(Blocked)).players] == ["robert"]
        room = await alice.create()
        assert await bob.refusal(room, cmd.Join()) == ErrorCode.NOT_AVAILABLE

    async def test_nobody_blocks_themselves_or_a_player_who_does_not_exist(self, trio: list[Peer]) -> None:
        alice, _, _ = trio
        assert await alice.code(Block, player="alice") == ErrorCode.BAD_NAME
        for name in ("nobody-here", "", "f" * 32, "\x00"):
            assert await alice.code(Block, player=name) == ErrorCode.UNKNOWN_PLAYER
            assert await alice.code(Unblock, player=name) == ErrorCode.UNKNOWN_PLAYER

    async def test_it_has_an_end(self, served: Served, trio: list[Peer]) -> None:
        alice, _, _ = trio
        for number in range(MOST_BLOCKED):
            await served.node.store.accounts.block(alice.welcome.player.id, PlayerId(f"{number:032x}"))
        assert await alice.code(Block, player="bob") == ErrorCode.TOO_MANY

    async def test_players_whose_accounts_have_expired_are_taken_off(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, _, _ = trio
        accounts, me = served.node.store.accounts, alice.welcome.player.id
        await accounts.block(me, PlayerId("f" * 32))
        await alice.ok(Block, player="bob")
        assert [player.name for player in (await alice.ok(Blocked)).players] == ["bob"]
        assert len(await accounts.blocked(me)) == 1

    @pytest.mark.parametrize("kind", list(PlayerKind))
    async def test_bots_and_people_are_blocked_alike(self, kind: PlayerKind) -> None:
        async with serving() as served, peers(served.url, "alice") as (alice,), Peer(served.url) as other:
            await other.hello("other", kind=kind)
            await alice.ok(Block, player="other")
            assert await other.code(Create, **creating(invite=("alice",))) == ErrorCode.NOT_AVAILABLE


async def test_the_blocked_player_is_told_nothing(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    room = await a_game(alice, bob)
    before = len(bob.said)
    await alice.ok(Block, player="bob")
    await bob.ok(Watch, room=room, after=bob.version(room))
    assert not any(isinstance(m, Dismissed) for m in bob.said[before:])


async def test_a_change_through_one_node_holds_at_the_others() -> None:
    memory = MemoryDatabase()
    async with (
        serving(MemoryStore(memory)) as here,
        serving(MemoryStore(memory)) as there,
        peers(here.url, "alice", "bob") as (alice, bob),
    ):
        room = await a_game(alice, bob)
        me, lists = alice.welcome.player.id, here.node.block_lists
        async with Peer(there.url) as briefly:  # as `pente account block` does
            await briefly.hello(credential=alice.credential, watch_only=True)
            await briefly.ok(Block, player="bob")
        assert await bob.code(Create, **creating(invite=("alice",))) == ErrorCode.NOT_AVAILABLE
        await until(lambda: bob.welcome.player.id in lists.of(me))
        await bob.act(room, cmd.Say("you can't hear me"))
        await alice.happened(ev.Hidden)
        assert lines(alice, room) == []


async def test_a_node_remembers_the_lists_of_connected_players_only() -> None:
    async with serving() as served, peers(served.url, "bob"):
        lists = served.node.block_lists
        async with peers(served.url, "alice") as (alice,):
            await alice.ok(Block, player="bob")
            me = alice.welcome.player.id
            async with Peer(served.url) as again:
                await again.hello(credential=alice.credential)
            assert len(lists.of(me)) == 1
        await until(lambda: not lists.of(me))
