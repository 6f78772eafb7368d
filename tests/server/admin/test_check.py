"""`pente admin check`: finds all that is damaged, and repairs it without deleting anything."""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from pente_client.cli import main
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.rooms import Watch
from pente_server.access.house_accounts import claim_house_accounts
from pente_server.admin.actions import DAMAGED
from pente_server.admin.exporter import export
from pente_server.admin.importer import check_file, check_store, import_
from pente_server.admin.progress import Progress
from pente_server.rooms.room_listing import CLOCKS
from pente_server.store.archive_store import sort_key
from pente_server.store.redis.wire import keys
from pente_server.store.room_list_store import Listing
from tests.server.admin.test_export_import import contents
from tests.support.accounts.sign_in import TestedDevice
from tests.support.peer import Peer, a_game, peers, play, serving
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@dataclass
class Stored:
    """What a server has left behind."""

    url: str
    client: Any
    live: RoomId
    open: RoomId
    over: RoomId
    alice: PlayerId
    credential: str

    async def without_ids(self) -> dict[str, object]:
        """All that is kept, but for what was set aside."""
        return {key: value for key, value in (await contents(self.url)).items() if ":damaged:" not in key}

    async def set_aside(self) -> list[str]:
        return sorted(key.decode() for key in await self.client.keys("*:damaged:*"))


