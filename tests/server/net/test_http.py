"""What the port answers to those who speak plain HTTP."""

import asyncio
import json

import pytest

from pente_core.room import Options
from pente_protocol.messages import Create, Error
from pente_server.store import ProblemCode
from tests.support.peer import Peer, Served, creating
from tests.support.waiting import patience


async def exchange(served: Served, request: str) -> tuple[int, dict[str, str], str]:
    """The status, headers and body that a request gets."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    try:
        writer.write(request.replace("\n", "\r\n").encode("latin-1"))
        async with patience(f"an answer to {request!r}"):
            head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    finally:
        writer.close()
        await writer.wait_closed()
    status, *lines = head.split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    return int(status.split()[1]), headers, body


def get(path: str, *headers: str) -> str:
    return "\n".join((f"GET {path} HTTP/1.1", "Host: example.org:8765", *headers, "", ""))


async def test_health(served: Served) -> None:
    async with Peer(served.url) as peer:
        await peer.hello()
        await peer.create()
        await peer.create(options=Options(private=True))  # which nobody else may know of
        status, headers, body = await exchange(served, get("/healthz"))

    assert status == 200
    assert headers["content-type"] == "application/json"
    assert json.loads(body) == {
        "status": "ok",
        "reason": "",
        "warnings": {},
        "server": served.node.name,
        "protocol": 1,
        "durability": "memory",
        "connections": 1,
        "rooms": 1,
    }


async def test_health_with_a_problem(served: Served) -> None:
    served.node.problems.report(ProblemCode.DISK_FULL, "the disk is full", "at 10.0.0.1")
    status, _, body = await exchange(served, get("/healthz?verbose"))

    assert status == 503
    report = json.loads(body)
    assert (report["status"], report["reason"]) == ("disk-full", "the disk is full")


async def test_a_balancer_asks_whether_to_send_players(served: Served) -> None:
    assert (await exchange(served, get("/readyz")))[::2] == (200, "ready\n")

    served.node.problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")
    assert (await exchange(served, get("/readyz")))[::2] == (503, "store-not-durable: appendonly is off\n")

    served.node.problems.over(ProblemCode.NOT_DURABLE)
    assert (await exchange(served, get("/readyz")))[::2] == (200, "ready\n")


async def test_players_are_told_why(served: Served) -> None:
    async with Peer(served.url) as peer:
        await peer.hello()
        served.node.problems.report(ProblemCode.REPLACED, "this is another store")
        error = await peer.told(Error, Create, **creating())

    assert error.code == "unavailable"
    assert "this is another store" in error.text


async def test_a_browser_is_told_how_to_join(served: Served) -> None:
    status, headers, body = await exchange(served, get("/"))

    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    assert "pente play ws://example.org:8765" in body
    assert "server" not in headers


@pytest.mark.parametrize("host", ["<script>alert(1)</script>", "a b;c", "{host}"], ids=ascii)
async def test_nothing_harmful_is_repeated(served: Served, host: str) -> None:
    status, _, body = await exchange(served, f"GET / HTTP/1.1\nHost: {host}\n\n")

    assert status == 200
    assert not set("<>;\x1b") & set(body)


@pytest.mark.parametrize("path", ["/nothing", "/healthz/", "/../etc/passwd", "//", "/%2e%2e/", "/?" * 50])
async def test_there_is_nothing_else(served: Served, path: str) -> None:
    assert (await exchange(served, get(path)))[0] == (200 if path.startswith("/?") else 404)


@pytest.mark.parametrize(
    "request_",
    [
        "GET /\n\n",
        "nonsense\n\n",
        "\x16\x03\x01\x02\n\n",
        get("/", "Upgrade: websocket"),
        get("/", "Upgrade: websocket", "Upgrade: websocket", "Connection: Upgrade"),
        get("/", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 7"),
        get("/", "X-Long: " + "x" * 9000),
        get("/", *("X-Many: x" for _ in range(300))),
    ],
    ids=range(8),
)
async def test_a_bad_request_hurts_nobody(
    served: Served, request_: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("WARNING"):
        try:
            status, _, _ = await exchange(served, request_)
            assert 400 <= status < 500
        except (ConnectionError, IndexError):
            pass  # no answer at all
        async with Peer(served.url) as peer:
            await peer.hello()
    assert caplog.records == []
