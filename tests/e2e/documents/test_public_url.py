"""One address for others: what a server says of itself, and every door hands on."""

from functools import partial
from pathlib import Path

import pytest
import zxingcpp
from aiohttp import ClientSession
from PIL import Image

from pente_protocol.messages.hello import Greeting
from pente_server.limits.networks import Networks, parse_network
from pente_server.net import endpoint
from pente_server.net.addresses.public_url import PublicUrl
from pente_server.net.endpoint import Endpoint, network_url
from pente_server.net.http.sites import SitePolicy
from tests.e2e.web.playing import page_url, signed_in
from tests.server.webhook.receiver import receiving
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer
from tests.support.peer import serving as serving_node
from tests.support.processes import JsonProcess, Process
from tests.support.proxies.reverse_proxy import proxying
from tests.support.server_program import serving
from tests.support.waiting import until

MEMORY = ("--port", "0", "--store", "memory")
PUBLIC = "https://pente.example.org"
HOME = Endpoint("0.0.0.0", 8765)  # named, not listened on


async def test_every_door_leads_to_the_public_address(tmp_path: Path) -> None:
    async with receiving() as receiver:
        options = ("--public-url", f"{PUBLIC}/", "--webhook", receiver.url, "--webhook-waits", "1")
        async with serving(*MEMORY, *options, "--webhook-form", "ntfy") as served:
            said = await served.greeting()
            assert "play from elsewhere:     pente play pente.example.org" in said
            assert f"or open in a browser:    {PUBLIC}" in said
            url = said.split("serving on ")[1].split()[0].rstrip(";,")
            here = url.replace("ws", "http", 1)
            play = ("play", url, "--new", "--private")
            async with JsonProcess(*play, "--json", state=tmp_path / "a") as anna:
                created = await anna.until("room")
                link, _, fingerprint = created["link"].partition("#")
                assert link == f"{PUBLIC}/j/{created['code']}"
                assert f"or open in a browser:    {PUBLIC}#{fingerprint}\n" in said
            async with Process(*play, "--plain", state=tmp_path / "d") as dora:
                told = (await dora.line_with("pente join ")).rpartition("pente join ")[2]
                link = (await dora.line_with("Or send this link: ")).partition("link: ")[2]
                code = link.removeprefix(f"{PUBLIC}/j/").removesuffix(f"#{fingerprint}")
                assert told == f"{code} pente.example.org"
            async with JsonProcess("play", url, "--new", "--json", state=tmp_path / "b") as boris:
                room = (await boris.until("room"))["room"]
                await until(lambda: bool(receiver.taken))
            (notification,) = receiver.taken
            assert notification.body.decode().endswith(f"To join: {PUBLIC}/r/{room}#{fingerprint}")
            assert notification.headers["click"] == f"{PUBLIC}/r/{room}#{fingerprint}"
            async with ClientSession() as browser:
                for path, header in (("/", "text/html"), ("/", "*/*"), ("/api/games.atom", "*/*")):
                    forged = {"Accept": header, "Host": "evil.localhost"}
                    async with browser.get(here + path, headers=forged) as answer:
                        text = await answer.text()
                    assert "pente.example.org" in text
                    assert "evil" not in text
            async with Process("doctor", url, state=tmp_path / "c") as doctor:
                await doctor.line_with(f"key of the server: proven, its fingerprint is {fingerprint}")
                await doctor.line_with(f"links: those for others lead to {PUBLIC}")


async def test_where_only_this_machine_reaches_the_server_players_are_told_what_to_do(tmp_path: Path) -> None:
    async with serving(*MEMORY) as served:
        url = await served.url()
        async with Process("play", url, "--new", "--private", "--plain", state=tmp_path) as anna:
            await anna.line_with("Only this machine reaches that.")
            await anna.line_with("--public-url")
        async with Process("doctor", url, state=tmp_path) as doctor:
            assert "--host 0.0.0.0" in await doctor.line_with("nobody else can follow them")


async def greeted(url: str) -> str:
    async with Peer(url) as peer:
        return (await peer.heard(Greeting)).public_url


async def test_who_plays_on_the_machine_of_a_server_in_a_network_sends_friends_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endpoint, "_own_address", lambda _: "192.168.1.7")
    async with serving_node(
        public=PublicUrl("", partial(network_url, (Endpoint("127.0.0.1", 8765), HOME)))
    ) as served:
        assert await greeted(served.url) == "http://192.168.1.7:8765"
    monkeypatch.setattr(endpoint, "_own_address", lambda _: endpoint._UNKNOWN)
    assert network_url((HOME,)) == PublicUrl("", partial(network_url, (HOME,))).link("/inbox") == ""
    assert PublicUrl(PUBLIC).told(is_from_here=False) == PUBLIC
    assert PublicUrl("", lambda: "http://192.168.1.5:8765").told(is_from_here=False) == ""


@needs_browser
async def test_a_phone_that_scans_the_page_of_the_host_in_a_network_gets_to_the_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(endpoint, "_own_address", lambda _: "192.168.1.7")
    there = PublicUrl("", partial(network_url, (HOME,)))
    async with serving_node(public=there) as served, browser() as host, ClientSession() as program:
        page = await signed_in(host, served.url, "anna")
        await page.click("button", "Play a friend")
        await page.click("dialog form button.main")
        link = await page.text(".share a.link")
        path = f"/j/{await page.text('.join-code')}"
        assert link.partition("#")[0] == f"http://192.168.1.7:8765{path}"
        await page.until("document.querySelector('.share img').complete")
        await page.screenshot(tmp_path / "page.png")
        with Image.open(tmp_path / "page.png") as picture:
            assert [found.text for found in zxingcpp.read_barcodes(picture.convert("RGB"))] == [link]
        for previewed in (path, "/api/games.atom"):
            asked = page_url(served.url, previewed)
            async with program.get(asked, headers={"Accept": "text/html"}) as answer:
                text = await answer.text()
            assert "http://192.168.1.7:8765/" in text
            assert "127.0.0.1" not in text


async def test_no_name_that_a_client_made_up_is_shown_to_others() -> None:
    proxies = SitePolicy(trusted_proxies=Networks((parse_network("127.0.0.1"),)))
    async with serving_node(sites=proxies, public=PublicUrl()) as served:
        forged = ("X-Forwarded-For: 198.51.100.1", "X-Forwarded-Host: evil.example")
        async with proxying(served.port, *forged) as through:
            assert await greeted(through) == ""
        assert await greeted(served.url) == ""
        assert served.node.public.known == ""


@pytest.mark.parametrize(
    "text", ["pente.example.org", "https://a/b", "ftp://a", "https://", "https://u@a", "https://a b"]
)
async def test_what_is_no_address_is_refused_with_what_to_write(text: str) -> None:
    async with serving(*MEMORY, "--public-url", text) as served:
        status, said = await served.ended()
    assert status == 2
    assert "write it as https://pente.example.org, without a path" in said
