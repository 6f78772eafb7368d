import asyncio
import errno
import socket
import ssl

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, InvalidURI
from websockets.http11 import Response

from pente_client.connection import CannotConnect, Client, Disconnected, Timeouts, parse_address
from pente_client.connection.link.link import _closing, _http_refusal, _sentence
from pente_protocol.errors import CloseCode
from pente_protocol.messages.lists import Rooms
from tests.client.connection.test_client import take
from tests.support.client.fake_proxy import proxy_without_server
from tests.support.client.scripted_server import connected, ok, scripted
from tests.support.waiting import until

HERE = parse_address("wss://example.org")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ConnectionRefusedError(), "Start one with: pente serve"),
        (OSError("Multiple exceptions: ..."), "Start one with: pente serve"),
        (TimeoutError(), "does not answer"),
        (ssl.SSLError(), "does not speak TLS"),
        (ConnectionResetError(), "a server without TLS has an address with ws://"),
        (ssl.SSLCertVerificationError(), "can't be trusted"),
        (socket.gaierror(), "there is no host example.org"),
        (OSError(errno.ENETUNREACH, "unreachable"), "there is no way to example.org"),
        (InvalidMessage("x"), "no pente server"),
        (EOFError(), "no pente server"),
        (InvalidURI("x", "a\x1b[2Jb"), "can't connect to"),
    ],
)
def test_every_failure_is_one_clean_sentence(error: Exception, words: str) -> None:
    if isinstance(error, ssl.SSLCertVerificationError):
        error.verify_message = "self-signed certificate"
    sentence = _sentence(HERE, error)
    assert words in sentence
    assert sentence.isprintable()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (CloseCode.RESTART, "the server restarts"),
        (CloseCode.BUSY, "too many connections"),
        (CloseCode.INTERNAL, "closed the connection: internal"),
        (3999, "with code 3999"),
    ],
)
def test_a_close_without_a_reason_is_explained(code: int, words: str) -> None:
    assert words in _closing(code)


def answer(status: int, body: bytes = b"", **headers: str) -> Response:
    fields = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    return Response(status, "?", fields, body)


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_proxy_without_its_server_is_passing(status: int) -> None:
    lost = _http_refusal(HERE, answer(status, b"<html>"))
    assert (lost.reason, lost.is_passing) == ("the server is not there just now; try again later", True)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (answer(404), "answers with HTTP status 404, not as a pente server; check the address"),
        (answer(429, b"slow down"), "a proxy at wss://example.org takes no more connections"),
        (answer(429, b"\x1b[2J\xff" * 999), "a proxy at wss://example.org"),
    ],
)
def test_other_statuses_are_no_reason_to_wait(response: Response, words: str) -> None:
    lost = _http_refusal(HERE, response)
    assert words in lost.reason
    assert lost.reason.isprintable()
    assert len(lost.reason) <= 300
    assert not lost.is_passing


@pytest.mark.parametrize(
    ("header", "wait"),
    [("10", 10), ("0", 1), ("86400", 30), ("-5", 1), ("Fri, 31 Dec 1999", 1), ("9" * 5000, 1)],
)
def test_the_wait_is_the_one_that_is_asked_for_within_bounds(header: str, wait: float) -> None:
    assert _http_refusal(HERE, answer(503, Retry_After=header)).wait == wait


async def test_a_first_connection_does_not_wait_for_ever() -> None:
    pace = Timeouts(passing=0)
    async with proxy_without_server("503 Service Unavailable") as proxy:
        client = Client(proxy.url, pace=pace)
        with pytest.raises(CannotConnect, match="the server is not there just now; try again later"):
            await client.__aenter__()
    assert proxy.refused == 1


async def test_a_server_that_does_not_read_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    pace = Timeouts(first_delay=0.001, send=0.02)
    async with scripted() as server, connected(server, pace=pace) as (client, _):
        link = client._link._link
        assert link is not None
        monkeypatch.setattr(link._connection, "send", never)
        asking = asyncio.ensure_future(client.list_rooms())
        peer = await server.greet()
        await peer.send(ok(await peer.expect(Rooms)))
        assert await asking == ()
        assert (await take(client, Disconnected)).reason == "the server does not read"


async def test_the_time_to_the_server_is_measured_at_once() -> None:
    async with scripted() as server, connected(server) as (client, _):
        await until(lambda: client.latency is not None)
        assert client.latency is not None
        assert 0 < client.latency < 60


async def test_many_requests_are_asked_a_few_at_a_time() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        asking = [asyncio.ensure_future(client.list_rooms()) for _ in range(300)]
        await peer.expect(Rooms)
        peer.kill()
        again = await server.greet()
        open_ = [await again.expect(Rooms) for _ in range(32)]
        for _ in range(300 - 32):
            await again.send(ok(open_.pop(0)))
            open_.append(await again.expect(Rooms))
        await again.send(*(ok(request) for request in open_))
        assert await asyncio.gather(*asking) == [()] * 300
