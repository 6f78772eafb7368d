"""The accounts of house bots, and what opens them."""

import json
from pathlib import Path
from typing import Any

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello
from pente_server.access.access_control import AccessControl, AllowList
from pente_server.access.house_accounts import HouseDevices, claim_house_accounts
from pente_server.admin.export_format import item_from_line, item_to_line
from pente_server.store import Account
from pente_server.store.memory.store import MemoryStore
from tests.support.peer import Peer, Served, serving

NAMES = ("random-bot", "show-black")


async def refusal(served: Served, **hello: Any) -> str:
    """The code of the refusal of a hello."""
    async with Peer(served.url) as peer:
        answer = await peer._answer(Hello, **await peer.introduced(**hello))
        assert isinstance(answer, Error), answer
        return answer.code


async def test_the_same_accounts_are_claimed_again() -> None:
    store = MemoryStore()
    bots = await claim_house_accounts(store.accounts, NAMES)
    assert [(bot.name, bot.kind) for bot in bots.values()] == [(name, PlayerKind.BOT) for name in NAMES]
    assert await claim_house_accounts(store.accounts, NAMES) == bots


async def test_accounts_that_were_imported_are_those_of_the_house() -> None:
    before, after = MemoryStore(), MemoryStore()
    bots = await claim_house_accounts(before.accounts, NAMES)
    for account in await before.accounts.by_ids([bot.id for bot in bots.values()]):
        assert account is not None
        line = json.loads(json.dumps(item_to_line(account)))
        imported = item_from_line(line)
        assert isinstance(imported, Account)
        await after.accounts.open(imported)
    assert await claim_house_accounts(after.accounts, NAMES) == bots


async def test_a_house_bot_is_admitted_whatever_the_password_and_the_list(tmp_path: Path) -> None:
    (tmp_path / "friends").write_text("anna\n")
    access_control = AccessControl("sesame", AllowList(tmp_path / "friends"))
    async with serving(access_control=access_control) as served:
        bots = await claim_house_accounts(served.node.store.accounts, NAMES)
        credentials = served.node.house_devices.issue(bots.values())
        async with Peer(served.url) as peer:
            welcome = await peer.hello(credential=credentials["random-bot"])
        assert welcome.player == bots["random-bot"]


async def test_a_credential_ends_with_the_next_one_and_with_the_house(served: Served) -> None:
    house = served.node.house_devices
    bots = await claim_house_accounts(served.node.store.accounts, NAMES)
    before, after = (house.issue(bots.values())["random-bot"] for _ in range(2))
    assert await refusal(served, credential=before) == ErrorCode.UNKNOWN_DEVICE
    async with Peer(served.url) as peer:
        await peer.hello(credential=after)
    house.revoke()
    assert await refusal(served, credential=after) == ErrorCode.UNKNOWN_DEVICE


async def test_nobody_else_gets_the_name_of_a_house_bot(served: Served) -> None:
    await claim_house_accounts(served.node.store.accounts, NAMES)
    for name in ("random-bot", "Show-Black"):
        assert await refusal(served, name=name, kind=PlayerKind.BOT) == ErrorCode.NAME_TAKEN


@pytest.mark.parametrize("kind", PlayerKind)
async def test_another_player_keeps_a_name_and_the_log_says_so(
    kind: PlayerKind, served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async with Peer(served.url) as other:
        await other.hello("Random-Bot", kind=kind)
        bots = await claim_house_accounts(served.node.store.accounts, NAMES)
        again = await claim_house_accounts(served.node.store.accounts, NAMES)
    assert [bot.name for bot in bots.values()] == ["random-bot-2", "show-black"]
    assert again == bots
    assert "another player has the name random-bot" in caplog.text


async def test_a_name_that_was_given_up_is_not_taken_while_it_is_reserved(served: Served) -> None:
    async with Peer(served.url) as other:
        await other.hello("random-bot")
        account = await served.node.store.accounts.find("random-bot")
        assert account is not None
        await served.node.store.accounts.rename(account, "anna", Instant(5))
        bots = await claim_house_accounts(served.node.store.accounts, ["random-bot"])
    assert bots["random-bot"].name == "random-bot-2"


async def test_a_bot_whose_names_are_all_taken_does_not_play(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("random-bot", *(f"random-bot-{number}" for number in range(2, 10))):
        async with Peer(served.url) as other:
            await other.hello(name)
    assert set(await claim_house_accounts(served.node.store.accounts, NAMES)) == {"show-black"}
    assert "that house bot does not play" in caplog.text


def test_no_device_is_nobodys() -> None:
    assert HouseDevices().bot_with(DeviceId("")) is None
