"""Networks of IP addresses."""

from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_server.limits.networks import InvalidNetwork, Networks, parse_address, parse_network


@pytest.mark.parametrize("text", ["10.0.0.0/8", "192.0.2.1", "fd00::/8", "::1", " 10.0.0.0/8 "])
def test_what_is_a_network(text: str) -> None:
    assert parse_network(text) == ip_network(text.strip())


@pytest.mark.parametrize(
    "text", ["", "maybe", "10.0.0.0/33", "10.0.0", "example.org", "10.0.0.0/8/8", "::1%lo"]
)
def test_what_is_none(text: str) -> None:
    with pytest.raises(InvalidNetwork, match="is not a network; write it as"):
        parse_network(text)


def test_an_address_with_a_mask_is_told_its_network() -> None:
    with pytest.raises(InvalidNetwork, match=r"the network of that address is 192\.168\.1\.0/24$"):
        parse_network("192.168.1.7/24")


@given(st.ip_addresses(), st.integers(0, 32))
def test_a_network_has_the_addresses_it_was_made_of(address: IPv4Address | IPv6Address, length: int) -> None:
    network = ip_network(f"{address}/{length}", strict=False)
    assert address in Networks([parse_network(str(network))])
    assert address not in Networks()


@given(st.ip_addresses(v=4))
def test_a_mapped_address_is_in_the_networks_of_the_plain_one(address: IPv4Address) -> None:
    mapped = IPv6Address(f"::ffff:{address}")
    assert mapped in Networks([ip_network(address)])
    assert parse_address(str(mapped)) == address


def test_an_unknown_address_is_in_no_network() -> None:
    assert None not in Networks([parse_network("0.0.0.0/0"), parse_network("::/0")])


@given(st.text())
def test_any_text_is_an_address_or_none(text: str) -> None:
    assert parse_address(text) is None or parse_address(str(parse_address(text))) == parse_address(text)
