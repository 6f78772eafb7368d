"""Links that a browser opens at a server."""

import pytest

from pente_client.addresses.web_link import web_link
from pente_protocol.address import BadAddress


@pytest.mark.parametrize(
    ("url", "link"),
    [
        ("wss://example.org", "https://example.org/tv"),
        ("wss://example.org:8443/", "https://example.org:8443/tv"),
        ("ws://localhost:80", "http://localhost/tv"),
        ("ws://[::1]:8765", "http://[::1]:8765/tv"),
        ("wss://example.org/club/", "https://example.org/club/tv"),
    ],
)
def test_a_link(url: str, link: str) -> None:
    assert web_link(url, "/tv") == link


def test_what_is_no_server() -> None:
    with pytest.raises(BadAddress):
        web_link("javascript:alert(1)", "/tv")
