"""The addresses of the page, as the server and the page itself read them."""

import re
from pathlib import Path

import pytest

from pente_server.net.http.page.assets import load_assets
from pente_server.net.http.page.routes import Routes
from tests.support.client.node import needs_node, run_node

ROUTED = Path(__file__).with_name("routed.mjs")
PATHS = (
    *("/", "//", "/x", "/web", "/r/", "/r/650b6da5f4a3", "/R/650b6da5f4a3/", "/r/650b6da5f4a3/x", "/r/short"),
    *("/r/650b6da5%20f4a3", "/r/650b6da5f4a3%0a", "/j/K7M2QX", "/g/650b6da5f4a3", "/u/ann", "/r/<script>"),
)


@pytest.fixture(scope="module")
def routes() -> Routes:
    return Routes(load_assets())


def test_a_page_has_the_modules_that_its_modules_import(routes: Routes) -> None:
    route = routes.of("/r/650b6da5f4a3")
    assert route is not None
    assert route.modules[0] == "app/start.js"
    assert {"app/router.js", "room/room_page.js", "client/client.js", "words/sentences.js"} <= set(
        route.modules
    )
    assert "lobby/home_page.js" not in route.modules
    assert len(set(route.modules)) == len(route.modules)


def test_the_first_page_has_what_it_imports_later(routes: Routes) -> None:
    route = routes.of("/")
    assert route is not None
    assert "play/start/quick_panel.js" in route.modules


def test_no_line_of_the_table_is_overlooked(routes: Routes) -> None:
    table = load_assets().text("app/routes.js").partition("const TABLE = [")[2].partition("];")[0]
    lines = [line for line in table.splitlines() if line.strip()]
    found = [re.match(r'  \["([^"]+)"', line) for line in lines]
    paths = [re.sub("ROOM|GAME|CODE|NAME", "650b6da5", match[1]) for match in found if match]
    assert len(paths) == len(lines)
    assert [path for path in paths if routes.of(path) is None] == []


def test_all_modules_that_are_loaded_are_there(routes: Routes) -> None:
    for path in ("/", "/r/650b6da5f4a3", "/embed/650b6da5f4a3"):
        route = routes.of(path)
        assert route is not None
        assert set(route.modules) <= set(load_assets().by_path)


def test_only_what_is_to_be_embedded_may_be_framed(routes: Routes) -> None:
    framed = {path for path in (*PATHS, "/embed/650b6da5f4a3") if (it := routes.of(path)) and it.is_embedded}
    assert framed == {"/embed/650b6da5f4a3"}
    assert routes.of("/embed/") is None


def test_a_framed_page_has_nothing_that_acts(routes: Routes) -> None:
    route = routes.of("/embed/650b6da5f4a3")
    assert route is not None
    assert not {"app/session.js", "app/router.js", "app/routes.js"} & set(route.modules)
    assert not [module for module in route.modules if module.startswith("play/")]


@needs_node
async def test_the_page_finds_the_same_addresses_as_the_server(routes: Routes) -> None:
    found = await run_node(ROUTED, stdin=PATHS)
    assert found == [routes.of(path) is not None for path in PATHS]
