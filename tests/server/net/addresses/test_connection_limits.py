"""Limits on connections: how many an address may have and open."""

import pytest
from websockets.datastructures import Headers

from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.addresses.client_address import ClientAddress, ClientAddresses
from pente_server.net.addresses.connection_limits import HALF_OPEN, TOLD_FULL, ConnectionLimiter, OpenSocket

FAR = "198.51.100.7"


@pytest.fixture
def limits() -> ConnectionLimiter:
    return ConnectionLimiter(
        Allowance(connections=50, connections_per_address=2, accounts=RateLimit(1e-6, 2))
    )


def at(address: str) -> ClientAddress:
    """A client that connects directly, before its handshake."""
    return ClientAddresses(Networks()).of_socket((address, 4711))


def local() -> ClientAddress:
    return ClientAddresses(Networks()).of_handshake(("127.0.0.1", 4711), Headers())


def test_sockets_of_an_address_are_few(limits: ConnectionLimiter) -> None:
    sockets = [limits.open_socket(at("198.51.100.7")) for _ in range(2 * HALF_OPEN)]
    assert None not in sockets
    assert limits.open_socket(at("198.51.100.7")) is None
    assert limits.open_socket(at("198.51.100.8")) is not None
    close(sockets[0])
    close(sockets[0])  # again, without effect
    assert limits.open_socket(at("198.51.100.7")) is not None
    assert limits.open_socket(at("198.51.100.7")) is None


def close(socket: OpenSocket | None) -> None:
    assert socket is not None
    socket.close()


def test_handshakes_of_an_address_do_not_come_without_end() -> None:
    limits = ConnectionLimiter(Allowance(new_connections=RateLimit(1e-6, 3)))
    assert [limits.is_too_fast(at(FAR)) for _ in range(5)] == [False] * 3 + [True] * 2
    assert not limits.is_too_fast(at("198.51.100.8"))
    assert not any(limits.is_too_fast(local()) for _ in range(10))


def test_handshakes_and_other_requests_take_nothing_from_each_other() -> None:
    limits = ConnectionLimiter(
        Allowance(new_connections=RateLimit(1e-6, 2), http_requests=RateLimit(1e-6, 3))
    )
    assert [limits.is_asking_too_fast(at(FAR)) for _ in range(4)] == [False] * 3 + [True]
    assert [limits.is_too_fast(at(FAR)) for _ in range(3)] == [False] * 2 + [True]
    assert not any(limits.is_asking_too_fast(local()) for _ in range(10))


def test_sockets_of_this_machine_are_many_but_not_more_than_there_may_be(limits: ConnectionLimiter) -> None:
    sockets = [limits.open_socket(at("127.0.0.1")) for _ in range(50)]
    assert not any(socket is None or socket.is_one_too_many for socket in sockets)
    to_be_told = [limits.open_socket(at("127.0.0.1")) for _ in range(TOLD_FULL)]
    assert all(socket is not None and socket.is_one_too_many for socket in to_be_told)
    assert limits.open_socket(at("127.0.0.1")) is None
    assert limits.open_socket(at("198.51.100.7")) is None
    close(sockets[-1])
    assert limits.open_socket(at("198.51.100.7")) is not None


def test_sockets_of_a_proxy_are_limited_by_the_address_that_their_handshake_tells() -> None:
    limits = ConnectionLimiter(
        Allowance(connections_per_address=1, new_connections=RateLimit(1e-6, 3)),
        Networks([parse_network("10.0.0.0/8")]),
    )
    proxy = limits.address(("10.0.0.1", 4711))
    assert all(limits.open_socket(proxy) for _ in range(100))

    for client in (FAR, "198.51.100.8"):
        address = limits.address(("10.0.0.1", 4711), Headers({"X-Forwarded-For": client}))
        assert [limits.is_too_fast(address) for _ in range(5)] == [False] * 3 + [True] * 2


def test_what_a_proxy_on_this_machine_forwards_is_limited_although_nobody_trusts_it() -> None:
    limits = ConnectionLimiter(
        Allowance(connections_per_address=2, accounts=RateLimit(1e-6, 2), new_connections=RateLimit(1e-6, 2))
    )
    stranger = limits.address(("127.0.0.1", 4711), Headers({"X-Forwarded-For": FAR}))
    assert [limits.is_too_fast(stranger) for _ in range(3)] == [False, False, True]
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
        socket = limits.open_socket(address)
        limits.begin_session(address)
        limits.end_session(address)
        close(socket)
    assert not limits._sockets
    assert not limits._players


def test_a_socket_for_gateways_counts_with_the_others_and_believes_only_what_comes_there() -> None:
    limits = ConnectionLimiter(Allowance(connections_per_address=1))
    gateways = limits.for_gateways(Networks((parse_network("127.0.0.0/8"),)))
    forwarded = Headers({"X-Forwarded-For": "203.0.113.7"})
    person = gateways.address(("127.0.0.1", 4711), forwarded)
    assert (str(person), person.is_local) == ("203.0.113.7", False)
    assert limits.address(("127.0.0.1", 4711), forwarded).ip is None
    gateways.begin_session(person)
    assert limits.is_full_for(limits.address(("203.0.113.7", 4711)))
    socket = gateways.open_socket(person)
    assert socket is not None
    assert limits.open_sockets == 1
    socket.close()
    assert limits.open_sockets == 0


def test_nobody_is_on_this_machine_because_a_gateway_says_so() -> None:
    gateways = ConnectionLimiter(Allowance()).for_gateways(Networks((parse_network("127.0.0.0/8"),)))
    person = gateways.address(("127.0.0.1", 4711), Headers({"X-Forwarded-For": "127.0.0.1"}))
    assert not person.is_local
    assert not gateways.is_exempt(person)