@pytest.fixture
async def stored(valkey: Valkey) -> AsyncIterator[Stored]:
    async with Redis.from_url(valkey.url) as client:
        await client.flushall()
        async with (
            redis_store(valkey.url) as store,
            serving(store) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            await claim_house_accounts(store.accounts, ["random-bot"])
            over = await a_game(alice, bob, "pente", "5+3")
            await play(alice, over, 180)
            await bob.act(over, cmd.Resign())
            live = await a_game(bob, alice, "pente", "5+3")
            await play(bob, live, 180)
            await alice.happened(ev.Moved)
            open_ = await alice.create("gomoku", "3d/move", invite=("bob",))

            async def is_filed() -> bool:
                return await client.exists(KEYS.game(over)) == 1 and not await client.exists(
                    keys.unfiled(KEYS.tag(over))
                )

            await until(is_filed)
            player, credential = alice.welcome.player.id, alice.credential
        yield Stored(valkey.url, client, live, open_, over, player, credential)


async def run(*arguments: object) -> int:
    return await asyncio.to_thread(main, ["admin", *map(str, arguments)])


async def test_nothing_is_wrong_with_what_a_server_leaves_behind(
    stored: Stored, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await contents(stored.url)

    assert await run("check", "--redis", stored.url) == 0
    assert await run("check", "--redis", stored.url, "--repair") == 0

    said = capsys.readouterr()
    assert said.out == ""
    assert "checked 3 rooms, 3 accounts and 1 archived game: nothing is damaged" in said.err
    assert await contents(stored.url) == before


async def damage_type_of_log(stored: Stored) -> str:
    await stored.client.delete(KEYS.log(stored.live))
    await stored.client.set(KEYS.log(stored.live), "x")
    return f"the log of room {stored.live} can't be read: its key has another type"


async def damage_event(stored: Stored) -> str:
    await stored.client.lset(KEYS.log(stored.live), 2, b"\xc1")
    return f"the log of room {stored.live} can't be read"


async def damage_middle(stored: Stored) -> str:
    body = (await stored.client.lrange(KEYS.log(stored.live), 4, 4))[0]
    await stored.client.lrem(KEYS.log(stored.live), 1, body)
    return f"the log of room {stored.live} can't be read"


async def damage_first(stored: Stored) -> str:
    await stored.client.lpop(KEYS.log(stored.open))
    return f"the log of room {stored.open} can't be read"


async def damage_log_gone(stored: Stored) -> str:
    await stored.client.delete(KEYS.log(stored.live), KEYS.commands(stored.live))
    return f"room {stored.live} has no log, but is in these lists: live, deadlines"


async def damage_summary(stored: Stored) -> str:
    await stored.client.hset(keys.live(KEYS.tag(stored.open)), stored.open, b"\xc1")
    return f"the entry of room {stored.open} in the lobby is wrong"


async def damage_lists(stored: Stored) -> str:
    for name in ("*/*/*/*", CLOCKS):
        await stored.client.delete(keys.room_list(KEYS.tag(stored.live), name))
    return f"room {stored.live} is not in the lists that its log leads to"


async def damage_listed(stored: Stored) -> str:
    await stored.client.hset(keys.listed(KEYS.tag(stored.live)), stored.live, b"\xc1")
    return f"room {stored.live} is not in the lists that its log leads to"


async def damage_list_type(stored: Stored) -> str:
    key = keys.room_list(KEYS.tag(stored.live), "*/*/*/*")
    await stored.client.delete(key)
    await stored.client.set(key, "x")
    return f"{key} is a string instead of a sorted set"


async def damage_activity(stored: Stored) -> str:
    await stored.client.hset(keys.activity(KEYS.tag(stored.live)), stored.live, b"1 x")
    return f"lists show an old position of room {stored.live}"


async def damage_ended(stored: Stored) -> str:
    listing = Listing(sort_key(Instant(5), stored.over), ("*/*/*/*",))
    tag = KEYS.tag(stored.over)
    await stored.client.hset(keys.listed(tag), stored.over, listing.record(b"summary"))
    await stored.client.zadd(keys.room_list(tag, "*/*/*/*"), {listing.place: 0})
    return f"room {stored.over} is in lists of live rooms, though it is not live"


async def damage_live(stored: Stored) -> str:
    await stored.client.delete(keys.live(KEYS.tag(stored.live)))
    await stored.client.set(keys.live(KEYS.tag(stored.live)), "x")
    return "live is a string instead of a hash"


async def damage_deadlines(stored: Stored) -> str:
    await stored.client.delete(keys.deadlines(KEYS.tag(stored.live)))
    await stored.client.hset(keys.deadlines(KEYS.tag(stored.live)), "x", "y")
    return "deadlines is a hash instead of a sorted set"


async def damage_deadline(stored: Stored) -> str:
    await stored.client.zrem(keys.deadlines(KEYS.tag(stored.live)), stored.live)
    return f"room {stored.live} has no deadline"


async def damage_finished(stored: Stored) -> str:
    await stored.client.zrem(keys.finished(KEYS.tag(stored.over)), stored.over)
    return f"room {stored.over} is over, but not in the list of finished rooms"


async def damage_account(stored: Stored) -> str:
    await stored.client.hset(KEYS.player(stored.alice), "kind", "robot")
    return f"the account {stored.alice} can't be read"


async def damage_account_type(stored: Stored) -> str:
    await stored.client.delete(KEYS.player(stored.alice))
    await stored.client.set(KEYS.player(stored.alice), "x")
    return f"{KEYS.player(stored.alice)} is a string instead of a hash"


async def damage_name(stored: Stored) -> str:
    await stored.client.delete(KEYS.name("alice"))
    return "the name alice of the account"


async def damage_alike(stored: Stored) -> str:
    await stored.client.delete(KEYS.alike("alice"))
    return "what looks like the name alice of the account"


async def damage_alike_value(stored: Stored) -> str:
    await stored.client.set(KEYS.alike("alice"), "nobody")
    return f"{KEYS.alike('alice')} names no player"


async def damage_name_value(stored: Stored) -> str:
    await stored.client.set(KEYS.name("carol"), "nobody")
    return f"{KEYS.name('carol')} names no player"


async def damage_standing(stored: Stored) -> str:
    await stored.client.hset(KEYS.standings(stored.alice), "pente/blitz", b"x")
    return "results in a pool pente/blitz"


async def damage_ledger(stored: Stored) -> str:
    await stored.client.hset(KEYS.ledger(stored.alice), stored.over, b"\x90")
    return f"entry of the ledger {stored.over}"


async def damage_entry(stored: Stored) -> str:
    await stored.client.set(KEYS.game(stored.over), b"x")
    return f"the archive's entry of game {stored.over} can't be read"


async def damage_list(stored: Stored) -> str:
    await stored.client.zadd(keys.ALL_GAMES, {b"\xff": 0})
    return "the list of all games names b'\\xff'"


async def damage_beat(stored: Stored) -> str:
    await stored.client.hset(keys.BEATS, "node", "when?")
    return "the heartbeat of node can't be read"


async def damage_beats(stored: Stored) -> str:
    await stored.client.delete(keys.BEATS)
    await stored.client.set(keys.BEATS, "x")
    return f"{keys.BEATS} is a string instead of a hash"


async def damage_outage(stored: Stored) -> str:
    await stored.client.rpush(keys.OUTAGES, "since yesterday")
    return f"an outage in {keys.OUTAGES} can't be read"


DAMAGES = [value for name, value in globals().items() if name.startswith("damage_")]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_damage_is_found_and_repaired_and_the_server_starts(
    stored: Stored, damage: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = await damage(stored)
    before = await contents(stored.url)

    # a check changes nothing
    assert await run("check", "--redis", stored.url) == DAMAGED
    said = capsys.readouterr()
    assert expected in said.out
    assert "repair: " in said.out
    assert "--repair" in said.err
    assert await contents(stored.url) == before

    # a repair says what it did, and leaves nothing to be done
    assert await run("check", "--redis", stored.url, "--repair") == 0
    said = capsys.readouterr()
    assert expected in said.out
    assert "repaired: " in said.out
    assert "nothing was deleted" in said.err
    assert await run("check", "--redis", stored.url) == 0
    after = await contents(stored.url)
    assert values(before) <= values(after)

    # and a server starts with what is left
    async with redis_store(stored.url) as store, serving(store) as served, Peer(served.url) as peer:
        await peer.hello("alicia", device=TestedDevice(stored.credential))
        await peer.create()


def values(stored: dict[str, object]) -> set[bytes]:
    """All that is kept under any key, however it is called there."""
    found: set[bytes] = set()
    for value in stored.values():
        match value:
            case bytes():
                found.add(value)
            case dict():
                found.update(value.values())
            case list():
                found.update(item for item in value if isinstance(item, bytes))
            case _:
                pass
    return found


@pytest.mark.parametrize("claim", [KEYS.name("alice"), KEYS.alike("alice")])
async def test_what_is_listed_twice_over_is_told_and_left(
    stored: Stored, capsys: pytest.CaptureFixture[str], claim: str
) -> None:
    await stored.client.set(claim, "f" * 32)

    assert await run("check", "--redis", stored.url, "--repair") == DAMAGED

    assert "is up to you" in capsys.readouterr().out


async def test_other_rooms_are_played_on_while_one_is_damaged(
    stored: Stored, caplog: pytest.LogCaptureFixture
) -> None:
    """At the start, and while it serves."""
    await damage_event(stored)
    await damage_summary(stored)
    async with redis_store(stored.url) as store, serving(store) as served, Peer(served.url) as alice:
        await alice.hello(credential=stored.credential)
        assert await alice.code(Watch, room=stored.live) == ErrorCode.DAMAGED_ROOM
        assert f"room {stored.live} can't be read" in caplog.text
        assert "`pente admin check`" in caplog.text
        async with Peer(served.url) as carol:
            await carol.hello("carol")
            room = await a_game(alice, carol)
            await play(alice, room, 0)
            other = await a_game(alice, carol)
            await stored.client.delete(KEYS.log(room))
            await stored.client.set(KEYS.log(room), "x")
            assert await carol.refusal(room, cmd.Resign()) == ErrorCode.DAMAGED_ROOM
            await play(alice, other, 0)
            assert await carol.code(Watch, room=room) == ErrorCode.DAMAGED_ROOM


@pytest.mark.parametrize("index", [keys.live, keys.deadlines, keys.finished, keys.passing, keys.unfiled])
async def test_a_damaged_list_stops_no_game(
    stored: Stored, index: Any, caplog: pytest.LogCaptureFixture
) -> None:
    for tag in KEYS.tags[:32]:
        await stored.client.delete(index(tag))
        await stored.client.set(index(tag), "x")
    async with (
        redis_store(stored.url) as store,
        serving(store) as served,
        peers(served.url, "carol", "dave") as (carol, dave),
    ):
        for _ in range(6):
            room = await a_game(carol, dave, time="5+0")
            await play(carol, room, 0)
            await dave.act(room, cmd.Resign())
        await store.due(served.node.heartbeat.now())
        await store.room_lists.entries([RoomId(f"room-{number:04}") for number in range(500)])
        await store.finished(5)
        await store.archive.unfiled(served.node.heartbeat.now())
    assert f"{index(KEYS.tags[0])} is damaged" in caplog.text
    assert await run("check", "--redis", stored.url, "--repair") == 0
    assert await run("check", "--redis", stored.url) == 0


async def test_a_damaged_account_is_told_to_its_player_only(stored: Stored) -> None:
    await damage_account_type(stored)
    async with redis_store(stored.url) as store, serving(store) as served:
        async with Peer(served.url) as alice:
            answer = await (await alice.post(Hello, **await alice.introduced(credential=stored.credential)))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.DAMAGED
        async with peers(served.url, "carol") as (carol,):
            await carol.create()


async def test_a_repair_waits_for_no_server_to_be_there(
    stored: Stored, capsys: pytest.CaptureFixture[str]
) -> None:
    await damage_event(stored)
    async with redis_store(stored.url) as store, serving(store):
        assert await run("check", "--redis", stored.url) == DAMAGED
        assert await run("check", "--redis", stored.url, "--repair") == 1
        assert "a server is running on that store" in capsys.readouterr().err
    # and right after an orderly stop there is none
    assert await run("check", "--redis", stored.url, "--repair") == 0


async def test_other_programs_keys_are_left_alone(stored: Stored, capsys: pytest.CaptureFixture[str]) -> None:
    await stored.client.set(b"pente:\xff", "x")
    await stored.client.set("pente:{p01}:something", "x")
    assert await run("check", "--redis", stored.url, "--repair") == 0
    assert "left alone as unknown: 2 keys" in capsys.readouterr().err
    assert await stored.client.get(b"pente:\xff") == b"x"


async def test_a_data_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run("check", "--data", tmp_path / "none") == 1
    assert "there is no data in" in capsys.readouterr().err
    (tmp_path / "d").mkdir()
    assert await run("check", "--data", tmp_path / "d") == 0
    assert "checked 0 rooms" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_said_once_a_second_and_not_before() -> None:
    out, now = Terminal(), 0.0
    progress = Progress(out, lambda: now)
    for second in range(30):
        now = second / 10
        progress.at(second, 30, "keys")
    assert out.getvalue() == "10 of 30 keys\n20 of 30 keys\n"


def test_progress_is_for_terminals_only() -> None:
    out = io.StringIO()
    assert list(Progress(out, count().__next__).each("abc", "letters")) == ["a", "b", "c"]
    assert out.getvalue() == ""


async def test_exports_and_imports_say_how_far_they_are(stored: Stored, tmp_path: Path) -> None:
    out, file = Terminal(), tmp_path / "export"
    progress = Progress(out, count(step=2).__next__)
    async with redis_store(stored.url) as store:
        with file.open("w") as lines:
            await export(store, "pente", lines, progress)
        check_file(file, progress)
        await check_store(store, merge=True)
        await import_(store, file, progress)
    size = f"{file.stat().st_size:,}"
    for said in ("2 of 3 rooms looked up", "2 of 3 rooms written", "1 of 3 names"):
        assert f"{said}\n" in out.getvalue()
    for done in ("checked", "imported"):
        assert f"{size} of {size} bytes {done}\n" in out.getvalue()
