"""The heads of requests: what is one, and what is refused because two programs could read it in two ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_server.net.http.request_head import (
    HEAD_BYTES,
    MOST_HEADERS,
    HeadReader,
    InvalidRequest,
    RequestHead,
)

HOST = b"Host: example.org\r\n"
GET = b"GET / HTTP/1.1\r\n" + HOST


def read(data: bytes) -> RequestHead | None:
    return HeadReader().receive(data)


def complete(data: bytes) -> RequestHead:
    head = read(data)
    assert head is not None
    return head


def status_of(data: bytes) -> int:
    with pytest.raises(InvalidRequest) as error:
        read(data)
    return int(error.value.refusal.status)


def test_a_request() -> None:
    head = complete(
        b"HEAD /healthz?x=/y HTTP/1.1\r\nhost: Example.org:8765\r\nX-A: \t one two \r\nX-B:\r\n\r\nmore"
    )
    assert (head.method, head.target, head.path) == ("HEAD", "/healthz?x=/y", "/healthz")
    assert head.host == "Example.org:8765"
    assert (head.headers["X-A"], head.headers["x-b"]) == ("one two", "")


@given(st.lists(st.integers(0, 70), max_size=6))
def test_it_may_come_in_any_pieces(cuts: list[int]) -> None:
    data = GET + b"X: y\r\n\r\nwhat follows"
    reader, heads, start = HeadReader(), [], 0
    for end in (*sorted(cuts), len(data)):
        heads.append(reader.receive(data[start:end]))
        start = max(start, end)
        if heads[-1] is not None:
            break
    assert heads[-1] is not None
    assert heads[-1].headers["X"] == "y"


@pytest.mark.parametrize(
    ("upgrades", "method", "is_handshake"),
    [
        ((b"websocket",), b"GET", True),
        ((b"WebSocket",), b"GET", True),
        ((b"h2c, websocket",), b"GET", True),
        ((b"h2c", b"websocket"), b"GET", True),
        ((b"websockets",), b"GET", False),
        ((b"",), b"GET", False),
        ((), b"GET", False),
        ((b"websocket",), b"HEAD", False),
    ],
    ids=str,
)
def test_what_asks_for_a_websocket(upgrades: tuple[bytes, ...], method: bytes, *, is_handshake: bool) -> None:
    lines = b"".join(b"Upgrade: " + upgrade + b"\r\n" for upgrade in upgrades)
    assert complete(method + GET[3:] + lines + b"\r\n").is_handshake is is_handshake


def test_http_1_0_has_no_upgrades() -> None:
    assert not complete(GET.replace(b"1.1", b"1.0") + b"Upgrade: websocket\r\n\r\n").is_handshake


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET  / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1 \r\n" + HOST + b"\r\n",
        b" GET / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / http/1.1\r\n" + HOST + b"\r\n",
        b"GET\t/\tHTTP/1.1\r\n" + HOST + b"\r\n",
        b"G\xc3\x89T / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /\xc3\xa9 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET healthz HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET http://example.org/ HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET * HTTP/1.1\r\n" + HOST + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the beginning of TLS, which has no lines
        b"nonsense\r\n\r\n",
    ],
    ids=repr,
)
def test_no_request(data: bytes) -> None:
    assert status_of(data) == 400


@pytest.mark.parametrize(
    "lines",
    [
        b"X: a\r\n b\r\n",  # goes on in the next line (obs-fold)
        b"X: a\r\n\tb\r\n",
        b" X: a\r\n",
        b"X : a\r\n",
        b": a\r\n",
        b"X\r\n",
        b"X: a\nY: b\r\n",  # a line feed alone
        b"X: a\rY: b\r\n",
        b"X: a\0b\r\n",
        b"X: a\x0bb\r\n",
        b"X: a\x7fb\r\n",
        b"X\xc3\xa9: a\r\n",
        b"Content-Length: 0\r\nContent-Length: 0\r\n",
        b"Content-Length: 0\r\ncontent-length: 5\r\n",
        b"Content-Length: +0\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 0, 0\r\n",
        b"Content-Length: \r\n",
        b"Content-Length: 0x0\r\n",
        b"Content-Length: \xb2\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        b"Host: example.org\r\n",
        b"Origin: http://example.org\r\nOrigin: http://elsewhere.example\r\n",
    ],
    ids=repr,
)
def test_headers_that_could_be_read_in_two_ways(lines: bytes) -> None:
    assert status_of(GET + lines + b"\r\n") == 400


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\n", b"GET / HTTP/1.1\r\nHost: x\n\n", b"GET /\0"], ids=repr
)
def test_what_can_become_no_request_is_not_waited_for(data: bytes) -> None:
    assert status_of(data) == 400


@pytest.mark.parametrize(
    "host",
    [
        b"a b",
        b"a,b",
        b"a@b",
        b"a/b",
        b"a:b",
        b"a:1:2",
        b"::1",
        b"[::1",
        b"%61",
        b"<a>",
        b"{host}",
        b"",
        b"x" * 261,
    ],
    ids=repr,
)
def test_what_is_no_host(host: bytes) -> None:
    assert status_of(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n") == 400


@pytest.mark.parametrize(
    "host", [b"localhost", b"[::1]:80", b"127.0.0.1:8765", b"a_b.example", b"xn--4ca.at."]
)
def test_what_is_a_host(host: bytes) -> None:
    assert complete(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n").host == host.decode()


def test_a_host_is_asked_for_since_http_1_1() -> None:
    assert complete(b"GET / HTTP/1.0\r\n\r\n").host == ""
    assert status_of(b"GET / HTTP/1.1\r\n\r\n") == 400


@pytest.mark.parametrize("version", [b"0.9", b"1.2", b"2.0", b"3.0"])
def test_other_versions_of_http(version: bytes) -> None:
    assert status_of(b"GET / HTTP/" + version + b"\r\n" + HOST + b"\r\n") == 505


@pytest.mark.parametrize("method", [b"POST", b"PUT", b"OPTIONS", b"CONNECT", b"TRACE", b"get", b"BREW"])
def test_other_methods(method: bytes) -> None:
    with pytest.raises(InvalidRequest) as error:
        read(method + b" example.org:443 HTTP/1.1\r\n" + HOST + b"\r\n")
    refusal = error.value.refusal
    assert refusal.status == 405
    assert ("Allow", "GET, HEAD") in refusal.headers


@pytest.mark.parametrize("target", [b"/api", b"/api/", b"/api/games?count=1", b"/api?x"])
def test_browsers_ask_first_what_pages_of_others_may_read(target: bytes) -> None:
    head = complete(b"OPTIONS " + target + b" HTTP/1.1\r\n" + HOST + b"\r\n")
    assert (head.method, head.is_for_api) == ("OPTIONS", True)


@pytest.mark.parametrize("target", [b"/", b"/apis", b"/x/api/", b"/?/api/", b"*", b"//api/"])
def test_and_nothing_else(target: bytes) -> None:
    assert status_of(b"OPTIONS " + target + b" HTTP/1.1\r\n" + HOST + b"\r\n") == 405


def test_no_other_method_is_for_the_read_side() -> None:
    with pytest.raises(InvalidRequest) as error:
        read(b"POST /api/games HTTP/1.1\r\n" + HOST + b"\r\n")
    assert ("Allow", "GET, HEAD, OPTIONS") in error.value.refusal.headers


def test_a_handshake_is_not_for_the_read_side() -> None:
    head = complete(GET.replace(b" / ", b" /api/rooms ") + b"Upgrade: websocket\r\n\r\n")
    assert (head.is_handshake, head.is_for_api) == (True, False)


@pytest.mark.parametrize(
    "lines",
    [b"Content-Length: 1\r\n", b"Content-Length: 000900\r\n", b"Transfer-Encoding: chunked\r\n"],
    ids=repr,
)
def test_bodies(lines: bytes) -> None:
    assert status_of(GET + lines + b"\r\n") == 413


@pytest.mark.parametrize("length", [b"0", b"00"])
def test_an_empty_body_is_none(length: bytes) -> None:
    assert complete(GET + b"Content-Length: " + length + b"\r\n\r\n").method == "GET"


def test_the_largest_head() -> None:
    room = HEAD_BYTES - len(GET + b"X: \r\n\r\n")
    assert complete(GET + b"X: " + b"x" * room + b"\r\n\r\n").headers["X"] == "x" * room
    assert status_of(GET + b"X: " + b"x" * (room + 1) + b"\r\n\r\n") == 431


def test_as_many_headers_as_there_may_be() -> None:
    lines = b"X: y\r\n" * (MOST_HEADERS - 1)
    assert len(list(complete(GET + lines + b"\r\n").headers.raw_items())) == MOST_HEADERS
    assert status_of(GET + lines + b"X: y\r\n\r\n") == 431


def test_a_head_without_an_end_is_not_kept() -> None:
    reader = HeadReader()
    for _ in range(HEAD_BYTES // 1024 - 1):
        assert reader.receive(b"x" * 1024) is None
    with pytest.raises(InvalidRequest) as error:
        reader.receive(b"x" * 1024)
    assert error.value.refusal.status == 431


@given(st.binary(max_size=200) | st.binary(max_size=60).map(lambda line: GET + line + b"\r\n\r\n"))
def test_any_bytes_are_a_head_the_beginning_of_one_or_refused(data: bytes) -> None:
    try:
        head = read(data)
    except InvalidRequest:
        return
    assert head is None or head.target.startswith("/")
