"""Which web pages may use a server, and under which names it is asked."""

import pytest
from websockets.datastructures import Headers

from pente_server.limits.networks import Networks, parse_address, parse_network
from pente_server.net.http.request_head import RequestHead
from pente_server.net.http.site_names import InvalidOrigin, parse_origin, parse_server_name
from pente_server.net.http.sites import Site, SitePolicy, names_of_this_machine

PROXY, PLAYER = parse_address("10.0.0.1"), parse_address("198.51.100.7")
HERE, LAN, PUBLIC = parse_address("127.0.0.1"), parse_address("192.168.1.5"), parse_address("1.1.1.1")
TRUSTING = SitePolicy(trusted_proxies=Networks([parse_network("10.0.0.0/8")]))
HANDSHAKE = {"Upgrade": "websocket"}
UNTRUSTED = Site("http", "example.org", is_scheme_known=False)
SCHEMELESS = Site("http", "example.org", is_forwarded=True, is_scheme_known=False)


def head(host: str = "example.org", **headers: str) -> RequestHead:
    lines = {name.replace("_", "-"): value for name, value in headers.items()}
    return RequestHead("GET", "/", "1.1", Headers({"Host": host, **lines}))


def status(policy: SitePolicy, head: RequestHead, own: object = PUBLIC, peer: object = PLAYER) -> int:
    refusal = policy.refusal(head, policy.site(head, peer), own)  # type: ignore[arg-type]
    return 200 if refusal is None else int(refusal.status)


