"""Nobody takes all seats at once, and nobody is flooded with invitations."""

from dataclasses import replace
from typing import Any

import pytest

from pente_core.identity import PlayerKind
from pente_core.room import BotPolicy, Options, Reason
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.lists import Invited
from pente_protocol.messages.people import Block
from pente_protocol.messages.rooms import Act, Create
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from tests.support.peer import GENEROUS, Peer, creating, peers, serving
from tests.support.waiting import until

FEW_JOINS = replace(GENEROUS, joins=RateLimit(0.001, 3))


class TestJoining:
    @pytest.mark.parametrize("kind", list(PlayerKind))
    async def test_nobody_takes_all_open_seats_at_once(self, kind: PlayerKind) -> None:
        async with (
            serving(allowance=FEW_JOINS) as served,
            peers(served.url, "alice") as (alice,),
            Peer(served.url) as greedy,
        ):
            await greedy.hello("greedy", kind=kind)
            rooms = [await alice.create(options=Options(bots=BotPolicy.ANYBODY)) for _ in range(40)]
            answers = [await greedy.ask(Act, **greedy.acting(room, cmd.Join())) for room in rooms]
            refused = [answer for answer in answers if isinstance(answer, Error)]
            assert len(refused) == 37
            assert {answer.code for answer in refused} == {ErrorCode.RATE_LIMITED}
            assert all(answer.retry_ms and answer.retry_ms > 900_000 for answer in refused)

    async def test_by_default_neither(self) -> None:
        allowance = replace(GENEROUS, joins=Allowance().joins)
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
            rooms = [await alice.create() for _ in range(40)]
            answers = [await bob.ask(Act, **bob.acting(room, cmd.Join())) for room in rooms]
            assert sum(not isinstance(answer, Error) for answer in answers) < 20

    async def test_the_invited_and_those_with_a_seat_always_join(self) -> None:
        async with (
            serving(allowance=FEW_JOINS) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            for _ in range(5):
                await bob.act(await alice.create(invite=("bob",)), cmd.Join())
            for _ in range(3):
                await bob.act(await alice.create(), cmd.Join())
            join = bob.acting(await alice.create(invite=("bob",)), cmd.Join())
            first = await bob.ok(Act, **join)
            assert (await bob.ok(Act, **join)).version == first.version

    async def test_a_seat_that_another_took_first_does_not_count(self) -> None:
        async with (
            serving(allowance=FEW_JOINS) as served,
            peers(served.url, "alice", "bob", "carol") as (alice, bob, carol),
        ):
            full = await alice.create()
            await bob.act(full, cmd.Join())
            for _ in range(5):
                assert await carol.refusal(full, cmd.Join()) != ErrorCode.RATE_LIMITED
            for _ in range(3):
                await carol.act(await alice.create(), cmd.Join())

    async def test_players_of_one_address_share_a_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        allowance = replace(GENEROUS, joins_per_address=RateLimit(0.001, 3))
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "alice", "bob", "carol") as (alice, *guests),
        ):
            rooms = [await alice.create() for _ in range(6)]
            await guests[0].act(rooms.pop(), cmd.Join())  # from this machine, which is exempt
            monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
            for number in range(3):
                await guests[number % 2].act(rooms.pop(), cmd.Join())
            for guest in guests:
                assert await guest.refusal(rooms[0], cmd.Join()) == ErrorCode.RATE_LIMITED


