"""What the front door refuses of the read side is JSON, which pages of others may read if they may ask."""

import json

import pytest

from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.http.request_head import HEAD_BYTES
from pente_server.net.http.sites import SitePolicy
from tests.server.net.http.doors import opened, said
from tests.server.net.http.test_front_door import ask, get, split

TRUSTED = SitePolicy(trusted_proxies=Networks([parse_network("127.0.0.1")]))
CLUB = "Origin: https://club.example"
FORWARDED = "X-Forwarded-For: 198.51.100.7"


async def test_too_many_requests_are_said_to_pages_of_others() -> None:
    async with opened(Allowance(http_requests=RateLimit(1e-6, 1)), sites=TRUSTED) as door:
        asked = get("/api/rooms?x=1", CLUB, FORWARDED)
        assert (await ask(door, asked))[0] == 200
        status, headers, body = await ask(door, asked)
        assert (status, headers["content-type"]) == (429, "application/json")
        assert headers["access-control-allow-origin"] == "*"
        assert "retry-after" in headers["access-control-expose-headers"]
        assert headers["cross-origin-resource-policy"] == "cross-origin"
        assert headers["cache-control"] == "no-store"
        assert int(headers["retry-after"]) > 0
        problem = json.loads(body)
        assert problem.keys() == {"error", "text"}
        assert problem["error"] == "too-many-requests"
        assert "Try again in a moment" in problem["text"]

        status, headers, body = await ask(door, get("/api/rooms", CLUB, FORWARDED, method="HEAD"))
        assert (status, body) == (429, "")
        assert headers["access-control-allow-origin"] == "*"
        status, headers, body = await ask(door, get("/readyz", FORWARDED))
        assert (status, headers["content-type"]) == (429, "text/plain; charset=utf-8")
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("headers", "host", "error"),
    [
        ((CLUB,), "127.0.0.1:8765", "foreign-page"),
        (("Origin: null",), "127.0.0.1:8765", "foreign-page"),
        ((), "rebound.example", "unknown-host"),
    ],
)
async def test_a_page_that_may_not_ask_reads_no_answer(
    headers: tuple[str, ...], host: str, error: str
) -> None:
    async with opened() as door:
        status, answered, body = await ask(door, get("/api", *headers, host=host))
    assert (status, json.loads(body)["error"]) == (403, error)
    assert "access-control-allow-origin" not in answered
    assert answered["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("sent", "status", "error"),
    [
        (get("/api/rooms", method="POST"), 405, "method"),
        (get("/api/rooms", "Content-Length: 5"), 413, "body"),
        (get("/api/rooms", "no header"), 400, "malformed"),
        (get("/api/rooms", "X: " + "x" * HEAD_BYTES), 431, "head-too-large"),
        (b"GET /api HTTP/3.0\r\n\r\n", 505, "version"),
    ],
)
async def test_what_is_no_request_is_said_as_json(sent: bytes, status: int, error: str) -> None:
    async with opened() as door:
        found, headers, body = split(await said(door.port, sent))
    assert (found, headers["content-type"]) == (status, "application/json")
    assert json.loads(body)["error"] == error


@pytest.mark.parametrize(
    "sent", [get("/", method="POST"), b"\x00", b"GET\r\n\r\n", get("/apis", method="PUT")]
)
async def test_the_rest_is_refused_as_text(sent: bytes) -> None:
    async with opened() as door:
        _, headers, _ = split(await said(door.port, sent))
    assert headers["content-type"] == "text/plain; charset=utf-8"
