"""What the head of a document says about its page."""

import re
from html import unescape

import pytest

from pente_server.net.http.api.link_preview import LinkPreview
from pente_server.net.http.page.head import canonical_path, head_tags

ORIGIN = "https://pente.example.org"
GAME = LinkPreview("ann – bob", "pente, 19x19, 5+3. 12 moves so far.", "/api/rooms/650b6da5f4a3/board.png")
HOSTILE = LinkPreview('"><script>alert(1)</script>', "</head><b onload='x'>&amp;", "")


def tags(preview: LinkPreview = GAME, *, origin: str = ORIGIN, path: str = "/r/650b6da5f4a3") -> str:
    return head_tags(preview, origin=origin, path=path, site="Café & Co")


def content(text: str, name: str) -> str:
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"<>]*)">', text)
    assert found is not None
    return unescape(found[1])


def test_a_program_that_shows_links_finds_words_and_a_picture() -> None:
    text = tags()
    assert content(text, "og:title") == "ann – bob"
    assert content(text, "og:description") == content(text, "description") == GAME.description
    assert content(text, "og:site_name") == "Café & Co"
    assert content(text, "og:url") == "https://pente.example.org/r/650b6da5f4a3"
    assert content(text, "og:image") == ORIGIN + GAME.picture
    assert content(text, "twitter:card") == "summary_large_image"
    assert '<link rel="canonical" href="https://pente.example.org/r/650b6da5f4a3">' in text
    assert 'href="https://pente.example.org/api/games.atom" type="application/atom+xml"' in text
    assert "/api/oembed?url=https%3A%2F%2Fpente.example.org%2Fr%2F650b6da5f4a3" in text


def test_a_page_without_a_picture() -> None:
    text = tags(LinkPreview("ann", "3 games played."), path="/u/ann")
    assert content(text, "twitter:card") == "summary"
    assert "og:image" not in text
    assert "oembed" not in text
    assert 'href="https://pente.example.org/api/games.atom?player=ann"' in text


def test_nothing_is_linked_where_the_server_has_no_name() -> None:
    text = tags(origin="")
    assert content(text, "og:title") == "ann – bob"
    assert "og:url" not in text
    assert "og:image" not in text
    assert "<link" not in text


def test_a_host_that_is_no_address_is_repeated_all_the_same() -> None:
    assert '<link rel="canonical" href="http://[1.2.3.4]/tv">' in tags(origin="http://[1.2.3.4]", path="/tv")


def test_what_players_write_is_no_markup() -> None:
    text = tags(HOSTILE)
    assert content(text, "og:title") == HOSTILE.title
    assert content(text, "description") == HOSTILE.description
    assert not re.search(r"<(?!meta |link )", text)
    assert all(line.count('"') % 2 == 0 for line in text.splitlines())


@pytest.mark.parametrize(
    ("path", "canonical"),
    [
        ("/", "/"),
        ("//", "/"),
        ("/R/650B6da5f4a3/", "/r/650B6da5f4a3"),
        ("/embed/650b6da5f4a3", "/r/650b6da5f4a3"),
        ("/u/Ann", "/u/Ann"),
        ("/tv", "/tv"),
    ],
)
def test_a_page_has_one_address(path: str, canonical: str) -> None:
    assert canonical_path(path) == canonical
