"""Addresses without encryption: allowed once, remembered, shown and forgotten."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from pente_client.cli import main
from pente_client.credentials import CredentialStore
from pente_protocol.address import Address
from tests.support.client.cli_program import Program
from tests.support.peer import Served, serving


@pytest_asyncio.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server of the test seems to be on another machine."""
    monkeypatch.setattr(Address, "is_loopback", property(lambda _: False))
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))


async def status_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, Program]:
    with Program(*arguments).plugged_in(monkeypatch) as program:
        return await program.ended(), program


async def test_what_is_allowed_once_is_remembered_for_that_address(
    served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lobby, url = ("lobby", "--plain"), f"ws://127.0.0.1:{served.port}"
    status, refused = await status_of(monkeypatch, *lobby, url)
    assert status == 3
    assert "is not encrypted" in refused.err.getvalue()
    assert "can read and change all that follows" in refused.err.getvalue()

    status, allowed = await status_of(monkeypatch, *lobby, url, "--insecure")
    assert status == 0
    assert "without encryption from now on" in allowed.err.getvalue()

    for spelled in (url, f"127.0.0.1:{served.port}"):
        status, again = await status_of(monkeypatch, *lobby, spelled)
        assert status == 0
        assert again.err.getvalue() == ""
    assert CredentialStore.default().contents().unencrypted == (url,)


async def test_an_encrypted_address_never_becomes_another_one(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    CredentialStore.default().confirm("1" * 22, f"wss://127.0.0.1:{served.port}")
    CredentialStore.default().allow_unencrypted(f"ws://127.0.0.1:{served.port}")
    status, program = await status_of(monkeypatch, "lobby", "--plain", f"127.0.0.1:{served.port}")
    assert status == 3
    assert f"wss://127.0.0.1:{served.port}" in program.err.getvalue()


def test_servers_are_listed_and_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    store = CredentialStore.default()
    store.confirm("1" * 22, "wss://example.org")
    store.allow_unencrypted("ws://192.168.1.5:8765")
    assert main(["account", "servers"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "wss://example.org#25oxlv25oxlv25ox",
        "ws://192.168.1.5:8765 - without encryption",
    ]
    assert main(["account", "servers", "--forget", "192.168.1.5"]) == 0
    assert capsys.readouterr().out == "Forgot ws://192.168.1.5:8765.\n"
    assert store.contents().unencrypted == ()
    assert main(["account", "servers", "--forget", "192.168.1.5"]) == 1
    assert "No such server" in capsys.readouterr().err
