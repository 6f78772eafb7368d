"""Which node runs the house bots."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

from pente_server.access.accounts import HOUSE_LEVEL_NAMES
from pente_server.access.house_accounts import HouseDevices
from pente_server.house_bots import house as house_module
from pente_server.house_bots.house import House
from pente_server.house_bots.house_bot import LEVELS, REVIEWER, house_bots
from pente_server.store import StoreUnavailable
from pente_server.store.house_store import LeaseHolder
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.accounts.sign_in import TestedDevice
from tests.support.waiting import until


class FakeBots:
    """Stands for the bots' processes of all nodes. Mutable."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.descriptions: list[bytes] = []

    async def keep_running(self, url: str, describe: Callable[[], bytes]) -> None:
        self.running.append(url)
        self.descriptions.append(describe())
        try:
            await asyncio.Event().wait()
        finally:
            self.running.remove(url)


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> FakeBots:
    fake = FakeBots()
    monkeypatch.setattr(house_module, "keep_running", fake.keep_running)
    monkeypatch.setattr(house_module, "RENEWED_EVERY", 0.001)
    return fake


def running(
    store: MemoryStore, url: str, devices: HouseDevices | None = None
) -> AbstractAsyncContextManager[None]:
    """A node with a house for the time of the block, which it leaves in an orderly way."""
    return House(store, devices or HouseDevices()).running(url)


async def test_of_two_nodes_one_runs_the_bots_and_the_other_takes_over(bots: FakeBots) -> None:
    database = MemoryDatabase()
    async with running(MemoryStore(database), "one"):
        await until(lambda: bots.running == ["one"])
        async with running(MemoryStore(database), "two"):
            async with running(MemoryStore(database), "three"):
                pass  # it has looked for the lease and left
            assert bots.running == ["one"]
        async with running(MemoryStore(database), "two"):
            pass
        assert bots.running == ["one"]
    async with running(MemoryStore(database), "two"):
        await until(lambda: bots.running == ["two"])


async def test_a_node_that_lost_the_lease_ends_its_bots_and_their_keys(bots: FakeBots) -> None:
    store, devices = MemoryStore(), HouseDevices()
    async with running(store, "one", devices):
        await until(lambda: bots.running == ["one"])
        device = TestedDevice(json.loads(bots.descriptions[0])["bots"][0]["credential"]).id
        assert devices.bot_with(device) is not None
        store._memory.lease.holder = LeaseHolder("another")  # it was frozen meanwhile
        await until(lambda: not bots.running)
        assert devices.bot_with(device) is None
        store._memory.lease.holder = None
        await until(lambda: bots.running == ["one"])
    assert store._memory.lease.holder is None


async def test_bots_begin_anew_on_a_store_that_was_emptied(bots: FakeBots) -> None:
    database = MemoryDatabase()
    async with running(MemoryStore(database), "one"):
        await until(lambda: bots.running == ["one"])
        database.register.accounts.clear()
        database.register.names.clear()
        database.lease.holder = None
        await until(lambda: len(bots.descriptions) == 2)
        assert bots.running == ["one"]
    assert len(database.register.accounts) == 8


async def test_a_lease_that_expired_and_that_nobody_took_changes_nothing(bots: FakeBots) -> None:
    database = MemoryDatabase()
    async with running(MemoryStore(database), "one"):
        await until(lambda: bots.running == ["one"])
        database.lease.holder = None
        await until(lambda: database.lease.holder is not None)
    assert len(bots.descriptions) == 1


async def test_the_bots_go_on_while_the_store_does_not_answer(
    bots: FakeBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, asked = MemoryStore(), 0

    async def fail(_holder: object) -> bool:
        nonlocal asked
        asked += 1
        raise StoreUnavailable("gone")

    async with running(store, "one"):
        await until(lambda: bots.running == ["one"])
        monkeypatch.setattr(store.house, "hold", fail)
        await until(lambda: asked > 3)
        assert bots.running == ["one"]


def test_no_bot_gives_one_person_all_its_games_or_waits_long_for_who_left() -> None:
    playing = [bot.options for bot in house_bots(is_compiled=True) if bot.name != REVIEWER]
    assert len(playing) >= len(LEVELS)
    assert {(options["max_each"], options["claim_after"]) for options in playing} == {(4, 120)}


async def test_the_description_has_accounts_secrets_and_the_opponent_of_the_show(bots: FakeBots) -> None:
    async with running(MemoryStore(), "one"):
        await until(lambda: bool(bots.descriptions))
    (line,) = bots.descriptions
    described = {bot["name"]: bot for bot in json.loads(line)["bots"]}
    assert list(described) == [
        *("easy-bot", "medium-bot", "strong-bot", "expert-bot", "random-bot", "show-black", "show-white"),
        "review-bot",
    ]
    assert described["show-white"]["showcase"] == "show-black"
    assert described["show-white"]["seat"] == 0  # white, in every game
    assert described["easy-bot"]["showcase"] == "medium-bot"
    assert "showcase" not in described["expert-bot"]
    assert len({bot["credential"] for bot in described.values()}) == 8
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


async def test_a_bug_is_logged_when_it_shows(
    bots: FakeBots, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_url: str, _describe: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(house_module, "keep_running", fail)
    async with running(MemoryStore(), "one"):
        await until(lambda: "ZeroDivisionError" in caplog.text)
    assert "the house has failed" in caplog.text


def test_nobody_else_can_take_the_names_by_which_levels_are_chosen() -> None:
    assert tuple(LEVELS) == HOUSE_LEVEL_NAMES
