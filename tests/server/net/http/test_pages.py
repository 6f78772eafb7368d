"""What the pages of a server say."""

import asyncio
import json

import pytest

from pente_core.room import Options
from pente_protocol.messages.base import Error
from pente_protocol.messages.rooms import Create
from pente_server.access.access_control import AccessControl
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.http.sites import SitePolicy
from pente_server.store import ProblemCode
from tests.support.peer import Peer, Served, creating, serving
from tests.support.waiting import patience, until


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


FORWARDED = ("X-Forwarded-For: 198.51.100.7",)


def get(path: str, *headers: str, host: str = "127.0.0.1:8765") -> str:
    return "\n".join((f"GET {path} HTTP/1.1", f"Host: {host}", *headers, "", ""))


async def test_health(served: Served) -> None:
    async with Peer(served.url) as peer:
        await peer.hello()
        await peer.create()
        await peer.create(options=Options(private=True))  # which nobody else may know of
        await until(lambda: served.node.health.report()["rooms"] == 1)  # counted every second
        status, headers, body = await exchange(served, get("/healthz"))

    assert status == 200
    assert headers["content-type"].startswith("application/json")
    assert json.loads(body) == {
        "status": "ok",
        "reason": "",
        "warnings": {},
        "server": served.node.program,
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


async def test_a_monitor_on_the_machine_of_a_proxy_is_no_proxy(caplog: pytest.LogCaptureFixture) -> None:
    sites = SitePolicy(trusted_proxies=Networks([parse_network("127.0.0.1")]))
    async with serving(sites=sites) as served:
        with caplog.at_level("INFO"):
            assert (await exchange(served, get("/readyz")))[0] == 200
            assert (await exchange(served, get("/readyz", "X-Forwarded-For: unknown")))[0] == 200
    assert "proxy" not in caplog.text


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
    assert "pipx install pente" in body
    assert "pente play ws://127.0.0.1:8765\n" in body
    assert "password" not in body


async def test_the_command_works_wherever_the_page_was_opened() -> None:
    trusted = Networks([parse_network("127.0.0.1")])
    async with serving(
        sites=SitePolicy(trusted_proxies=trusted, server_names=frozenset({"attic"}))
    ) as served:
        for host, lines, command in (
            ("localhost:8765", (), "ws://localhost:8765\n"),
            ("[::1]:8765", (), "ws://[::1]:8765\n"),
            ("192.168.1.5:8765", (), "ws://192.168.1.5:8765 --insecure\n"),
            ("Attic:8765", (), "ws://Attic:8765 --insecure\n"),
            ("attic", FORWARDED, "ws://attic --insecure\n"),
            ("pente.example.org", (*FORWARDED, "X-Forwarded-Proto: https"), "wss://pente.example.org\n"),
            (
                "127.0.0.1:8765",
                (*FORWARDED, "X-Forwarded-Proto: https", "X-Forwarded-Host: pente.example.org:8443"),
                "wss://pente.example.org:8443\n",
            ),
        ):
            _, _, body = await exchange(served, get("/", *lines, host=host))
            assert f"pente play {command}" in body
            assert f"pente watch {command}" in body
            assert ("only in a network that\nyou trust" in body) is ("--insecure" in command)


async def test_a_password_is_mentioned_while_there_is_one() -> None:
    access = AccessControl("secret")
    async with serving(access_control=access) as served:
        assert "asks for a password" in (await exchange(served, get("/")))[2]
        access.set_password("")
        assert "password" not in (await exchange(served, get("/")))[2]


async def test_a_bad_handshake_hurts_nobody(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("WARNING"):
        for lines in (
            ("Upgrade: websocket",),
            ("Upgrade: websocket", "Upgrade: websocket", "Connection: Upgrade"),
            ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 7"),
            ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: a"),
        ):
            status, _, _ = await exchange(served, get("/", *lines))
            assert 400 <= status < 500
        async with Peer(served.url) as peer:
            await peer.hello()
    assert caplog.records == []


class TestLinksToRooms:
    @pytest.mark.parametrize("path", ["/j/K7M2QX", "/J/K7M2QX", "/j/k7m-2qx"])
    async def test_a_link_with_a_code_says_how_to_join(self, served: Served, path: str) -> None:
        status, _, body = await exchange(served, get(path))
        assert status == 200
        assert "pente join K7M2QX ws://127.0.0.1:8765\n" in body

    async def test_a_link_with_a_room_says_how_to_join(self, served: Served) -> None:
        status, _, body = await exchange(served, get("/r/650b6da5f4a3", host="192.168.1.5:8765"))
        assert status == 200
        assert "pente join ws://192.168.1.5:8765/r/650b6da5f4a3 --insecure\n" in body

    async def test_a_link_for_a_frame_says_how_to_watch(self, served: Served) -> None:
        status, _, body = await exchange(served, get("/embed/650b6da5f4a3"))
        assert status == 200
        assert "pente watch ws://127.0.0.1:8765/r/650b6da5f4a3\n" in body

    async def test_it_tells_nobody_which_rooms_there_are(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.hello()
            room = await peer.create()
        known, unknown = [await exchange(served, get(f"/r/{id_}")) for id_ in (room, "0123456789ab")]
        assert known[2].replace(room, "") == unknown[2].replace("0123456789ab", "")

    @pytest.mark.parametrize("path", ["/j/", "/j/111111", "/j/%1b[2J", "/r/x", "/r/%3Cscript%3E"])
    async def test_what_is_no_link_is_no_page(self, served: Served, path: str) -> None:
        status, _, body = await exchange(served, get(path))
        assert status == 404
        assert "script" not in body