class TestSites:
    @pytest.mark.parametrize(
        ("headers", "site"),
        [
            ({}, Site("http", "example.org")),
            ({"X_Forwarded_Proto": "https"}, UNTRUSTED),
            ({"X_Forwarded_For": "192.0.2.1"}, SCHEMELESS),
            (
                {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "https"},
                Site("https", "example.org", is_forwarded=True),
            ),
            (
                {
                    "X_Forwarded_For": "192.0.2.1",
                    "X_Forwarded_Proto": "WSS",
                    "X_Forwarded_Host": "b.example:8443",
                },
                Site("https", "b.example:8443", is_forwarded=True),
            ),
            (
                {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "x", "X_Forwarded_Host": "a b"},
                SCHEMELESS,
            ),
            (
                {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Host": "made.up, b.example"},
                Site("http", "b.example", is_forwarded=True, is_scheme_known=False),
            ),
            (
                {"Forwarded": 'for=192.0.2.1;proto=https;host="b.example:8443"'},
                Site("https", "b.example:8443", is_forwarded=True),
            ),
            (
                {"Forwarded": "for=_a;host=made.up;proto=http, for=_b;PROTO=https;host=b.example"},
                Site("https", "b.example", is_forwarded=True),
            ),
            ({"Forwarded": "for=192.0.2.1;proto=https;;;=", "X_Forwarded_Proto": "https"}, None),
            ({"Forwarded": "for=192.0.2.1", "X_Forwarded_Proto": "https"}, None),
        ],
        ids=str,
    )
    def test_what_a_trusted_proxy_forwards_counts(self, headers: dict[str, str], site: Site | None) -> None:
        wanted = site or Site("https", "example.org", is_forwarded=True)
        assert TRUSTING.site(head(**headers), PROXY) == wanted

    def test_what_anybody_else_forwards_does_not(self) -> None:
        forged = head(X_Forwarded_For="192.0.2.1", X_Forwarded_Proto="https", X_Forwarded_Host="b.example")
        for policy, peer in ((TRUSTING, PLAYER), (TRUSTING, None), (TRUSTING.without_proxies(), PROXY)):
            assert policy.site(forged, peer) == UNTRUSTED


class TestOrigins:
    @pytest.mark.parametrize(
        ("host", "origin"),
        [
            ("example.org", "http://example.org"),
            ("example.org:80", "http://example.org"),
            ("Example.ORG", "http://example.org"),
            ("example.org:8765", "http://example.org:8765"),
            ("[::1]:8765", "http://[::1]:8765"),
            ("localhost:8765", "http://localhost:8765"),
        ],
    )
    def test_of_its_own_pages(self, host: str, origin: str) -> None:
        assert status(SitePolicy(), head(host, Origin=origin, **HANDSHAKE)) == 200

    @pytest.mark.parametrize(
        "origin",
        [
            "null",
            "",
            "*",
            "http://elsewhere.example",
            "https://example.org",
            "http://example.org:8765",
            "http://example.org.elsewhere.example",
            "http://elsewhere.example/http://example.org",
            "http://example.org/",
            "http://example.org http://elsewhere.example",
            "http://user@example.org",
            "example.org",
            "//example.org",
            "file://",
            "chrome-extension://abcdef",
        ],
        ids=repr,
    )
    def test_of_other_pages(self, origin: str) -> None:
        assert status(SitePolicy(), head(Origin=origin, **HANDSHAKE)) == 403
        assert status(SitePolicy(), head(Origin=origin)) == 403

    def test_behind_a_proxy_with_tls(self) -> None:
        forwarded = {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "https"}
        own, other = "https://example.org", "http://example.org"
        assert status(TRUSTING, head(Origin=own, **forwarded), peer=PROXY) == 200
        assert status(TRUSTING, head(Origin=other, **forwarded), peer=PROXY) == 403
        assert status(TRUSTING, head(Origin=own, **forwarded), peer=PLAYER) == 403

    def test_that_are_allowed(self) -> None:
        policy = SitePolicy(allowed_origins=frozenset({"https://club.example", "http://localhost:5173"}))
        for origin in ("https://club.example", "https://CLUB.example:443", "http://localhost:5173"):
            assert status(policy, head(Origin=origin)) == 200
        for origin in ("http://club.example", "https://club.example:8443", "http://localhost"):
            assert status(policy, head(Origin=origin)) == 403
        assert status(policy.without_proxies(), head(Origin="https://club.example")) == 200

    @pytest.mark.parametrize("origin", ["https://club.example", "http://localhost:3000", "null"])
    def test_of_other_pages_that_read_what_everybody_can_read(self, origin: str) -> None:
        asked = head(Origin=origin, X_Forwarded_For="198.51.100.7")
        reads = RequestHead("GET", "/api/rooms", "1.1", asked.headers)
        plays = RequestHead("GET", "/api/rooms", "1.1", head(Origin=origin, **HANDSHAKE).headers)
        assert status(SitePolicy(), reads, own=PUBLIC) == 200
        assert status(TRUSTING, reads, own=LAN, peer=PROXY) == 200
        assert [status(SitePolicy(), reads, own=own) for own in (HERE, LAN, None)] == [403] * 3
        assert [status(SitePolicy(), each, own=PUBLIC) for each in (asked, plays)] == [403] * 2

    def test_of_programs_which_send_none(self) -> None:
        assert status(SitePolicy(), head("anything.example", **HANDSHAKE), own=HERE) == 200

    def test_what_the_host_can_do_is_said(self) -> None:
        asked = head("example.org:8443", Origin="https://example.org:8443")
        refusal = TRUSTING.refusal(asked, TRUSTING.site(asked, PLAYER), PUBLIC)
        assert refusal is not None
        assert refusal.named == "https://example.org:8443"
        for part in (
            "A web page of https://example.org:8443 has asked for http://example.org:8443",
            "--trusted-proxy",
            "X-Forwarded-Proto",
            "--allow-origin https://example.org:8443",
        ):
            assert part in refusal.text

    def test_what_is_no_origin_is_not_repeated(self) -> None:
        asked = head(Origin="null <script>")
        refusal = SitePolicy().refusal(asked, SitePolicy().site(asked, PLAYER), PUBLIC)
        assert refusal is not None
        assert not set("<>") & set(refusal.text + refusal.named)


class TestNames:
    @pytest.mark.parametrize("own", [HERE, LAN, parse_address("::1"), parse_address("100.64.0.1")], ids=str)
    @pytest.mark.parametrize(
        "name",
        ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "192.168.1.5", "[fd00::1]", "198.51.100.7"],
    )
    def test_that_no_page_can_have_made_to_lead_here(self, own: object, name: str) -> None:
        assert status(SitePolicy(), head(f"{name}:8765"), own=own) == 200

    def test_of_this_machine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("socket.gethostname", lambda: "Attic.example.org")
        names_of_this_machine.cache_clear()
        for name in ("attic", "attic.local", "ATTIC.example.org"):
            assert status(SitePolicy(), head(name), own=LAN) == 200
        assert status(SitePolicy(), head("example.org"), own=LAN) == 403
        names_of_this_machine.cache_clear()

    @pytest.mark.parametrize(
        "name", ["elsewhere.example", "localhost.example", "127.0.0.1.example", "localhos", "0x7f"]
    )
    @pytest.mark.parametrize(
        "own", [HERE, LAN, parse_address("fd00::1"), parse_address("::ffff:127.0.0.1")], ids=str
    )
    def test_that_may_have_been_made_to_lead_here(self, name: str, own: object) -> None:
        origin = {"Origin": f"http://{name}"}
        assert status(SitePolicy(), head(name), own=own) == 403
        assert status(SitePolicy(), head(name, **origin), own=own) == 403
        assert status(SitePolicy(), head(name, **origin, **HANDSHAKE), own=own) == 403
        assert status(SitePolicy(server_names=frozenset({name})), head(name, **origin), own=own) == 200

    def test_at_a_public_address_and_behind_a_proxy_there_are_any(self) -> None:
        assert status(SitePolicy(), head("elsewhere.example"), own=PUBLIC) == 200
        forwarded = head("elsewhere.example", X_Forwarded_For="192.0.2.1")
        assert status(TRUSTING, forwarded, own=LAN, peer=PROXY) == 200
        assert status(TRUSTING, forwarded, own=LAN, peer=PLAYER) == 403
        assert status(TRUSTING, head("elsewhere.example"), own=LAN, peer=PROXY) == 403

    def test_what_the_host_can_do_is_said(self) -> None:
        asked = head("Game.example:8765")
        refusal = SitePolicy().refusal(asked, Site("http", "Game.example:8765"), HERE)
        assert refusal is not None
        assert "--server-name game.example" in refusal.text
        assert "--trusted-proxy" in refusal.text


