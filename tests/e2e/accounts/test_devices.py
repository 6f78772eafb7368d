"""A player's name over all that changes: the server's address, the laptop, and a second device."""

import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pente_bots.cli import bot as bot_options
from pente_bots.cli.bot_service import service_of
from pente_core.identity import PlayerKind
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.messages.base import Right
from pente_server.store.redis.store import RedisStore
from tests.e2e.accounts.test_account import Shell
from tests.support.peer import Served, serving
from tests.support.processes import serving as serving_process
from tests.support.proxies.load_balancer import balancing
from tests.support.valkey import ALWAYS, running_valkey

pytestmark = pytest.mark.usefixtures("patient_stores")


class Terminal(io.StringIO):
    """What a person types. Mutable."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for name in ("PENTE_URL", "PENTE_NAME", "PENTE_PASSWORD", "PENTE_KEY"):
        monkeypatch.delenv(name, raising=False)
    return Shell(tmp_path / "laptop", monkeypatch, capsys)


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


async def test_a_server_at_another_address_keeps_everybodys_name_after_one_question(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving_process(tmp_path / "data") as server:
        before = f"ws://127.0.0.1:{server.port}"
        anna = await shell.json("account", "create", "anna", before)
    async with serving_process(tmp_path / "data") as server, balancing(server.port) as relay:
        url = f"ws://127.0.0.1:{relay}"

        # Programs are told, and nothing is sent there
        assert await shell.run("account", "devices", url) == 3
        assert "--accept-address" in shell.complaint
        assert f"127.0.0.1:{before.rpartition(':')[2]}" in shell.complaint

        # a person is asked once
        monkeypatch.setattr(sys, "stdin", Terminal("n\n"))
        assert await shell.run("account", "devices", url) == 3
        monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
        (device,) = await shell.lines("account", "devices", url)
        assert "this one" in device
        monkeypatch.setattr(sys, "stdin", Terminal(""))
        profile = await shell.json("profile", "--server", url)
        assert profile["player"]["id"] == anna["id"]
        assert await shell.lines("account") == [f"anna at {url}"]


async def test_one_that_signs_that_it_is_there_keeps_them_without_a_question(
    shell: Shell, tmp_path: Path
) -> None:
    async with serving_process(tmp_path / "data") as server:
        anna = await shell.json("account", "create", "anna", f"ws://127.0.0.1:{server.port}")
    async with serving_process(tmp_path / "data") as server:
        url = f"ws://localhost:{server.port}"
        profile = await shell.json("profile", "--server", url)
        assert profile["player"]["id"] == anna["id"]
        assert await shell.lines("account") == [f"anna at {url}"]


async def test_a_bot_accepts_a_new_address_by_an_option(shell: Shell, tmp_path: Path) -> None:
    async with serving_process(tmp_path / "data") as server:
        await shell.json("account", "create", "anna", f"ws://127.0.0.1:{server.port}")
    async with serving_process(tmp_path / "data") as server:
        url = f"ws://127.0.0.1:{server.port}"
        assert (await shell.json("account", "create", "anna", url, "--accept-address"))["name"] == "anna"
        assert (await shell.json("account", "create", "anna", url))["name"] == "anna"


async def test_a_second_device_plays_under_the_same_name_and_can_be_revoked(
    served: Served, shell: Shell, tmp_path: Path
) -> None:
    anna = await shell.json("account", "create", "anna", served.url)
    told = await shell.lines("account", "link", served.url)
    assert "within 5 minutes" in told[0]
    code = told[1].split()[3]

    shell.at(tmp_path / "phone")
    assert (await shell.json("account", "link", code, served.url))["id"] == anna["id"]
    assert await shell.lines("account") == [f"anna at {served.url}"]
    assert (await shell.json("profile", "--server", served.url))["player"]["id"] == anna["id"]
    assert await shell.run("account", "rename", "mallory", served.url) == 4
    phone = shell.complaint.split("This device, ")[1].partition(",")[0]

    shell.at(tmp_path / "laptop")
    assert len(await shell.lines("account", "allow", phone, served.url)) == 2
    shell.at(tmp_path / "phone")
    assert "manages the account" in (await shell.lines("account", "devices", served.url))[1]

    shell.at(tmp_path / "elsewhere")
    assert await shell.run("account", "link", code, served.url) == 4
    assert "no device can be added with that code" in shell.complaint.lower()
    assert await shell.lines("account") == [
        "You have no names yet. Claim one with: pente account create NAME"
    ]

    shell.at(tmp_path / "laptop")
    listed = [json.loads(line) for line in await shell.lines("account", "devices", served.url, "--json")]
    phone = next(device["id"] for device in listed if not device["current"])
    (left,) = await shell.lines("account", "revoke", phone[:8], served.url)
    assert "this one" in left
    assert await shell.run("account", "revoke", left.split()[0], served.url) == 4
    assert "only device" in shell.complaint

    shell.at(tmp_path / "phone")
    assert await shell.run("account", "devices", served.url) == 4
    assert "revoked" in shell.complaint


async def test_a_script_plays_by_a_key_and_nothing_more(
    served: Served, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await shell.json("account", "create", "anna", served.url)
    file = tmp_path / "bot.key"
    assert await shell.lines("account", "key", str(file), "--server", served.url) == []
    assert file.stat().st_mode & 0o777 == 0o600
    assert await shell.run("account", "key", str(file), "--server", served.url) == 1
    assert len(await shell.lines("account", "devices", served.url)) == 2  # none without a key

    shell.at(tmp_path / "elsewhere")
    assert (await shell.json("profile", "--key", str(file)))["player"]["id"] == anna["id"]
    file.chmod(0o640)
    assert await shell.run("profile", "--key", str(file)) == 3
    assert f"chmod 600 {file}" in shell.complaint
    file.chmod(0o600)
    monkeypatch.setenv("PENTE_KEY", file.read_text())
    assert (await shell.json("profile"))["player"]["id"] == anna["id"]
    assert await shell.run("account", "rename", "mallory") == 4
    assert "Allow it more on a device that may do all" in shell.complaint
    boris = await shell.json("account", "create", "boris", served.url)  # a name goes before
    assert boris["id"] != anna["id"]

    async with serving() as other:
        assert await shell.run("profile", "--server", other.url) == 3
        assert "another server" in shell.complaint
    for wrong in ("pente-key 1", "", f"{file.read_text()} x"):
        file.write_text(wrong)
        assert await shell.run("profile", "--key", str(file)) == 3
        assert "pente account key" in shell.complaint
    assert await shell.run("profile", "--key", str(tmp_path / "none")) == 3


async def test_a_bot_signs_in_by_a_key_that_its_owner_keeps_in_hand(
    served: Served, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned = ("--bot", "--name", "zoe-bot", "--server", served.url)
    monkeypatch.setenv("PENTE_KEY", (await shell.lines("account", "key", "-", *owned))[0])
    shell.at(tmp_path / "elsewhere")

    parser = ArgumentParser()
    bot_options.add_arguments(parser)
    made = service_of(parser.parse_args(["--player", "random"]))
    made.thinker.close()
    async with made.client() as bot:
        assert (bot.me.name, bot.me.kind, bot.welcome.right) == ("zoe-bot", PlayerKind.BOT, Right.PLAY)
        shell.at(tmp_path / "laptop")
        monkeypatch.delenv("PENTE_KEY")
        (left,) = await shell.lines("account", "revoke", "bot", *owned)
        assert "manages the account" in left


async def test_the_host_gives_a_player_who_lost_the_laptop_a_new_code(shell: Shell, tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with serving(await RedisStore.connect(valkey.url)) as served:
            anna = await shell.json("account", "create", "anna", served.url)
            assert await shell.run("admin", "account", "reset", "nobody", "--redis", valkey.url) == 1
            (code,) = await shell.lines("admin", "account", "reset", "anna", "--redis", valkey.url)
            fingerprint = fingerprint_of(served.node.identity.server_id)
            assert f"pente account link {code} ADDRESS#{fingerprint}\n" in shell.complaint

            shell.at(tmp_path / "new laptop")
            async with serving() as impostor:
                assert await shell.run("account", "link", code, f"{impostor.url}#{fingerprint}") == 3
            linked = await shell.json("account", "link", code, f"{served.url}#{fingerprint}")
            assert linked["id"] == anna["id"]
            assert len(await shell.lines("account", "devices", served.url)) == 1

            shell.at(tmp_path / "laptop")  # which was found again
            assert await shell.run("account", "devices", served.url) == 4
            assert "revoked" in shell.complaint
