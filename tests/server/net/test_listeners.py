"""The sockets on which a server listens."""

import errno
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from pente_server.net.listeners import CannotListen, open_listeners

FOUR, SIX = socket.AF_INET, socket.AF_INET6
has_six = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")


@contextmanager
def listening(*hosts: str, port: int = 0) -> Iterator[tuple[list[str], int]]:
    """The addresses of the listeners, and their only port."""
    with ExitStack() as stack:
        listeners = [stack.enter_context(listener) for listener in open_listeners(hosts, port)]
        (only,) = {listener.getsockname()[1] for listener in listeners}
        yield [listener.getsockname()[0] for listener in listeners], only


def answers(ip: str, port: int) -> bool:
    try:
        socket.create_connection((ip, port)).close()
    except ConnectionRefusedError:
        return False
    return True


@contextmanager
def names(monkeypatch: pytest.MonkeyPatch, **addresses: Sequence[str]) -> Iterator[None]:
    """Make names known, as an /etc/hosts would."""
    real = socket.getaddrinfo

    def getaddrinfo(host: str, *arguments: Any, **options: Any) -> list[Any]:
        return [each for ip in addresses.get(host, (host,)) for each in real(ip, *arguments, **options)]

    with monkeypatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


@has_six
def test_two_colons_serve_both_families() -> None:
    with listening("::") as (addresses, port):
        assert addresses == ["::"]
        assert answers("127.0.0.1", port)
        assert answers("::1", port)


def test_where_they_can_not_they_serve_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with listening("::") as (addresses, port):
        assert addresses == ["::"]
        assert not answers("127.0.0.1", port)
    with listening("::", "0.0.0.0") as (addresses, port):
        assert addresses == ["::", "0.0.0.0"]
        assert answers("127.0.0.1", port)
        assert answers("::1", port)


@has_six
def test_all_hosts_have_one_port() -> None:
    with listening("127.0.0.1", "127.0.0.2", "::1") as (addresses, port):
        assert addresses == ["127.0.0.1", "127.0.0.2", "::1"]
        assert all(answers(ip, port) for ip in addresses)


def test_a_port_that_is_not_free_everywhere_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    real, tried = socket.create_server, list[tuple[Any, ...]]()

    def create_server(address: tuple[Any, ...], **options: Any) -> socket.socket:
        tried.append(address)
        if len(tried) == 2:
            raise OSError(errno.EADDRINUSE, "in use")
        return real(address, **options)

    monkeypatch.setattr(socket, "create_server", create_server)
    with listening("127.0.0.1", "127.0.0.2") as (addresses, port):
        assert addresses == ["127.0.0.1", "127.0.0.2"]
    assert [(ip, at) for ip, at in tried if at] == [("127.0.0.2", tried[1][1]), ("127.0.0.2", port)]
    assert [ip for ip, _ in tried] == ["127.0.0.1", "127.0.0.2"] * 2


@pytest.mark.parametrize(
    ("hosts", "served"),
    [
        (("127.0.0.1", "127.0.0.1"), ["127.0.0.1"]),
        (("127.0.0.1", "0.0.0.0", "127.0.0.2"), ["0.0.0.0"]),
        pytest.param(("::1", "0.0.0.0"), ["::1", "0.0.0.0"], marks=has_six),
        pytest.param(("127.0.0.1", "::", "::1", "0.0.0.0"), ["::"], marks=has_six),
    ],
)
def test_what_another_address_covers_is_left_out(hosts: tuple[str, ...], served: list[str]) -> None:
    with listening(*hosts) as (addresses, _):
        assert addresses == served


def test_all_or_none_are_opened() -> None:
    with socket.create_server(("127.0.0.2", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"^port {port} is in use at 127\.0\.0\.2; .* --port$"):
            open_listeners(("127.0.0.1", "127.0.0.2"), port)
        assert not answers("127.0.0.1", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "no-such-host.invalid", "a..b", "x" * 300])
def test_an_address_that_is_not_here(host: str) -> None:
    with pytest.raises(CannotListen, match=f"{host}.*--host"):
        open_listeners(("127.0.0.1", host), 0)


def test_a_port_that_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def create_server(*_: Any, **__: Any) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", create_server)
    with pytest.raises(CannotListen, match=r"^can't listen on 127\.0\.0\.1 port 80 \(Permission denied\)"):
        open_listeners(("127.0.0.1",), 80)


def test_of_a_name_all_addresses_that_are_here_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        names(monkeypatch, both=("127.0.0.1", "192.0.2.1", "127.0.0.2"), gone=("203.0.113.1", "203.0.113.2")),
    ):
        with listening("both") as (addresses, _):
            assert addresses == ["127.0.0.1", "127.0.0.2"]
        with pytest.raises(CannotListen, match="can't listen on gone"):
            open_listeners(("127.0.0.1", "gone"), 0)


@pytest.mark.parametrize(
    ("host", "is_warned"),
    [("laptop", True), ("localhost", False), ("127.0.0.1", False), ("mixed", False), ("0.0.0.0", False)],
)
def test_a_name_that_leads_nowhere_else_is_told(
    host: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, is_warned: bool
) -> None:
    with (
        names(monkeypatch, laptop=("127.0.1.1",), mixed=("127.0.0.1", "192.0.2.1")),
        listening(host),
    ):
        pass
    assert (
        "laptop is 127.0.1.1 on this machine, which no other machine can reach" in caplog.text
    ) is is_warned
    assert bool(caplog.records) is is_warned
