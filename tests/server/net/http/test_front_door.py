"""The front door: which request goes where, and what becomes of those that are none."""

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.addresses import connection_limits
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.http import exchange, front_door
from pente_server.net.http.sites import SitePolicy
from tests.server.net.http.doors import Door, opened, said
from tests.support.waiting import patience, until

HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
"""Not a valid one: it has no key."""


def get(path: str, *lines: str, method: str = "GET", host: str = "127.0.0.1:8765") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", "")).encode("latin-1")


def split(answer: bytes) -> tuple[int, dict[str, str], str]:
    """The status, headers and body of an answer that is the only one."""
    head, _, body = answer.decode().partition("\r\n\r\n")
    status, *lines = head.split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    assert len(headers) == len(lines)
    return int(status.split()[1]), headers, body


async def ask(door: Door, *pieces: bytes) -> tuple[int, dict[str, str], str]:
    return split(await said(door.port, *pieces))


TARGETS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=20)
LINES = st.builds(
    "{}: {}".format,
    st.from_regex(r"[A-Za-z!#$%&'*+.^_`|~0-9-]{1,12}", fullmatch=True),
    st.text(st.characters(max_codepoint=0xFF, exclude_characters="\r\n\0"), max_size=12),
)


async def said_or_reset(port: int, sent: bytes) -> bytes:
    """What a server says until it closes the connection; nothing if it resets it."""
    try:
        return await said(port, sent)
    except ConnectionError:
        return b""


class TestPages:
    @pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/nothing"])
    async def test_every_answer_is_safe_and_the_last_one(self, path: str) -> None:
        async with opened() as door:
            status, headers, body = await ask(door, get(path))
            assert status == (404 if path == "/nothing" else 200)
            assert headers["connection"] == "close"
            assert headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "server" not in headers
            assert int(headers["content-length"]) == len(body) > 0
            await until(lambda: door.ports.limits.open_sockets == 0)

    @pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/nothing"])
    async def test_head_is_the_same_without_the_body(self, path: str) -> None:
        async with opened() as door:
            got, asked = await ask(door, get(path)), await ask(door, get(path, method="HEAD"))
        assert asked[2] == ""
        assert asked[0] == got[0]
        assert {**asked[1], "date": ""} == {**got[1], "date": ""}

    async def test_health_is_not_kept(self) -> None:
        async with opened() as door:
            for path in ("/healthz", "/readyz", "/"):
                assert (await ask(door, get(path)))[1]["cache-control"] == "no-store"
            assert json.loads((await ask(door, get("/healthz")))[2]) == {"status": "ok"}

    async def test_what_a_peer_says_about_the_connection_is_not_for_the_pages(self) -> None:
        odd = (
            "Connection: keep-alive, Upgrade",
            "Upgrade: h2c",
            "HTTP2-Settings: x",
            "Expect: 100-continue",
            "TE: x",
        )
        async with opened() as door:
            status, headers, _ = await ask(
                door, get("/", *odd, "X-Forwarded-Proto: https", "Content-Length: 0")
            )
            assert (status, headers["connection"]) == (200, "close")

    async def test_a_program_of_long_ago(self) -> None:
        async with opened() as door:
            status, _, body = await ask(door, b"GET / HTTP/1.0\r\n\r\n")
            assert status == 200
            assert "pente play ws://HOST" in body

    async def test_a_peer_that_has_nothing_more_to_say(self) -> None:
        async with opened() as door:
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(get("/readyz"))
            writer.write_eof()
            async with patience("an answer"):
                assert split(await reader.read())[2] == "ready\n"
            writer.close()

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.tuples(TARGETS, st.lists(LINES, max_size=4)), min_size=1, max_size=10))
    def test_what_the_door_lets_in_is_a_request_to_the_pages(
        self, requests: list[tuple[str, list[str]]]
    ) -> None:
        """Else aiohttp would log a traceback for each, and anybody could fill the log."""

        async def run() -> None:
            async with opened() as door:
                for target, lines in requests:
                    answer = split(await said(door.port, get(f"/{target}", *lines)))
                    assert answer[0] in (200, 404) or answer[2].startswith(("This ", "A web page ")), answer

        asyncio.run(run())


