"""Who a client is: the address of its socket, or what trusted proxies say."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.datastructures import Headers

from pente_server.limits.networks import IpAddress, Networks, parse_network
from pente_server.net.addresses.client_address import MOST_WARNED, ClientAddress, ClientAddresses

FAR = "198.51.100.7"
PROXY = "10.0.0.1"
TRUSTED = Networks(map(parse_network, ("10.0.0.0/8", "fd00::/8", "127.0.0.0/8", "::1")))


def client(peer: str, *headers: tuple[str, str], trusted: Networks = TRUSTED) -> ClientAddress:
    return ClientAddresses(trusted).of_handshake((peer, 4711), Headers(headers))


def forwarded(*lines: str) -> ClientAddress:
    """The client of a trusted proxy that sends `X-Forwarded-For`."""
    return client(PROXY, *(("X-Forwarded-For", line) for line in lines))


OF_PROXIES = """
Forwarded X-Forwarded-For X-Forwarded-Proto X-Forwarded-Host X-Forwarded X_Forwarded_For
X-Original-Forwarded-For Via x-real-ip X-Client-IP Client-IP X-Remote-IP X-Remote-Addr X-Originating-IP
X-Cluster-Client-IP X-ProxyUser-Ip Proxy-Client-IP WL-Proxy-Client-IP X-BlueCoat-Via X-Original-Host
X-Nginx-Proxy X-Scheme CF-Connecting-IP CF-Connecting-IPv6 CF-Pseudo-IPv4 CF-IPCountry CF-Ray CF-Visitor
CDN-Loop Cdn-Src-Ip Ali-CDN-Real-IP True-Client-IP Akamai-Origin-Hop Fastly-Client-IP Fastly-FF
Fly-Client-IP Fly-Region CloudFront-Viewer-Address X-Amz-Cf-Id X-Amzn-Trace-Id X-Azure-ClientIP
X-Azure-SocketIP X-Azure-FDID X-ARR-SSL X-Appengine-User-IP X-Envoy-External-Address X-Vercel-Forwarded-For
X-NF-Client-Connection-IP Incap-Client-IP X-Sucuri-ClientIP DO-Connecting-IP Tailscale-User-Login
"""
OF_CLIENTS = """
Host Upgrade Connection Origin User-Agent Accept Accept-Encoding Accept-Language Authorization Cookie
Cache-Control Pragma Content-Type Content-Length DNT Expect If-None-Match If-Modified-Since Keep-Alive
Priority Range Referer Save-Data Sec-CH-UA Sec-CH-UA-Mobile Sec-CH-UA-Platform Sec-Fetch-Dest Sec-Fetch-Mode
Sec-Fetch-Site Sec-Fetch-User Sec-GPC Sec-WebSocket-Extensions Sec-WebSocket-Key Sec-WebSocket-Protocol
Sec-WebSocket-Version TE Upgrade-Insecure-Requests X-Requested-With X-Request-ID Traceparent
"""
"""What browsers, curl, monitors and our own clients send."""


class TestDirect:
    @pytest.mark.parametrize("peer", ["127.0.0.1", "::1"])
    def test_no_header_of_a_client_takes_it_for_another(self, peer: str) -> None:
        assert client(peer, *((name, "x") for name in OF_CLIENTS.split()), trusted=Networks()).is_local

    @pytest.mark.parametrize(
        ("peer", "bucket"),
        [
            ((FAR, 4711), FAR),
            (("::ffff:198.51.100.7", 4711, 0, 0), FAR),
            (("2001:db8:1:2:3:4:5:6", 4711, 0, 0), "2001:db8:1:2::"),
            (("2001:db8:1:2:ffff::", 4711, 0, 0), "2001:db8:1:2::"),
            (("fe80::1%eth0", 4711, 0, 2), "fe80::"),
            (("127.0.0.1", 1), "local"),
            (("::1", 1, 0, 0), "local"),
            (("::ffff:127.0.0.1", 1, 0, 0), "local"),
            ("", "?"),
            (None, "?"),
            ((), "?"),
        ],
    )
    def test_what_counts_as_one_address(self, peer: object, bucket: str) -> None:
        address = ClientAddresses(Networks()).of_handshake(peer, Headers())
        assert address.bucket == bucket
        assert address.is_local is (bucket == "local")

    @pytest.mark.parametrize(
        ("peer", "is_provisional"), [(FAR, False), (PROXY, True), ("127.0.0.1", True), ("?", False)]
    )
    def test_before_the_handshake_a_proxy_or_this_machine_may_be_anybody(
        self, peer: str, *, is_provisional: bool
    ) -> None:
        address = ClientAddresses(Networks([ip_network("10.0.0.0/8")])).of_socket((peer, 4711))
        assert address.is_provisional is is_provisional
        assert not address.is_local


class TestUntrusted:
    """A forwarding header from anybody but a trusted proxy."""

    @pytest.mark.parametrize("peer", ["127.0.0.1", "::1", FAR, "192.168.1.7"])
    def test_it_makes_a_stranger(self, peer: str) -> None:
        strangers = {
            name: client(peer, (name, "for=203.0.113.9"), trusted=Networks()) for name in OF_PROXIES.split()
        }
        stranger = ClientAddress(bucket=peer, ip=None)
        assert [name for name, address in strangers.items() if address != stranger] == []
        assert str(stranger) == f"a stranger through {peer}"

    def test_it_gains_no_second_bucket(self) -> None:
        assert client(FAR, ("X-Forwarded-For", "203.0.113.9")).bucket == client(FAR).bucket

    @given(st.ip_addresses(), st.ip_addresses())
    def test_it_never_chooses_the_bucket(self, peer: IpAddress, made_up: IpAddress) -> None:
        header = ("X-Forwarded-For", str(made_up))
        other = ("X-Forwarded-For", "192.0.2.1")
        one = client(str(peer), header, trusted=Networks())
        assert one == client(str(peer), other, trusted=Networks())
        assert not one.is_local


class TestForwarded:
    """A header from a trusted proxy."""

    @pytest.mark.parametrize(
        ("lines", "address"),
        [
            (("203.0.113.9",), "203.0.113.9"),
            (("203.0.113.9:4711",), "203.0.113.9"),
            (("192.0.2.66, 203.0.113.9",), "203.0.113.9"),
            (("203.0.113.9, 10.0.0.7, 10.0.0.8:80",), "203.0.113.9"),
            (("203.0.113.9", "10.0.0.7", "10.0.0.8"), "203.0.113.9"),
            (("192.0.2.66", "203.0.113.9,10.0.0.7"), "203.0.113.9"),
            (("2001:db8:9:9:1::1",), "2001:db8:9:9:1::1"),
            (("[2001:db8::1]:443, fd00::7, [fd00::8]:99",), "2001:db8::1"),
            (("::ffff:203.0.113.9",), "203.0.113.9"),
            (("nonsense, 203.0.113.9",), "203.0.113.9"),
            (("10.0.0.66, 10.0.0.7",), "10.0.0.66"),  # all trusted: the farthest
            (("127.0.0.1, 203.0.113.9, 127.0.0.1",), "203.0.113.9"),
        ],
    )
    def test_x_forwarded_for(self, lines: Sequence[str], address: str) -> None:
        assert str(forwarded(*lines)) == address

    @pytest.mark.parametrize(
        ("line", "address"),
        [
            ("for=203.0.113.9", "203.0.113.9"),
            ('For="203.0.113.9:4711"', "203.0.113.9"),
            ('for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"),
            ('for="[2001:db8:cafe::17]:_port";proto=https', "2001:db8:cafe::17"),
            ("by=_x;for=203.0.113.9;host=example.org;proto=wss", "203.0.113.9"),
            ('for=192.0.2.66, for="[fd00::1]", for=10.0.0.2', "192.0.2.66"),
            ('for=192.0.2.66, for=203.0.113.9;by="a,b;c\\"d", for=10.0.0.2;proto=http', "203.0.113.9"),
            ('for="203\\.0.113.9"', "203.0.113.9"),
            ("for=[2001:db8::1]:443", "2001:db8::1"),  # without the quotes that it needs
            ("_broken, for=203.0.113.9", None),
            ('for="unbalanced, for=203.0.113.9', None),
            ('for=192.0.2.66;x=", for="203.0.113.9"', None),
            ("for=203.0.113.9, for=unknown", None),
            ("for=203.0.113.9, for=_hidden", None),
            ("for=203.0.113.9, for=unknown, for=10.0.0.2", None),
            ("for=203.0.113.9, proto=https", None),
            ("for=203.0.113.9;for=192.0.2.66", None),
            ("", None),
        ],
    )
    def test_forwarded(self, line: str, address: str | None) -> None:
        expected = f"a stranger through {PROXY}" if address is None else address
        assert str(client(PROXY, ("Forwarded", line))) == expected

    @pytest.mark.parametrize(
        "line",
        [
            "",
            ",",
            "203.0.113.9,",
            "203.0.113.9, unknown",
            "203.0.113.9, _x",
            "203.0.113.9, 1.2.3",
            "203.0.113.9, 1.2.3.4:99999999",
            "203.0.113.9, [1.2.3.4]",
            "203.0.113.9, [::1",
            "203.0.113.9, 01.2.3.4",
            "203.0.113.9\x80",
            "203.0.113.9 198.51.100.7",
            "203.0.113.9, example.org",
            "\xb9.2.3.4",
        ],
        ids=ascii,
    )
    def test_garbage_is_a_stranger(self, line: str) -> None:
        assert forwarded(line) == ClientAddress(bucket=PROXY, ip=None)

    @pytest.mark.parametrize(
        "line", ["127.0.0.1", "::1", "203.0.113.9, unknown, 127.0.0.1", "[::1]:80, 10.0.0.2"]
    )
    @pytest.mark.parametrize("peer", [PROXY, "127.0.0.1", "::1"])
    def test_nobody_is_on_this_machine_because_a_header_says_so(self, peer: str, line: str) -> None:
        stranger = client(peer, ("X-Forwarded-For", line))
        assert stranger == ClientAddress(bucket=peer, ip=None)

    @pytest.mark.parametrize("peer", [PROXY, "127.0.0.1", "::1"])
    def test_nor_because_a_proxy_is_there_and_says_nothing(self, peer: str) -> None:
        assert client(peer) == ClientAddress(bucket=peer, ip=None)

    def test_both_headers_have_to_agree(self) -> None:
        same = client(PROXY, ("X-Forwarded-For", f"192.0.2.1, {FAR}"), ("Forwarded", f"for={FAR}"))
        assert str(same) == FAR
        # Most proxies set one of them, and pass on the other as the client has sent it.
        forged = client(PROXY, ("X-Forwarded-For", FAR), ("Forwarded", "for=192.0.2.1"))
        assert forged == ClientAddress(bucket=PROXY, ip=None)

    def test_ipv6_clients_count_by_their_network(self) -> None:
        assert forwarded("2001:db8:1:2:3::4").bucket == forwarded("[2001:db8:1:2:5::6]:80").bucket


untrusted = st.ip_addresses().filter(lambda ip: ip not in TRUSTED and not ip.is_loopback)
trusted = st.one_of(st.ip_addresses(network="10.0.0.0/8"), st.ip_addresses(network="fd00::/8"))


def _x_node(ip: IpAddress, port: int | None) -> str:
    if port is None:
        return str(ip)
    return f"[{ip}]:{port}" if ip.version == 6 else f"{ip}:{port}"


def _forwarded_node(ip: IpAddress, port: int | None) -> str:
    text = f"[{ip}]" if ip.version == 6 else str(ip)
    return f'for="{text}"' if port is None else f'for="{text}:{port}"'


ports = st.none() | st.integers(0, 65535)
anything = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]) | st.sampled_from("\t\x80\x9b"))


@given(real=untrusted, hops=st.lists(st.tuples(trusted, ports)), forged=st.lists(anything), port=ports)
def test_nothing_that_a_client_sends_changes_its_address(
    real: IPv4Address | IPv6Address,
    hops: list[tuple[IpAddress, int | None]],
    forged: list[str],
    port: int | None,
) -> None:
    chain = [(real, port), *hops]
    expected = ClientAddresses(Networks()).of_handshake((str(real), 1), Headers())
    line = ", ".join(_x_node(*hop) for hop in chain)
    assert client(PROXY, *(("X-Forwarded-For", text) for text in (*forged, line))) == expected
    assert client(PROXY, ("X-Forwarded-For", ",".join((*forged, line)))) == expected

    line = ", ".join(_forwarded_node(*hop) for hop in chain)
    assert client(PROXY, *(("Forwarded", text) for text in (*forged, line))) == expected
    # In one line with what a proxy adds, a bad beginning makes a stranger, and never another client.
    assert client(PROXY, ("Forwarded", ", ".join((*forged, line)))).bucket in (expected.bucket, PROXY)


@given(st.dictionaries(st.sampled_from(["Forwarded", "X-Forwarded-For"]), anything))
def test_any_header_can_be_read(headers: dict[str, str]) -> None:
    for peer in (FAR, PROXY, "127.0.0.1"):
        assert not client(peer, *headers.items()).is_local or not headers


@pytest.mark.parametrize(
    "part", [" ", "\t", ";", "a=", 'a="', '"\\', "for=1;", ",", "[", "for=", "1.", "a=b; "]
)
def test_a_long_header_takes_no_longer_than_its_length(part: str) -> None:
    line = part * (1_000_000 // len(part)) + "\x80"  # quadratic time would be hours
    for name in ("Forwarded", "X-Forwarded-For"):
        assert client(PROXY, (name, line)).ip is None


class TestWarnings:
    @pytest.mark.parametrize(
        ("peer", "headers", "warning"),
        [
            (PROXY, (), "the trusted proxy 10.0.0.1 sends neither Forwarded nor X-Forwarded-For"),
            (PROXY, (("X-Forwarded-For", "\x9b2J"),), "the trusted proxy 10.0.0.1 forwards something else"),
            (
                PROXY,
                (("X-Forwarded-For", FAR), ("Forwarded", "for=_x")),
                "the trusted proxy 10.0.0.1 names different clients",
            ),
            ("192.0.2.1", (("Via", "1.1 example"),), "start with --trusted-proxy 192.0.2.1"),
        ],
        ids=["silent", "unreadable", "contradictory", "untrusted"],
    )
    def test_each_cause_is_told_once(
        self,
        peer: str,
        headers: tuple[tuple[str, str], ...],
        warning: str,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        addresses = ClientAddresses(TRUSTED)
        for _ in range(3):
            addresses.of_handshake((peer, 4711), Headers(headers))
        (record,) = caplog.records
        assert warning in record.getMessage()
        assert record.getMessage().isprintable()

    def test_nothing_is_told_where_all_is_well(self, caplog: pytest.LogCaptureFixture) -> None:
        forwarded(FAR)
        client(FAR)
        client("127.0.0.1", trusted=Networks())
        assert caplog.records == []

    def test_strangers_on_the_internet_do_not_fill_the_log(self, caplog: pytest.LogCaptureFixture) -> None:
        addresses = ClientAddresses(TRUSTED)
        for number in range(1000):
            addresses.of_handshake((f"8.8.{number // 256}.{number % 256}", 1), Headers({"Via": "x"}))
        assert len(caplog.records) == MOST_WARNED
        addresses.of_handshake((PROXY, 1), Headers())
        assert "10.0.0.1" in caplog.text
