"""Limits on connections: how many an address may have and open."""

import pytest
from websockets.datastructures import Headers

from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.addresses.client_address import ClientAddress, ClientAddresses
from pente_server.net.addresses.connection_limits import HALF_OPEN, ConnectionLimiter

FAR = "198.51.100.7"


@pytest.fixture
def limits() -> ConnectionLimiter:
    return ConnectionLimiter(
        Allowance(connections=50, connections_per_address=2, accounts=1e-6, accounts_burst=2)
    )


def at(address: str) -> ClientAddress:
    """A client that connects directly, before its handshake."""
    return ClientAddresses(Networks()).of_socket((address, 4711))


def local() -> ClientAddress:
    return ClientAddresses(Networks()).of_handshake(("127.0.0.1", 4711), Headers())


def test_sockets_of_an_address_are_few(limits: ConnectionLimiter) -> None:
    for _ in range(2 * HALF_OPEN):
        assert limits.open_socket(at("198.51.100.7"))
    assert not limits.open_socket(at("198.51.100.7"))
    assert limits.open_socket(at("198.51.100.8"))
    limits.close_socket(at("198.51.100.7"))
    assert limits.open_socket(at("198.51.100.7"))


def test_sockets_of_an_address_do_not_come_and_go_without_end() -> None:
    limits = ConnectionLimiter(Allowance(sockets=1e-6, sockets_burst=3))

    def comes_and_goes(address: str) -> bool:
        is_in = limits.open_socket(at(address))
        if is_in:
            limits.close_socket(at(address))
        return is_in

    assert [comes_and_goes("198.51.100.7") for _ in range(5)] == [True] * 3 + [False] * 2
    assert comes_and_goes("198.51.100.8")
    assert all(comes_and_goes("127.0.0.1") for _ in range(10))


def test_sockets_of_this_machine_are_many_but_not_more_than_there_may_be(limits: ConnectionLimiter) -> None:
    for _ in range(50):
        assert limits.open_socket(at("127.0.0.1"))
    assert not limits.open_socket(at("127.0.0.1"))
    assert not limits.open_socket(at("198.51.100.7"))
    limits.close_socket(at("127.0.0.1"))
    assert limits.open_socket(at("198.51.100.7"))


def test_sockets_of_a_proxy_are_limited_by_the_address_that_their_handshake_tells() -> None:
    limits = ConnectionLimiter(
        Allowance(connections_per_address=1, sockets=1e-6, sockets_burst=3),
        Networks([parse_network("10.0.0.0/8")]),
    )
    proxy = limits.address(("10.0.0.1", 4711))
    assert all(limits.open_socket(proxy) for _ in range(100))

    for client in (FAR, "198.51.100.8"):
        address = limits.address(("10.0.0.1", 4711), Headers({"X-Forwarded-For": client}))
        assert [limits.is_too_fast(proxy, address) for _ in range(5)] == [False] * 3 + [True] * 2


def test_sockets_of_others_are_not_counted_again_at_their_handshake() -> None:
    limits = ConnectionLimiter(Allowance(sockets=1e-6, sockets_burst=1))
    socket = limits.address((FAR, 4711))
    assert limits.open_socket(socket)
    assert not limits.is_too_fast(socket, limits.address((FAR, 4711), Headers()))


def test_handshakes_of_this_machine_are_as_many_as_it_likes() -> None:
    limits = ConnectionLimiter(Allowance(sockets=1e-6, sockets_burst=1))
    socket, client = at("127.0.0.1"), local()
    assert not any(limits.is_too_fast(socket, client) for _ in range(10))


def test_what_a_proxy_on_this_machine_forwards_is_limited_although_nobody_trusts_it() -> None:
    limits = ConnectionLimiter(
        Allowance(connections_per_address=2, accounts=1e-6, accounts_burst=2, sockets=1e-6, sockets_burst=2)
    )
    socket = limits.address(("127.0.0.1", 4711))
    stranger = limits.address(("127.0.0.1", 4711), Headers({"X-Forwarded-For": FAR}))
    assert [limits.is_too_fast(socket, stranger) for _ in range(3)] == [False, False, True]
    assert [limits.wait_for_account(stranger) > 0 for _ in range(3)] == [False, False, True]
    for _ in range(2):
        limits.begin_session(stranger)
    assert limits.is_full_for(stranger)
    assert not limits.is_full_for(local())


@pytest.mark.parametrize(("client", "is_full"), [(at(FAR), True), (local(), False), (at("?"), True)], ids=str)
def test_players_of_an_address_are_fewer(
    limits: ConnectionLimiter, client: ClientAddress, *, is_full: bool
) -> None:
    for _ in range(2):
        assert not limits.is_full_for(client)
        limits.begin_session(client)
    assert limits.is_full_for(client) is is_full
    limits.end_session(client)
    assert not limits.is_full_for(client)


def test_new_accounts(limits: ConnectionLimiter) -> None:
    assert [limits.wait_for_account(at(FAR)) > 0 for _ in range(3)] == [False, False, True]
    assert [limits.wait_for_account(local()) for _ in range(10)] == [0.0] * 10


def test_who_is_gone_is_not_remembered(limits: ConnectionLimiter) -> None:
    for number in range(40):
        address = at(f"198.51.100.{number}")
        limits.open_socket(address)
        limits.begin_session(address)
        limits.end_session(address)
        limits.close_socket(address)
    assert not limits._sockets
    assert not limits._players
