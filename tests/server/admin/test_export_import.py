"""`pente admin`: everything from one store into another, and nothing lost, doubled or overwritten."""

import asyncio
import json
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest
from redis.asyncio import Redis

from pente_client.cli import main
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.rating import Pool, Rating, Result, Speed
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.rooms import Watch
from pente_server.admin.importer import is_served
from pente_server.embedded import start_embedded
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.store import Account
from pente_server.store.accounts.account_store import ResultUpdate
from pente_server.store.redis.partitions import MOST
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from pente_server.store.sequel_store import NamedSequel
from tests.support.games.live_rooms import live_rooms
from tests.support.peer import Peer, a_game, peers, play, serving
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until

LONG_AGO = Instant(1_600_000_000_000)
FOR_EVER = Instant(1 << 45)


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture
async def urls(valkey: Valkey) -> tuple[str, str]:
    """Two empty stores."""
    async with Redis.from_url(valkey.url) as client:
        await client.flushall()
    return valkey.url, valkey.url.replace("/0", "/1")


async def run(*arguments: object) -> int:
    """`pente admin` in a thread, as it has an event loop of its own."""
    return await asyncio.to_thread(main, ["admin", *map(str, arguments)])


async def a_server_with_everything(url: str) -> None:
    """Live and finished games, an unfinished filing, results, and names; and a server that is long gone."""
    async with (
        redis_store(url) as store,
        serving(store) as served,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        over = await a_game(alice, bob, "pente", "5+3")
        await play(alice, over, 180)
        await bob.act(over, cmd.Resign())
        live = await a_game(bob, alice, "pente", "5+3")
        await play(bob, live, 180)
        await alice.create("gomoku", "3d/move", invite=("bob",))
        await until(lambda: _is_filed(store))
        player = alice.welcome.player.id
        assert await store.turns.choose(player, notify=True)
    async with redis_store(url) as store:
        await store.accounts.count(a_count(player))
        await store.accounts.block(player, bob.welcome.player.id)
        gone = Account(PlayerId(token_hex(16)), "gone", PlayerKind.PERSON)
        assert await store.accounts.open(gone)
        await store.accounts.delete(gone.id, gone.name)
        await store.accounts.rename(await _account(store, player), "alicia", Instant(LONG_AGO + 5))
    async with Redis.from_url(url) as client:
        await client.delete("pente:{pulse}:beats", "pente:{pulse}:formats", "pente:{pulse}:outages")
        await client.hset("pente:{pulse}:beats", "gone", f"{LONG_AGO} {LONG_AGO} ")


async def _account(store: RedisStore, player: PlayerId) -> Account:
    account = await store.accounts.account(player)
    assert account is not None
    return account


async def _is_filed(store: RedisStore) -> bool:
    return not await store.archive.unfiled(FOR_EVER)


def a_count(player: PlayerId) -> ResultUpdate:
    pool = Pool("keryo-pente", Speed.BLITZ)
    rating = Rating(1612.5, 61.25, 0.0599, LONG_AGO)
    entry = LedgerEntry(pool, LONG_AGO, Result.WIN, Rating(), rating)
    standing = PoolResults(1, 0, 0, 1, rating, LONG_AGO)
    return ResultUpdate(
        player,
        room="elsewhere",  # type: ignore[arg-type]
        pool=str(pool),
        before=b"",
        after=standing.encode(),
        entry=entry.encode(),
        is_rated=True,
        score=rating.value,
    )


async def contents(url: str) -> dict[str, object]:
    """All that is kept, but for when things expire or were noted."""
    kept: dict[str, object] = {}
    async with Redis.from_url(url) as client:
        for key in sorted(await client.keys("pente:*")):
            name = str(key, "utf-8") if isinstance(key, bytes) else key
            match await client.type(key):
                case b"zset" if name.endswith((":finished", ":passing", ":unfiled", ":names")):
                    kept[name] = await client.zrange(key, 0, -1)
                case b"zset":
                    kept[name] = await client.zrange(key, 0, -1, withscores=True)
                case b"hash":
                    kept[name] = await client.hgetall(key)
                case b"set":
                    kept[name] = await client.smembers(key)
                case b"list":
                    kept[name] = await client.lrange(key, 0, -1)
                case _:
                    kept[name] = await client.get(key)
    return kept


def without_commands_of_what_is_over(kept: dict[str, object], finished: list[str]) -> dict[str, object]:
    """Whatever is sent again to a room that is over is refused anyway; the next server notes the rest."""
    left_out = [f":room:{room}:commands" for room in finished]
    return {
        key: value
        for key, value in kept.items()
        if not key.endswith((*left_out, ":beats", "{pulse}:store"))  # the last is a store's own
        and not re.search(r":code(:|$)", key)  # rooms get new codes
    }


async def finished(url: str) -> list[str]:
    async with redis_store(url) as store:
        return list(await store.finished(100))


async def test_a_store_comes_out_of_another_as_it_was(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    await a_server_with_everything(here)
    file = tmp_path / "export.jsonl"

    assert await run("export", file, "--redis", here) == 0
    assert await run("import", file, "--redis", there) == 0

    over = await finished(here)
    assert over == await finished(there)
    before, after = await contents(here), await contents(there)
    assert without_commands_of_what_is_over(after, over) == without_commands_of_what_is_over(before, over)
    async with redis_store(there) as store:
        assert (await store.inventory.served()).until == LONG_AGO


async def test_there_and_back_between_redis_and_a_data_directory(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = urls
    await a_server_with_everything(here)
    first, second, data = tmp_path / "first", tmp_path / "second", tmp_path / "data"

    assert await run("export", first, "--redis", here) == 0
    assert await run("import", first, "--data", data) == 0
    assert await run("export", second, "--data", data) == 0
    assert await run("import", second, "--redis", there) == 0
    capsys.readouterr()
    assert await run("export", "-", "--data", data) == 0

    assert lines(first)[1:] == lines(second)[1:]
    (tmp_path / "third").write_text(capsys.readouterr().out)
    assert lines(tmp_path / "third")[1:] == lines(second)[1:]
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    over = await finished(here)
    before, after = await contents(here), await contents(there)
    assert without_commands_of_what_is_over(after, over) == without_commands_of_what_is_over(before, over)


async def test_a_move_may_change_the_number_of_partitions(urls: tuple[str, str], tmp_path: Path) -> None:
    usual, other = urls
    back = usual.replace("/0", "/2")
    await a_server_with_everything(usual)
    there, here = tmp_path / "there", tmp_path / "here"

    assert await run("export", there, "--redis", usual) == 0
    assert await run("import", there, "--redis", other, "--partitions", 256) == 0
    assert await run("check", "--redis", other) == 0
    assert await run("export", here, "--redis", other) == 0
    assert await run("import", here, "--redis", back) == 0

    over = await finished(usual)
    before, between, after = [await contents(url) for url in (usual, other, back)]
    assert await finished(other) == over
    assert without_commands_of_what_is_over(after, over) == without_commands_of_what_is_over(before, over)
    assert (before[keys.PARTITIONS], between[keys.PARTITIONS]) == (b"64", b"256")
    assert {key for key in between if "{p" in key} != {key for key in before if "{p" in key}


async def test_a_store_keeps_its_number_of_partitions(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, to = tmp_path / "file", ("--redis", urls[1])
    assert await run("export", file, "--redis", urls[0]) == 0
    assert await run("import", file, *to, "--partitions", MOST) == 0
    capsys.readouterr()

    assert await run("import", file, *to, "--merge", "--partitions", 64) == 1

    assert "that store has 1024 partitions, which can't be changed" in capsys.readouterr().err
    assert await run("import", file, *to, "--merge") == 0
    async with redis_store(urls[1]) as store:
        assert store.partitions == MOST


async def test_games_go_on_and_nobody_pays_for_the_move(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    async with (
        redis_store(here) as store,
        serving(store) as served,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        room = await a_game(alice, bob, "pente", "5+3")
        await play(alice, room, 180)
        credential = bob.credential
    file = tmp_path / "export"
    assert await run("export", file, "--redis", here) == 0
    _long_ago(file)

    assert await run("import", file, "--redis", there) == 0

    async with redis_store(there) as store, serving(store) as served, Peer(served.url) as bob:
        welcome = await bob.hello(credential=credential)
        assert [each.room.id for each in welcome.rooms] == [room]
        await bob.ok(Watch, room=room)
        await play(bob, room, 0)
        left = served.node.keeper.known(room)
        assert left is not None
        assert left.clock.remaining[1] > 200_000


@pytest.mark.parametrize("is_open", [True, False])
async def test_the_next_game_comes_along_and_is_opened_if_it_was_not(
    urls: tuple[str, str], tmp_path: Path, is_open: bool
) -> None:
    here, there = urls
    async with (
        redis_store(here) as store,
        serving(store) as served,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        room = await alice.create("freestyle", options=Options(games=2))
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Resign())
        sequel = (await alice.happened(ev.Continued)).room
        await alice.ok(Watch, room=sequel)
    async with Redis.from_url(here) as client:
        if not is_open:
            await client.delete(KEYS.log(sequel), KEYS.commands(sequel))
        await client.delete("pente:{pulse}:beats", "pente:{pulse}:formats", "pente:{pulse}:outages")
    assert await run("export", tmp_path / "file", "--redis", here) == 0
    assert await run("import", tmp_path / "file", "--redis", there) == 0

    async with redis_store(there) as store:
        queued = [] if is_open else [NamedSequel(room, sequel)]
        assert await store.sequels.unopened() == queued
        async with serving(store):
            await until(lambda: _is_open(store, sequel))


async def _is_open(store: RedisStore, room: RoomId) -> bool:
    return bool(await store.read(room, 0))


def _long_ago(file: Path) -> None:
    """Have the server of an export end an hour earlier, and all in it happen earlier too."""
    text = file.read_text()
    now = json.loads(text.splitlines()[0])["at"]
    hour = 3_600_000

    def shifted(value: object) -> object:
        match value:
            case int() if not isinstance(value, bool) and abs(value - now) < hour:
                return value - hour
            case dict():
                return {key: shifted(item) for key, item in value.items()}
            case list():
                return [shifted(item) for item in value]
            case _:
                return value

    file.write_text("".join(f"{json.dumps(shifted(json.loads(line)))}\n" for line in text.splitlines()))


async def test_again_changes_nothing(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    await a_server_with_everything(here)
    file = tmp_path / "export"
    await run("export", file, "--redis", here)
    await run("import", file, "--redis", there)
    before = await contents(there)

    assert await run("import", file, "--redis", there, "--merge") == 0
    assert await run("import", file, "--redis", here, "--merge") == 0

    assert await contents(there) == before


async def test_one_that_was_broken_off_is_completed(
    urls: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = urls
    await a_server_with_everything(here)
    file = tmp_path / "export"
    await run("export", file, "--redis", here)
    monkeypatch.setattr("pente_server.admin.importer.EVENTS_AT_ONCE", 2)

    for fuel in range(1, 60, 3):
        with monkeypatch.context() as patch:
            _break_after(patch, fuel)
            await run("import", file, "--redis", there, "--merge")
    assert await run("import", file, "--redis", there, "--merge") == 0

    again = tmp_path / "again"
    assert await run("export", again, "--redis", there) == 0
    assert without_commands(again) == without_commands(file)


def _break_after(patch: pytest.MonkeyPatch, requests: int) -> None:
    """Let an import fail after so many requests to the store."""
    from pente_server.store import StoreUnavailable
    from pente_server.store.redis.wire.server import RedisServer

    ask, left = RedisServer.ask, requests

    async def failing(self: RedisServer, question: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreUnavailable("the store was killed")
        return await ask(self, question)  # type: ignore[arg-type]

    patch.setattr(RedisServer, "ask", failing)


class TestMerging:
    async def test_nothing_goes_into_a_store_with_data(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        here, there = urls
        file = tmp_path / "export"
        await run("export", file, "--redis", here)
        async with redis_store(there) as store:
            await store.accounts.open(an_account("carol"))
        before = await contents(there)

        assert await run("import", file, "--redis", there) == 1

        assert "that store already has data" in capsys.readouterr().err
        assert await contents(there) == before

    async def test_what_is_there_stays_as_it_is(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        here, there = urls
        await a_server_with_everything(here)
        file = tmp_path / "export"
        await run("export", file, "--redis", here)
        async with redis_store(here) as store:
            bob = await store.accounts.find("bob")
            assert bob is not None
        mine, namesake = an_account("alicia"), replace(bob, devices=())
        async with redis_store(there) as store:
            await store.accounts.open(mine)
            await store.accounts.open(namesake)

        assert await run("import", file, "--redis", there, "--merge") == 0

        told = capsys.readouterr().err
        assert "left unchanged: the name alicia belongs to another player" in told
        assert "left unchanged: the account of bob has changed" in told
        async with redis_store(there) as store:
            assert await store.accounts.find("alicia") == mine
            assert await store.accounts.find("bob") == namesake
            assert len(await live_rooms(store)) == 2


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "the file is incomplete; export it again"),
            ("hello\n", "line 1 is not a JSON object"),
            ("\udcff\n", "line 1 is not a JSON object"),
            ('{"t": "log"}\n', "this is not an export of a server"),
            ('{"t": "export", "format": 9}\n', "this export has format 9, and formats up to 1 can be read"),
            ('{"t": "export", "format": 1}\n', "the file is incomplete"),
            ('{"t": "export", "format": 1}\n{"t": "end", "lines": 7}\n', "the file is incomplete"),
            ('{"t": "export", "format": 1}\n{"t": "cat"}\n', "line 2 can't be read"),
            ('{"t": "export", "format": 1}\n{"t": "account", "id": 5}\n', "line 2 can't be read"),
            (
                '{"t":"export","format":1}\n{"t":"room","room":"r2345678","left":null,"commands":[],"events":[]}\n',
                "room r2345678 has an invalid log",
            ),
        ],
    )
    async def test_files_that_are_no_exports(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str
    ) -> None:
        file = tmp_path / "export"
        file.write_bytes(text.encode(errors="surrogateescape"))

        assert await run("import", file, "--redis", urls[0]) == 1

        assert why in capsys.readouterr().err
        assert await contents(urls[0]) == {}

    async def test_a_server_that_runs(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "export"
        async with redis_store(urls[0]) as store, serving(store):
            await until(lambda: is_served(store))
            assert await run("export", file, "--redis", urls[0]) == 0
            assert "a server is running on that store" in capsys.readouterr().err
            assert await run("import", file, "--redis", urls[0], "--merge") == 1
            assert "a server is running on that store; stop it" in capsys.readouterr().err

    async def test_a_data_directory_that_is_used_or_not_there(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "export"
        assert await run("export", file, "--data", tmp_path / "nowhere") == 1
        assert "there is no data in" in capsys.readouterr().err
        engine = await start_embedded(tmp_path / "data")
        try:
            assert await run("export", file, "--data", tmp_path / "data") == 1
        finally:
            await engine.stop()
        assert "stop" in capsys.readouterr().err
        assert not file.exists()

    async def test_a_file_that_cannot_be_written_or_read(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert await run("export", tmp_path / "no" / "file", "--redis", urls[0]) == 1
        assert await run("import", tmp_path / "no" / "file", "--redis", urls[0]) == 1
        assert capsys.readouterr().err.count("No such file or directory") == 2
        assert entries(tmp_path) == []


def an_account(name: str) -> Account:
    return Account(PlayerId(token_hex(16)), name, PlayerKind.PERSON)


def entries(directory: Path) -> list[Path]:
    return list(directory.iterdir())


def lines(file: Path) -> list[dict[str, object]]:
    """The lines of an export, but for spans that have gone on."""
    return [
        {key: value for key, value in json.loads(line).items() if key != "left"}
        for line in file.read_text().splitlines()
    ]


def without_commands(file: Path) -> list[dict[str, object]]:
    return [{key: value for key, value in line.items() if key != "commands"} for line in lines(file)[1:]]


async def test_an_import_says_in_which_format_logs_may_be(urls: tuple[str, str], tmp_path: Path) -> None:
    old, new = urls
    await a_server_with_everything(old)
    assert await run("export", tmp_path / "file", "--redis", old) == 0
    assert await run("import", tmp_path / "file", "--redis", new) == 0

    async with redis_store(new) as store:
        assert await store.inventory.log_format() == ev.LOG_FORMAT


@pytest.mark.parametrize("action", [("export", "-"), ("import", "file"), ("check",), ("adopt",)])
async def test_a_store_of_a_newer_version_is_left_alone(
    urls: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    action: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert await run("export", "file", "--redis", urls[1]) == 0
    capsys.readouterr()
    async with Redis.from_url(urls[0]) as client:
        await client.hset(keys.STORE, "format", ev.LOG_FORMAT + 1)

        assert await run(*action, "--redis", urls[0]) == 1

        said = capsys.readouterr().err
        assert said == "pente admin: a newer version of pente has served this store; use that one\n"
        assert await client.hgetall(keys.STORE) == {b"format": str(ev.LOG_FORMAT + 1).encode()}


async def test_a_format_that_is_damaged_keeps_nobody_from_checking(urls: tuple[str, str]) -> None:
    async with Redis.from_url(urls[0]) as client:
        await client.hset(keys.STORE, "format", b"\xff")
        assert await run("check", "--redis", urls[0]) == 0