class TestRequests:
    @pytest.mark.parametrize(
        ("sent", "status"),
        [
            (get("/", method="POST"), 405),
            (get("/", "Content-Length: 5", method="PUT") + b"hello", 405),
            (get("/", "Content-Length: 5") + b"hello", 413),
            (get("/", "Transfer-Encoding: chunked") + b"0\r\n\r\n", 413),
            (get("/", "Content-Length: 0", "Content-Length: 40"), 400),
            (get("/", "X: a\r\n b"), 400),
            (b"GET / HTTP/1.1\nHost: localhost\n\n", 400),
            (get("/", "X: \0"), 400),
            (b"GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            (get("/", "X: " + "x" * 100_000), 431),
            (get("/", *["X: y"] * 1000), 431),
            (b"\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03", 400),
            (get("/", "Origin: https://elsewhere.example"), 403),
            (HANDSHAKE.replace(b"\r\n\r\n", b"\r\nOrigin: null\r\n\r\n"), 403),
            (get("/", host="elsewhere.example"), 403),
        ],
        ids=lambda value: repr(value[:60]) if isinstance(value, bytes) else "",
    )
    async def test_what_is_refused(self, sent: bytes, status: int, caplog: pytest.LogCaptureFixture) -> None:
        async with opened() as door:
            with caplog.at_level("INFO"):
                told, headers, body = await ask(door, sent)
            await until(lambda: door.ports.limits.open_sockets == 0)
        assert told == status
        assert headers["connection"] == "close"
        assert int(headers["content-length"]) == len(body)
        assert "\n" not in body[:-1]
        (record,) = caplog.records
        assert record.message.startswith("connection refused address=127.0.0.1 reason=")

    @pytest.mark.parametrize(
        "sent",
        [get("/", "Content-Length: 5", method="HEAD"), get("/", host="elsewhere.example", method="HEAD")],
        ids=["head", "site"],
    )
    async def test_a_refused_head_has_no_body(self, sent: bytes) -> None:
        async with opened() as door:
            _, headers, body = await ask(door, sent)
        assert body == ""
        assert int(headers["content-length"]) > 0

    @pytest.mark.parametrize(
        "path", ["/%2e%2e/", "/..", "//", "/%00", "/%0d%0aX:%20y", "/%ff", "/healthz%2f", "/?%", "/%"]
    )
    async def test_odd_paths(self, path: str) -> None:
        async with opened() as door:
            status, headers, text = await ask(door, get(path))
        assert status == (200 if path.startswith("/?") else 404)
        assert status == 200 or text.startswith("There is no such page here.")
        assert "x" not in headers

    async def test_a_second_request_is_not_read(self) -> None:
        async with opened() as door:
            answer = await said(door.port, get("/readyz") + get("/healthz") + HANDSHAKE)
        assert answer.endswith(b"ready\n")
        assert answer.count(b"HTTP/1.1") == 1

    async def test_a_handshake_after_a_page_is_not_read(self) -> None:
        async with opened() as door:
            assert (await said(door.port, get("/readyz"), HANDSHAKE)).count(b"HTTP/1.1") == 1

    async def test_what_is_no_request_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(front_door, "HEAD_WITHIN", 0.05)
        async with opened() as door:
            assert (await ask(door, b"GET / HTTP/1.1\r\nX-Slow: "))[0] == 408
            assert await said(door.port) == b""
            await until(lambda: door.ports.limits.open_sockets == 0)

    async def test_a_slow_request_is_not_waited_for_although_it_never_stops(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(front_door, "HEAD_WITHIN", 0.2)
        async with opened() as door:
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            answer = asyncio.create_task(reader.read())
            while not answer.done():
                writer.write(b"X")
                await asyncio.wait([answer], timeout=0.01)
            assert split(answer.result())[0] == 408
            writer.close()

    async def test_a_peer_that_does_not_stop_sending_is_cut_off(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(exchange, "LINGER", 0.05)
        async with opened() as door:
            _, writer = await asyncio.open_connection("127.0.0.1", door.port)

            async def flood() -> None:
                while True:
                    writer.write(b"x" * 65_536)
                    await writer.drain()

            with pytest.raises(ConnectionError):
                await flood()
            await until(lambda: door.ports.limits.open_sockets == 0)

    async def test_a_page_that_is_not_made_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(exchange, "ANSWER_WITHIN", 0.05)
        async with opened() as door:
            monkeypatch.setattr("aiohttp.web.Response.prepare", lambda *_: asyncio.Event().wait())
            assert await said(door.port, get("/")) == b""


class TestWebSockets:
    async def test_all_that_was_read_is_passed_on(self) -> None:
        async with opened() as door:
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            for piece in (HANDSHAKE[:9], HANDSHAKE[9:] + b"first", b" second"):
                writer.write(piece)
            async with patience("an echo"):
                assert (
                    await reader.readuntil(b" second") == b"welcome 127.0.0.1\n" + HANDSHAKE + b"first second"
                )
            assert not door.ports.doors
            assert door.ports.limits.open_sockets == 1
            writer.close()
            await until(lambda: door.ports.limits.open_sockets == 0)

    async def test_a_proxy_names_the_client(self) -> None:
        trusting = SitePolicy(trusted_proxies=Networks([parse_network("127.0.0.1")]))
        forwarded = HANDSHAKE.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n")
        async with opened(sites=trusting) as door:
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(forwarded)
            async with patience("a welcome"):
                assert await reader.readline() == b"welcome 198.51.100.7\n"
            writer.close()

    @pytest.mark.parametrize("path", [b"/healthz", b"/nothing"])
    async def test_they_are_at_one_path(self, path: bytes) -> None:
        async with opened() as door:
            status, _, _ = await ask(door, HANDSHAKE.replace(b"GET /", b"GET " + path))
        assert status == (200 if path == b"/healthz" else 404)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count this machine as any other."""
    monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)


@pytest.mark.usefixtures("counted")
class TestLimits:
    async def test_pages_take_nothing_from_players(self) -> None:
        async with opened(Allowance(http_requests=RateLimit(1e-6, 2))) as door:
            answers = [await ask(door, get("/readyz")) for _ in range(4)]
            assert [status for status, _, _ in answers] == [200, 200, 429, 429]
            assert "retry-after" in answers[-1][1]
            assert "--http-requests-per-second" in answers[-1][2]
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(HANDSHAKE)
            assert (await reader.readline()).startswith(b"welcome")
            writer.close()

    async def test_players_take_nothing_from_pages(self) -> None:
        async with opened(Allowance(new_connections=RateLimit(1e-6, 1))) as door:
            _, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(HANDSHAKE)
            await until(lambda: not door.ports.doors and door.ports.limits.open_sockets == 1)
            status, _, text = await ask(door, HANDSHAKE)
            assert status == 429
            assert text.startswith("Too many new connections")
            assert (await ask(door, get("/readyz")))[0] == 200
            writer.close()

    async def test_what_says_nothing_is_counted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connection_limits, "TOLD_FULL", 0)
        async with opened(Allowance(connections=3)) as door:
            silent = [await asyncio.open_connection("127.0.0.1", door.port) for _ in range(3)]
            await until(lambda: door.ports.limits.open_sockets == 3)
            assert await said_or_reset(door.port, get("/")) == b""
            silent[0][1].close()
            await until(lambda: door.ports.limits.open_sockets == 2)
            assert (await ask(door, get("/")))[0] == 200
            for _, writer in silent:
                writer.close()

    async def test_a_full_server_says_so_to_a_few(self) -> None:
        async with opened(Allowance(connections=1)) as door:
            silent = [await asyncio.open_connection("127.0.0.1", door.port)]
            await until(lambda: door.ports.limits.open_sockets == 1)
            status, headers, text = await ask(door, HANDSHAKE)
            assert (status, headers["retry-after"]) == (503, "10")
            assert text == "This server is full (1 connections). Try again later.\n"
            assert (await ask(door, get("/readyz")))[0] == 200
            more = range(connection_limits.TOLD_FULL)
            silent += [await asyncio.open_connection("127.0.0.1", door.port) for _ in more]
            await until(lambda: door.ports.limits.open_sockets == 1 + connection_limits.TOLD_FULL)
            assert await said_or_reset(door.port, HANDSHAKE) == b""
            for _, writer in silent:
                writer.close()
