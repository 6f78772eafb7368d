"""What players are to each other, in an export and in a check; and their reports, for the host."""

import json
from asyncio import to_thread
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from pente_client.cli import main
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId
from pente_server.store.people.message_store import FRIENDS_ONLY
from pente_server.store.people.report_store import PlayerReport
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from tests.contracts.accounts.devices import a_device, an_account
from tests.support.valkey import KEYS, Valkey, running_valkey

BOB = Identity(PlayerId("b" * 32), "bob")
REPORT = PlayerReport(Instant(1_000), BOB, Identity(PlayerId("e" * 32), "eve"), "stalls")
ANNA = an_account("anna", a_device())


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey() as running:
        yield running


@pytest.fixture
async def urls(valkey: Valkey) -> tuple[str, str]:
    """Two empty stores, one of them with what people are to each other."""
    async with Redis.from_url(valkey.url) as client:
        await client.flushall()
    store = await RedisStore.connect(valkey.url)
    assert await store.accounts.open(ANNA)
    await store.friends.add(ANNA.id, BOB.id)
    for text in ("hello", "there"):
        await store.messages.send(ANNA.id, text, BOB, text)
    first = (await store.messages.inbox(ANNA.id)).messages[0]
    await store.messages.read(ANNA.id, first.at)
    await store.messages.set_policy(ANNA.id, FRIENDS_ONLY)
    await store.reports.add("bob:1", REPORT)
    await store.close()
    return valkey.url, valkey.url.replace("/0", "/1")


async def run(*arguments: object) -> int:
    """`pente admin` in a thread, as it has an event loop of its own."""
    return await to_thread(main, ["admin", *map(str, arguments)])


async def contents(url: str) -> list[object]:
    store = await RedisStore.connect(url)
    try:
        mailbox = await store.messages.inbox(ANNA.id)
        policy = await store.messages.policy(ANNA.id)
        return [await store.friends.of(ANNA.id), mailbox, policy, await store.reports.open()]
    finally:
        await store.close()


async def test_an_export_takes_them_along_and_again_changes_nothing(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "export"
    assert await run("export", file, "--redis", urls[0]) == 0
    for merge in ((), ("--merge",)):
        assert await run("import", file, "--redis", urls[1], *merge) == 0
        assert await contents(urls[1]) == await contents(urls[0])


async def test_a_check_finds_what_can_not_be_read(
    urls: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    async with Redis.from_url(urls[0]) as client:
        await client.hset(KEYS.messages(ANNA.id), "sent:x", "nonsense")
        await client.hset(keys.REPORTS, "7", "nonsense")
    assert await run("check", "--redis", urls[0], "--repair") == 0
    said = capsys.readouterr().out
    assert "the message sent:x" in said
    assert "the report 7" in said
    assert await run("check", "--redis", urls[0]) == 0


async def test_the_host_reads_and_closes_reports(
    urls: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await run("reports", "--redis", urls[0]) == 0
    assert "1. 1970-01-01 00:00 UTC: bob about eve" in capsys.readouterr().out
    assert await run("reports", "--json", "--redis", urls[0]) == 0
    assert json.loads(capsys.readouterr().out)["text"] == "stalls"
    assert await run("reports", "close", "1", "--redis", urls[0]) == 0
    assert await run("reports", "close", "1", "--redis", urls[0]) == 1
    capsys.readouterr()
    assert await run("reports", "--redis", urls[0]) == 0
    assert capsys.readouterr().out == "No open reports.\n"
