"""Addresses at which a server can be reached."""

import socket

import pytest

from pente_server.net.endpoint import Endpoint


def test_an_address_of_one_interface() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        endpoint = Endpoint.of(listener)
    assert endpoint.is_loopback
    assert not endpoint.is_any
    assert endpoint.url_here == endpoint.url_elsewhere == str(endpoint) == f"ws://127.0.0.1:{endpoint.port}"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
@pytest.mark.parametrize("both", [True, False])
def test_all_addresses(*, both: bool) -> None:
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=both) as listener:
        endpoint = Endpoint.of(listener)
        socket.create_connection(("127.0.0.1" if both else "::1", endpoint.port)).close()
    assert endpoint.serves_both is both
    assert endpoint.is_any
    assert not endpoint.is_loopback
    assert endpoint.url_here == f"ws://{'127.0.0.1' if both else '[::1]'}:{endpoint.port}"


def test_there_may_be_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert Endpoint("0.0.0.0", 1).url_elsewhere == "ws://ADDRESS-OF-THIS-MACHINE:1"
