"""Limits on connections: who counts as coming from one address, and how many may."""

import pytest

from pente_server.limits.limits import Allowance
from pente_server.net.connection_limits import HALF_OPEN, ConnectionLimiter

FAR = ("198.51.100.7", 4711)


@pytest.fixture
def limits() -> ConnectionLimiter:
    return ConnectionLimiter(
        Allowance(connections=50, connections_per_address=2, accounts=1e-6, accounts_burst=2)
    )


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        (FAR, "198.51.100.7"),
        (("::ffff:198.51.100.7", 4711, 0, 0), "198.51.100.7"),
        (("2001:db8:1:2:3:4:5:6", 4711, 0, 0), "2001:db8:1:2::"),
        (("2001:db8:1:2:ffff::", 4711, 0, 0), "2001:db8:1:2::"),
        (("fe80::1%eth0", 4711, 0, 2), "fe80::"),
        (("127.0.0.1", 1), "127.0.0.1"),
        (("::1", 1, 0, 0), "::1"),
        ("", "?"),
        (None, "?"),
        ((), "?"),
    ],
)
def test_addresses(limits: ConnectionLimiter, peer: object, address: str) -> None:
    assert limits.address(peer) == address
    assert limits.address(peer, ("203.0.113.9",)) == address


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        (("203.0.113.9",), "203.0.113.9"),
        (("10.0.0.1, 203.0.113.9",), "203.0.113.9"),
        (("203.0.113.1", "2001:db8:9:9:1::1"), "2001:db8:9:9::"),
        (("forged\x1b, nonsense",), "?"),
        (("",), "?"),
        ((), "198.51.100.7"),
    ],
)
def test_behind_a_proxy_the_last_forwarded_address_counts(forwarded: tuple[str, ...], address: str) -> None:
    assert ConnectionLimiter(Allowance(), is_behind_proxy=True).address(FAR, forwarded) == address


def test_sockets_of_an_address_are_few(limits: ConnectionLimiter) -> None:
    for _ in range(2 * HALF_OPEN):
        assert limits.open_socket("198.51.100.7")
    assert not limits.open_socket("198.51.100.7")
    assert limits.open_socket("198.51.100.8")
    limits.close_socket("198.51.100.7")
    assert limits.open_socket("198.51.100.7")


def test_sockets_of_an_address_do_not_come_and_go_without_end() -> None:
    limits = ConnectionLimiter(Allowance(sockets=1e-6, sockets_burst=3))

    def comes_and_goes(address: str) -> bool:
        is_in = limits.open_socket(address)
        if is_in:
            limits.close_socket(address)
        return is_in

    assert [comes_and_goes("198.51.100.7") for _ in range(5)] == [True] * 3 + [False] * 2
    assert comes_and_goes("198.51.100.8")
    assert all(comes_and_goes("127.0.0.1") for _ in range(10))


def test_sockets_of_this_machine_are_many_but_not_more_than_there_may_be(limits: ConnectionLimiter) -> None:
    for _ in range(50):
        assert limits.open_socket("127.0.0.1")
    assert not limits.open_socket("127.0.0.1")
    assert not limits.open_socket("198.51.100.7")
    limits.close_socket("127.0.0.1")
    assert limits.open_socket("198.51.100.7")


def test_behind_a_proxy_all_sockets_are_the_proxys() -> None:
    limits = ConnectionLimiter(Allowance(connections_per_address=1), is_behind_proxy=True)
    assert all(limits.open_socket("10.0.0.1") for _ in range(100))


@pytest.mark.parametrize(("address", "is_full"), [("198.51.100.7", True), ("::1", False), ("?", True)])
def test_players_of_an_address_are_fewer(limits: ConnectionLimiter, address: str, is_full: bool) -> None:
    for _ in range(2):
        assert not limits.is_full_for(address)
        limits.begin_session(address)
    assert limits.is_full_for(address) is is_full
    limits.end_session(address)
    assert not limits.is_full_for(address)


def test_new_accounts(limits: ConnectionLimiter) -> None:
    assert [limits.wait_for_account("198.51.100.7") > 0 for _ in range(3)] == [False, False, True]
    assert [limits.wait_for_account("127.0.0.1") for _ in range(10)] == [0.0] * 10


def test_who_is_gone_is_not_remembered(limits: ConnectionLimiter) -> None:
    for number in range(40):
        address = f"198.51.100.{number}"
        limits.open_socket(address)
        limits.begin_session(address)
        limits.end_session(address)
        limits.close_socket(address)
    assert not limits._sockets
    assert not limits._players
