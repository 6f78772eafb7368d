"""The files of the page, and how they are sent."""

import gzip

import pytest

from pente_server.net.http.api.answers import is_known
from pente_server.net.http.page.assets import load_assets
from pente_server.net.http.page.packed import Packed, takes_gzip

LONG = b"pente " * 100


def test_the_files_are_those_that_a_page_may_load() -> None:
    assets = load_assets()
    assert {"app/start.js", "style.css", "puzzles.jsonl"} <= set(assets.by_path)
    assert not {"README.md", "index.html", "sw.js", "app/../app/start.js", ""} & set(assets.by_path)
    assert assets.by_path["app/start.js"].type.startswith("text/javascript")
    assert assets.root == f"/web/{assets.version}/"


def test_colours_come_before_what_names_them() -> None:
    style = load_assets().text("style.css")
    assert style.index("--page:") < style.index("var(--page)")


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("", False),
        ("identity", False),
        ("gzip", True),
        ("br, GZIP", True),
        ("deflate;q=1, gzip;q=0.5", True),
        ("gzip; q=0", False),
        ("gzip;q=0.000, br", False),
        ("notgzip", False),
        (",;,=", False),
    ],
)
def test_who_takes_gzip(accepted: str, *, is_taken: bool) -> None:
    assert takes_gzip(accepted) is is_taken


def test_a_content_is_sent_as_it_is_asked_for() -> None:
    packed = Packed(LONG)
    plain, about_plain = packed.form("")
    short, about_short = packed.form("gzip")
    assert plain == LONG == gzip.decompress(short)
    assert len(short) < len(plain)
    assert about_plain == {"Vary": "Accept-Encoding"}
    assert about_short == {"Vary": "Accept-Encoding", "Content-Encoding": "gzip"}


def test_what_does_not_get_shorter_is_sent_as_it_is() -> None:
    assert Packed(b"short").form("gzip") == (b"short", {"Vary": "Accept-Encoding"})


def test_a_client_has_a_content_by_its_tag() -> None:
    packed = Packed(LONG)
    assert packed.tag.startswith('W/"')
    assert is_known(packed.tag, packed.tag)
    assert is_known(packed.tag, f'"x", {packed.tag.removeprefix("W/")}')
    assert is_known(packed.tag, "*")
    assert not is_known(packed.tag, "")
    assert not is_known(packed.tag, Packed(b"x").tag)
