"""What browsers get: the page, at its addresses, and its files."""

import asyncio
import gzip
import re

import pytest

from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.http import pages
from pente_server.net.http.api.link_preview import LinkPreview
from pente_server.net.http.page.assets import load_assets
from tests.server.net.http.doors import Door, Nothing, opened, said

BROWSER = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
ROOM = "650b6da5f4a3"
SCRIPT = load_assets().root + "app/start.js"


async def ask(
    door: Door, path: str, *lines: str, method: str = "GET", host: str = "127.0.0.1:8765"
) -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body that a request gets."""
    request = "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", ""))
    head, _, body = (await said(door.port, request.encode("latin-1"))).partition(b"\r\n\r\n")
    status, *fields = head.decode("latin-1").split("\r\n")
    headers = [line.split(": ", 1) for line in fields]
    assert len({name.lower() for name, _ in headers}) == len(headers)
    return int(status.split()[1]), {name.lower(): value for name, value in headers}, body


class TestDocument:
    @pytest.mark.parametrize("path", ["/", f"/r/{ROOM}", f"/R/{ROOM}", "/?x=1", f"/r/{ROOM}/"])
    async def test_a_browser_gets_the_page(self, path: str) -> None:
        async with opened() as door:
            status, headers, body = await ask(door, path, BROWSER)
        assert status == 200
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cache-control"] == "no-cache"
        assert f'<script type="module" src="{SCRIPT}"></script>'.encode() in body

    @pytest.mark.parametrize(
        "path", ["/nothing", "/r/x", "/r/%3Cscript%3E", "/..%2f..%2fetc", "/%00", "/r/../x"]
    )
    async def test_a_page_that_is_not_there_says_so_itself(self, path: str) -> None:
        async with opened() as door:
            status, headers, body = await ask(door, path, BROWSER)
        assert status == 404
        assert headers["cache-control"] == "no-store"
        assert SCRIPT.encode() in body
        assert b"%3C" not in body

    @pytest.mark.parametrize("path", ["/", f"/r/{ROOM}", "/nothing", f"/embed/{ROOM}"])
    async def test_it_loads_and_does_only_what_is_from_here(self, path: str) -> None:
        async with opened() as door:
            _, headers, body = await ask(door, path, BROWSER)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert ("frame-ancestors *" in policy) is path.startswith("/embed/")
        assert ("frame-ancestors 'none'" in policy) is not path.startswith("/embed/")
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "camera=()" in headers["permissions-policy"]
        assert ("cross-origin-opener-policy" in headers) is not path.startswith("/embed/")
        assert not re.search(
            rb"<script>|<style|\sstyle=|\son[a-z]+=|//", body.replace(b"http://127.0.0.1:8765/", b"")
        )

    async def test_all_files_that_the_first_board_needs_are_loaded_at_once(self) -> None:
        async with opened() as door:
            _, _, body = await ask(door, f"/r/{ROOM}", BROWSER)
            named = re.findall(r'(?:href|src)="(/web/[^"]+)"', body.decode())
            assert [path for path in named if (await ask(door, path))[0] != 200] == []
        assert any(path.endswith("room/room_page.js") for path in named)

    async def test_who_has_it_does_not_get_it_again(self) -> None:
        async with opened() as door:
            _, headers, _ = await ask(door, "/", BROWSER)
            known = f"If-None-Match: {headers['etag']}"
            status, again, body = await ask(door, "/", BROWSER, known)
            assert (status, body, again["etag"]) == (304, b"", headers["etag"])
            assert (await ask(door, "/nothing", BROWSER, known))[0] == 404
            assert (await ask(door, "/", known))[0] == 200

    async def test_caches_tell_those_who_get_it_from_those_who_get_text(self) -> None:
        async with opened() as door:
            for lines in ((), (BROWSER,)):
                _, headers, _ = await ask(door, "/", *lines)
                assert "Accept" in headers["vary"].split(", ")

    async def test_head_is_the_same_without_the_body(self) -> None:
        async with opened() as door:
            got = await ask(door, "/", BROWSER)
            asked = await ask(door, "/", BROWSER, method="HEAD")
        assert (asked[0], asked[2]) == (200, b"")
        assert {**asked[1], "date": ""} == {**got[1], "date": ""}


class TestPreviews:
    @pytest.mark.parametrize(
        "reader", ["Discordbot/2.0", "facebookexternalhit/1.1", "WhatsApp/2.23", "Twitterbot/1.0"]
    )
    async def test_programs_that_show_links_find_what_a_page_is_about(self, reader: str) -> None:
        async with opened() as door:
            door.api.preview = LinkPreview("ann – bob", "12 moves so far", "/api/x.png")
            lines = ("Accept: */*", f"User-Agent: {reader}")
            _, _, body = await ask(door, f"/r/{ROOM}", *lines)
        assert '<meta property="og:title" content="ann – bob">' in body.decode()
        assert "<title>ann – bob · Pente</title>" in body.decode()
        assert b'content="http://127.0.0.1:8765/api/x.png"' in body

    @pytest.mark.parametrize("reader", ["curl/8.5.0", "Wget/1.21", "python-requests/2.31", "HTTPie/3.2"])
    async def test_programs_on_a_command_line_get_text(self, reader: str) -> None:
        async with opened() as door:
            _, headers, _ = await ask(door, f"/r/{ROOM}", "Accept: */*", f"User-Agent: {reader}")
        assert headers["content-type"].startswith("text/plain")

    async def test_what_not_everybody_may_see_looks_as_what_is_not_there(self) -> None:
        async with opened() as door:
            _, _, body = await ask(door, f"/r/{ROOM}", BROWSER)
        assert b"og:" not in body
        assert b"<title>Pente</title>" in body

    async def test_the_first_page_says_what_the_server_is_unless_it_is_closed(self) -> None:
        async with opened() as door:
            assert b"og:title" in (await ask(door, "/", BROWSER))[2]
        async with opened(password="secret") as door:
            assert b"og:" not in (await ask(door, "/", BROWSER))[2]

    async def test_a_page_does_not_wait_for_what_it_says_about_itself(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pages, "PREVIEWED_WITHIN", 0.01)
        monkeypatch.setattr(Nothing, "link_preview", lambda *_: asyncio.Event().wait())
        async with opened() as door:
            status, _, body = await ask(door, f"/r/{ROOM}", BROWSER)
        assert status == 200
        assert b"og:" not in body


class TestFiles:
    async def test_a_file_is_kept_for_ever(self) -> None:
        async with opened() as door:
            status, headers, body = await ask(door, SCRIPT, "Accept-Encoding: gzip, br")
        assert status == 200
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in headers["cache-control"]
        assert headers["vary"] == "Accept-Encoding"
        assert gzip.decompress(body) == load_assets().by_path["app/start.js"].body.plain

    async def test_a_file_for_those_who_read_no_gzip(self) -> None:
        async with opened() as door:
            _, headers, body = await ask(door, SCRIPT)
        assert "content-encoding" not in headers
        assert body == load_assets().by_path["app/start.js"].body.plain

    async def test_a_file_of_another_release_is_not_kept(self) -> None:
        async with opened() as door:
            status, headers, _ = await ask(door, "/web/0123456789abcdef/app/start.js")
        assert (status, headers["cache-control"]) == (200, "no-store")

    @pytest.mark.parametrize(
        "path",
        [
            *("README.md", "index.html", "sw.js", "", "app", "app/", "app/../app/start.js", "/app/start.js"),
            *(
                "..%2f__init__.py",
                "../__init__.py",
                "%2e%2e/__init__.py",
                "app%2fstart.js",
                "app/start.js%00",
            ),
            *("app/start.js/", "app\\start.js", "APP/start.js", "app/start.js;x"),
        ],
    )
    async def test_nothing_else_is_served(self, path: str) -> None:
        async with opened() as door:
            status, headers, _ = await ask(door, load_assets().root + path)
        assert (status, headers["cache-control"]) == (404, "no-store")


class TestWithoutPage:
    async def test_browsers_get_the_text_too(self) -> None:
        async with opened(has_page=False) as door:
            for path in ("/", f"/r/{ROOM}"):
                status, headers, body = await ask(door, path, BROWSER)
                assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
                assert b"browser" not in body
            assert (await ask(door, SCRIPT))[0] == 404
            assert (await ask(door, "/nothing", BROWSER))[1]["content-type"].startswith("text/plain")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count this machine as any other."""
    monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)


@pytest.mark.usefixtures("counted")
class TestLimits:
    async def test_eight_browsers_behind_one_address_load_the_page_at_once(self) -> None:
        async with opened(Allowance(http_requests=RateLimit(1e-6, 60.0))) as door:
            for _ in range(8):
                _, _, body = await ask(door, f"/r/{ROOM}", BROWSER)
                for path in re.findall(r'(?:href|src)="(/web/[^"]+)"', body.decode()):
                    assert (await ask(door, path))[0] == 200

    async def test_eight_browsers_with_six_connections_each_are_let_in(self) -> None:
        async with opened(Allowance()) as door:
            answers = await asyncio.gather(*(ask(door, SCRIPT) for _ in range(8 * 6)))
        assert {status for status, *_ in answers} == {200}

    async def test_files_are_not_sent_without_end(self) -> None:
        async with opened(Allowance(http_requests=RateLimit(1e-6, 2))) as door:
            statuses = [(await ask(door, SCRIPT))[0] for _ in range(41)]
        assert statuses == [200] * 40 + [429]