class TestInvitations:
    async def test_nobody_sends_many_to_one_player(self) -> None:
        allowance = replace(GENEROUS, open_invitations_from_one=2)
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
            rooms = [await alice.create(invite=("bob",)) for _ in range(2)]
            assert await alice.code(Create, **creating(invite=("bob",))) == ErrorCode.TOO_MANY
            await bob.act(rooms[0], cmd.Decline())
            await alice.create(invite=("bob",))
            assert sum(isinstance(message, Invited) for message in bob.said) == 3

    async def test_nobody_gets_many_from_all_together(self) -> None:
        allowance = replace(GENEROUS, open_invitations=3)
        names = ("bob", "ann", "cat", "dan", "eve")
        async with serving(allowance=allowance) as served, peers(served.url, *names) as (bob, *others):
            for other in others[:3]:
                await other.create(invite=("bob",))
            assert await others[3].code(Create, **creating(invite=("bob",))) == ErrorCode.TOO_MANY
            await others[3].create(invite=("ann",))
            assert sum(isinstance(message, Invited) for message in bob.said) == 3

    @pytest.mark.parametrize(
        ("limit", "told"),
        [
            ("invitations_from_one", "You invite bob too often"),
            ("invitations", "The player bob gets many invitations"),
        ],
    )
    async def test_nor_quickly_one_after_the_other(self, limit: str, told: str) -> None:
        changes: dict[str, Any] = {limit: RateLimit(0.001, 2)}
        allowance = replace(GENEROUS, **changes)
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
            for _ in range(2):
                await alice.act(await alice.create(invite=("bob",)), cmd.Leave())
            answer = await alice.ask(Create, **creating(invite=("bob",)))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.RATE_LIMITED
            assert answer.text.startswith(told)
            assert answer.retry_ms is not None
            await alice.create()
            await bob.create(invite=("alice",))

    async def test_one_that_is_sent_again_counts_once(self) -> None:
        allowance = replace(GENEROUS, invitations_from_one=RateLimit(0.001, 1))
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, _):
            words = creating(invite=("bob",))
            assert (await alice.ok(Create, **words)).room == (await alice.ok(Create, **words)).room

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"seat": 99}, Reason.NO_SUCH_SEAT),
            ({"options": Options(rated=True, private=True)}, Reason.RATING_SHOWN),
        ],
        ids=str,
    )
    async def test_those_of_a_room_that_is_refused_do_not_count(
        self, fields: dict[str, Any], code: Reason
    ) -> None:
        allowance = replace(GENEROUS, invitations=RateLimit(0.001, 1))
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, _):
            for _ in range(3):
                assert await alice.code(Create, **creating(invite=("bob",), **fields)) == code
            await alice.create(invite=("bob",))

    async def test_those_of_blocked_players_do_not_keep_others_from_inviting(self) -> None:
        allowance = replace(GENEROUS, open_invitations=1)
        names = ("alice", "bob", "carol")
        async with serving(allowance=allowance) as served, peers(served.url, *names) as (alice, bob, carol):
            await bob.create(invite=("alice",))
            assert await carol.code(Create, **creating(invite=("alice",))) == ErrorCode.TOO_MANY
            await alice.ok(Block, player="bob")
            await alice.connection.close()
            await until(lambda: not served.node.block_lists.of(alice.welcome.player.id))
            await carol.create(invite=("alice",))

    async def test_if_one_cannot_be_invited_nobody_is(self) -> None:
        allowance = replace(GENEROUS, invitations_from_one=RateLimit(0.001, 1))
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "alice", "bob", "carol") as (alice, bob, _),
        ):
            await alice.create(invite=("carol",))
            for _ in range(2):
                code = await alice.code(
                    Create, **creating(ruleset={"base": "pente", "sides": 4}, invite=("bob", "carol"))
                )
                assert code == ErrorCode.RATE_LIMITED
            assert not any(isinstance(message, Invited) for message in bob.said)
            await alice.create(invite=("bob",))

    async def test_bots_get_more(self) -> None:
        allowance = replace(GENEROUS, open_invitations_from_one=1, bot_factor=3)
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "alice") as (alice,),
            Peer(served.url) as robot,
        ):
            await robot.hello("robot", kind=PlayerKind.BOT)
            for _ in range(3):
                await alice.create(invite=("robot",))
            assert await alice.code(Create, **creating(invite=("robot",))) == ErrorCode.TOO_MANY
