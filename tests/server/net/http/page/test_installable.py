"""What a browser needs to install the page: a manifest, icons, and a service worker."""

import json
import re
import struct
import zlib

import pytest

from pente_server.net.http.page.assets import load_assets
from pente_server.net.http.page.manifest import manifest
from tests.server.net.http.doors import opened
from tests.server.net.http.test_web_page import ask
from tests.support.drawing import icons

ASSETS = load_assets()


@pytest.mark.parametrize(
    ("name", "short"), [("Café Central", "Café Central"), ("The club of the town", "Pente")]
)
def test_an_installed_page_has_the_name_of_the_server(name: str, short: str) -> None:
    told = json.loads(manifest(name, ASSETS))
    assert (told["name"], told["short_name"]) == (name, short)
    assert told["display"] == "standalone"


def test_its_icons_are_there_in_their_sizes() -> None:
    for icon in json.loads(manifest("Pente", ASSETS))["icons"]:
        asset = ASSETS.by_path[icon["src"].removeprefix(ASSETS.root)]
        assert asset.type == icon["type"]
        if icon["sizes"] != "any":
            width, height = struct.unpack("!II", asset.body.plain[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_icons_are_as_they_are_drawn() -> None:
    assert ASSETS.text("icons/icon.svg") == icons.svg()
    assert ASSETS.text("icons/icon-turn.svg") == icons.svg(icons.TURN)
    drawn = icons.png(192)
    start = drawn.index(b"IDAT")
    kept = ASSETS.by_path["icons/icon-192.png"].body.plain
    assert kept[: start - 4] == drawn[: start - 4]
    assert inflated(kept) == inflated(drawn)


def inflated(picture: bytes) -> bytes:
    """The points of a picture; how they are compressed may differ from machine to machine."""
    return zlib.decompress(picture[picture.index(b"IDAT") + 4 : picture.index(b"IEND") - 8])


async def test_the_manifest_is_served_as_one() -> None:
    async with opened() as door:
        status, headers, body = await ask(door, "/manifest.webmanifest")
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    assert json.loads(body)["start_url"] == "/"


async def test_the_service_worker_keeps_the_files_of_this_version() -> None:
    async with opened() as door:
        status, headers, body = await ask(door, "/sw.js")
        assert status == 200
        assert headers["content-type"].startswith("text/javascript")
        assert headers["cache-control"] == "no-cache"
        assert headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
        assert (await ask(door, "/sw.js", f"If-None-Match: {headers['etag']}"))[0] == 304
        named = re.search(r'const FILES = "([^"]+)"', body.decode())
        assert named is not None
        for path in named[1].split(" "):
            assert "immutable" in (await ask(door, path))[1]["cache-control"]
        assert b"{" + b"root}" not in body


async def test_there_is_none_of_it_without_the_page() -> None:
    async with opened(has_page=False) as door:
        for path in ("/manifest.webmanifest", "/sw.js"):
            assert (await ask(door, path))[0] == 404