class TestOptions:
    @pytest.mark.parametrize(
        "text",
        ["null", "*", "https://*.example.org", "example.org", "https://example.org/x", "https://", "é://x"],
    )
    def test_what_is_no_origin(self, text: str) -> None:
        with pytest.raises(InvalidOrigin, match="write it as"):
            parse_origin(text)

    @pytest.mark.parametrize("text", ["example.org:8765", "https://example.org", "", "a b", "[::1]"])
    def test_what_is_no_name(self, text: str) -> None:
        with pytest.raises(ValueError, match="write it as"):
            parse_server_name(text)


class TestOwnAddresses:
    """Under which address a server answers for itself, so that a relay can't borrow its signature."""

    AT_HOME, AT_LARGE = ("192.168.1.5", 8765), ("1.1.1.1", 8765)
    NEIGHBOUR = parse_address("192.168.1.9")
    KNOWN = SitePolicy(
        server_names=frozenset({"alt.example", "pente.example"}),
        public_url="https://pente.example",
        trusted_proxies=Networks([parse_network("10.0.0.0/8")]),
    )

    @pytest.mark.parametrize(
        ("host", "here", "peer", "own"),
        [
            ("1.1.1.1:8765", AT_LARGE, PLAYER, "ws://1.1.1.1:8765"),
            ("1.1.1.1:9999", AT_LARGE, PLAYER, ""),  # another port is somebody else's
            ("1.1.1.2:8765", AT_LARGE, PLAYER, ""),
            ("alt.example:8765", AT_LARGE, PLAYER, "ws://alt.example:8765"),
            ("Alt.Example.:8765", AT_LARGE, PLAYER, "ws://alt.example:8765"),
            ("alt.example", AT_LARGE, PLAYER, ""),
            ("evil.example:8765", AT_LARGE, PLAYER, ""),
            ("pente.example", AT_LARGE, PLAYER, "wss://pente.example"),  # and so not what has dialled ws://
            ("pente.example:8765", AT_LARGE, PLAYER, ""),
            ("192.168.1.5:8765", AT_HOME, NEIGHBOUR, "ws://192.168.1.5:8765"),
            ("192.168.1.5:8765", AT_HOME, PUBLIC, ""),  # a relay in a network with the same addresses
            (f"{min(names_of_this_machine() - {'localhost'})}:8765", AT_HOME, PUBLIC, ""),
            ("127.0.0.1:8765", ("127.0.0.1", 8765), HERE, "ws://127.0.0.1:8765"),
            ("localhost:8765", ("127.0.0.1", 8765), HERE, "ws://localhost:8765"),
            ("localhost:8765", AT_HOME, NEIGHBOUR, ""),
            ("127.0.0.1:8765", AT_LARGE, PLAYER, ""),
            ("[::1]:8765", ("::1", 8765, 0, 0), parse_address("::1"), "ws://[::1]:8765"),
            ("", AT_LARGE, PLAYER, ""),
            ("1.1.1.1:8765", "/run/pente.sock", None, ""),
        ],
    )
    def test_what_was_asked_for_is_its_own(self, host: str, here: object, peer: object, own: str) -> None:
        site = self.KNOWN.site(head(host), peer)  # type: ignore[arg-type]
        assert self.KNOWN.own_address(site, here, peer) == own  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("host", "proto", "own"),
        [
            ("pente.example", "https", "wss://pente.example"),
            ("pente.example", "", ""),
            ("pente.example", "http", "wss://pente.example"),
            ("alt.example", "https", "wss://alt.example"),
            ("alt.example", "http", "ws://alt.example"),
            ("alt.example", "", ""),
            ("alt.example:9999", "https", ""),
            ("127.0.0.1:8765", "http", ""),
        ],
    )
    def test_behind_a_proxy_it_has_names_only(self, host: str, proto: str, own: str) -> None:
        forwarded = {"X_Forwarded_For": "192.0.2.1"} | ({"X_Forwarded_Proto": proto} if proto else {})
        site = self.KNOWN.site(head(host, **forwarded), PROXY)
        assert self.KNOWN.own_address(site, ("10.0.0.2", 8765), PROXY) == own
