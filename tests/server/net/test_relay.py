"""Somebody between a client and a server, who passes on what both say, or changes it.

Both are real: the client knows where it has dialled, the server as what it was asked for.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from pente_client.connection import CannotConnect, Client, CredentialStore, RequestRejected, UnconfirmedServer
from pente_protocol.errors import ErrorCode
from tests.support.client.scripted_server import QUICK
from tests.support.peer import Served

HEAD_ENDS = b"\r\n\r\n"


class Relay:
    """Passes everything on, once it has changed the request of the handshake."""

    def __init__(self, port: int, change: Callable[[bytes], bytes]) -> None:
        """``port``: where the server is."""
        self._server_port, self._change = port, change
        self.port = 0

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        to_server = await asyncio.open_connection("127.0.0.1", self._server_port)
        to_server[1].write(self._change(await reader.readuntil(HEAD_ENDS)))
        await asyncio.gather(_pass_on(reader, to_server[1]), _pass_on(to_server[0], writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
    writer.close()


@asynccontextmanager
async def relayed(served: Served, change: Callable[[bytes], bytes]) -> AsyncIterator[Relay]:
    """A relay on another port, for the time of the block."""
    relay = Relay(served.port, change)
    server = await asyncio.start_server(relay.take, "127.0.0.1")
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()


def as_it_is(head: bytes) -> bytes:
    """The server is asked for by the name of the relay."""
    return head


def by_the_servers_name(served: Served) -> Callable[[bytes], bytes]:
    """The server is asked for by its own name, so that it signs that."""

    def change(head: bytes) -> bytes:
        lines = head.split(b"\r\n")
        host = f"Host: 127.0.0.1:{served.port}".encode()
        return b"\r\n".join(host if line.lower().startswith(b"host:") else line for line in lines)

    return change


def without_a_nonce(head: bytes) -> bytes:
    """The server is asked for a greeting without a signature."""
    line, rest = head.split(b"\r\n", 1)
    return b" ".join([b"GET", b"/", line.split(b" ")[2]]) + b"\r\n" + rest


@pytest.fixture
def store(tmp_path: Path) -> CredentialStore:
    return CredentialStore(tmp_path / "accounts.json")


async def signed_in(
    url: str, store: CredentialStore, name: str = "", *, accepts_address: bool = False
) -> str:
    """Sign in as a person does; the name that the server knows."""
    async with Client(
        url, name=name, identities=store, accepts_address=accepts_address, pace=QUICK
    ) as client:
        return client.me.name


@pytest.mark.parametrize("is_named", [False, True], ids=["by its own name", "by the server's name"])
async def test_a_real_relay_to_a_known_server_is_asked_about(
    served: Served, store: CredentialStore, *, is_named: bool
) -> None:
    assert await signed_in(served.url, store, "anna") == "anna"
    kept = store.contents()
    async with relayed(served, by_the_servers_name(served) if is_named else as_it_is) as relay:
        with pytest.raises(UnconfirmedServer):
            await signed_in(relay.url, store)
    assert store.contents() == kept


async def test_who_says_yes_to_a_relay_is_refused_by_a_server_that_was_asked_for_by_its_name(
    served: Served, store: CredentialStore
) -> None:
    await signed_in(served.url, store, "anna")
    async with relayed(served, by_the_servers_name(served)) as relay:
        with pytest.raises(RequestRejected, match="something in between") as refused:
            await signed_in(relay.url, store, accepts_address=True)
    assert refused.value.code == ErrorCode.WRONG_PROOF


async def test_nobody_opens_an_account_through_one_that_hides_its_name(
    served: Served, store: CredentialStore
) -> None:
    async with relayed(served, by_the_servers_name(served)) as relay:
        with pytest.raises(RequestRejected, match="something in between"):
            await signed_in(relay.url, store, "anna")
    assert await served.node.store.accounts.find("anna") is None


async def test_a_nonce_that_is_taken_away_ends_it(served: Served, store: CredentialStore) -> None:
    async with relayed(served, without_a_nonce) as relay:
        with pytest.raises(CannotConnect, match="can't prove who it is, so nothing was said"):
            await signed_in(relay.url, store, "anna")
    assert await served.node.store.accounts.find("anna") is None
