"""Join codes: how a room is found by one, and how it is not."""

import pytest

from pente_core.identity import PlayerKind
from pente_core.room import Options, Reason
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.join_codes import ALPHABET, LENGTH, parse_join_code
from pente_protocol.messages.base import Error
from pente_protocol.messages.people import Block
from pente_protocol.messages.rooms import CodeFound, Create, FindCode, RoomCreated, ShareCode, Watch
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, Served, creating, peers, serving

NO_CODE = "222222"
WRONG_CODES = [NO_CODE, "333333", "444444", "666666"]


async def opened(peer: Peer, **fields: object) -> RoomCreated:
    reply = await peer.ok(Create, **creating(**fields))
    assert isinstance(reply, RoomCreated)
    return reply


async def test_a_room_of_a_person_has_a_code_that_finds_it(trio: list[Peer]) -> None:
    host, guest, _ = trio
    room = await opened(host, options=Options(private=True))
    assert parse_join_code(room.code) == room.code

    found = await guest.told(CodeFound, FindCode, code=f"{room.code[:3]}-{room.code[3:].lower()}")

    assert (found.room, found.code) == (room.room, room.code)
    await guest.act(found.room, cmd.Join())


async def test_the_code_is_the_same_whoever_asks_and_at_every_node() -> None:
    memory = MemoryDatabase()
    async with (
        serving(MemoryStore(memory)) as one,
        serving(MemoryStore(memory)) as other,
        peers(one.url, "anna") as (host,),
        peers(other.url, "boris") as (guest,),
    ):
        room = await opened(host)
        found = await guest.told(CodeFound, FindCode, code=room.code)
        await guest.ok(Watch, room=found.room)
        for peer in (host, guest):
            assert (await peer.told(CodeFound, ShareCode, room=room.room)).code == room.code


async def test_each_room_has_its_own(trio: list[Peer]) -> None:
    rooms = [await opened(trio[0]) for _ in range(20)]
    assert len({room.code for room in rooms}) == 20
    assert all(len(room.code) == LENGTH and not set(room.code) - set(ALPHABET) for room in rooms)


async def test_a_room_of_a_bot_gets_one_when_somebody_asks(served: Served) -> None:
    async with Peer(served.url) as bot:
        await bot.hello("some-bot", kind=PlayerKind.BOT)
        room = await opened(bot)
        assert room.code == ""
        assert (await bot.told(CodeFound, ShareCode, room=room.room)).code


async def test_only_those_in_a_room_get_its_code(trio: list[Peer]) -> None:
    room = await opened(trio[0], options=Options(private=True))
    assert await trio[1].code(ShareCode, room=room.room) == Reason.NOT_WATCHING


async def test_the_code_of_a_room_that_is_over_finds_nothing(trio: list[Peer]) -> None:
    host, guest, _ = trio
    room = await opened(host)
    await host.act(room.room, cmd.Leave())
    assert await guest.code(FindCode, code=room.code) == ErrorCode.UNKNOWN_CODE
    assert await host.code(ShareCode, room=room.room) == Reason.ROOM_CLOSED


async def test_passwords_bans_and_blocks_hold(trio: list[Peer]) -> None:
    host, guest, other = trio
    locked = await opened(host, password="secret")
    found = await guest.told(CodeFound, FindCode, code=locked.code)
    assert await guest.refusal(found.room, cmd.Join()) == ErrorCode.PASSWORD_NEEDED

    room = await opened(host)
    await host.act(room.room, cmd.Ban(guest.welcome.player.id))
    await guest.told(CodeFound, FindCode, code=room.code)
    assert await guest.refusal(room.room, cmd.Join()) == Reason.BANNED

    await host.ok(Block, player=other.welcome.player.name)
    await other.told(CodeFound, FindCode, code=room.code)
    assert await other.refusal(room.room, cmd.Join()) == ErrorCode.NOT_AVAILABLE


@pytest.mark.parametrize("text", ["", NO_CODE, "111111", "\x1b[2J", "K7M2QXX", "x" * 40])
async def test_what_is_no_code_finds_nothing(trio: list[Peer], text: str) -> None:
    assert await trio[0].code(FindCode, code=text) == ErrorCode.UNKNOWN_CODE


class TestGuessing:
    async def test_a_player_gets_few_wrong_codes(self) -> None:
        few = Allowance(wrong_codes=RateLimit(0.001, 3))
        async with serving(allowance=few) as served, peers(served.url, "anna", "guesser") as (host, guesser):
            room = await opened(host)
            for _ in range(10):
                await host.told(CodeFound, FindCode, code=room.code)  # right ones cost nothing
            codes = [await guesser.code(FindCode, code=wrong) for wrong in WRONG_CODES]
            assert codes == [*[ErrorCode.UNKNOWN_CODE] * 3, ErrorCode.RATE_LIMITED]
            assert await guesser.code(FindCode, code=room.code) == ErrorCode.RATE_LIMITED
            await host.told(CodeFound, FindCode, code=room.code)

    async def test_more_accounts_at_one_address_get_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "pente_server.net.addresses.connection_limits.ConnectionLimiter.is_exempt", lambda *_: False
        )
        few = Allowance(wrong_codes_per_address=RateLimit(0.001, 3))
        async with (
            serving(allowance=few) as served,
            peers(served.url, "ann", "bob", "cat", "dan") as guessers,
        ):
            tries = zip(guessers, WRONG_CODES, strict=True)
            codes = [await guesser.code(FindCode, code=wrong) for guesser, wrong in tries]
            assert codes == [*[ErrorCode.UNKNOWN_CODE] * 3, ErrorCode.RATE_LIMITED]


@pytest.mark.parametrize("typed", ["ZZZZZZ", "zoz-zoz"])
async def test_a_wrong_code_is_quoted_as_it_was_typed(trio: list[Peer], typed: str) -> None:
    answer = await trio[0].told(Error, FindCode, code=typed)
    assert answer.text.startswith(f"No room has the code {typed} now.")
