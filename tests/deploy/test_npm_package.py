"""The page's client as a package of npm: packed, installed in an empty directory, and played with there."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from deploy.npm_package import NAME, TOP, WEB, package_files, write_package
from tests.protocol.test_golden_vectors import FILE, GOLDEN
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.client.node import needs_node, node_version, run_node
from tests.support.npm import node_modules
from tests.support.processes import Process, serving
from tests.support.waiting import LONG_PATIENCE, patience

TESTS = Path(__file__).parents[1]
SCRIPTS = TESTS / "server" / "web"
TYPES = (WEB / "client" / "index.d.ts").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"```js\n(.+?)```", (WEB / "client" / "README.md").read_text(encoding="utf-8"), re.DOTALL
)
FROM_SERVER = [vector["json"] for vector in GOLDEN["messages"] if vector["from"] == "server"]

needs_npm = pytest.mark.skipif(
    shutil.which("npm") is None or node_version() < 20, reason="needs Node 20 and npm"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory in which nothing is but the package, as npm installs it without any network."""
    directory = tmp_path_factory.mktemp("project")
    package = write_package(tmp_path_factory.mktemp("dist"))
    (directory / "package.json").write_text("{}")
    command = ("npm", "install", "--offline", "--no-audit", "--no-fund", str(package))
    done = subprocess.run(
        command, cwd=directory, capture_output=True, text=True, timeout=LONG_PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    for number, example in enumerate(EXAMPLES):
        (directory / f"example{number}.mjs").write_text(example, encoding="utf-8")
    return directory


def _client(installed: Path) -> str:
    return str(installed / "node_modules" / NAME / "client" / "index.js")


def test_the_package_has_the_modules_of_the_page_as_they_are() -> None:
    files = package_files()
    modules = [path for folder in ("client", "vendor") for path in (WEB / folder).rglob("*.js")]
    assert len(modules) > 15
    assert {path: files[str(path.relative_to(WEB))] for path in modules} == {
        path: path.read_bytes() for path in modules
    }
    others = set(files) - {str(path.relative_to(WEB)) for path in modules}
    assert {name for name in others if not name.startswith("vendor/")} == {
        *("package.json", "LICENSE", "README.md", "pente.d.ts", "client/index.d.ts")
    }
    assert {"dependencies", "scripts"} & set(json.loads(files["package.json"])) == set()


def test_the_same_sources_give_the_same_package(tmp_path: Path) -> None:
    first, second = (write_package(tmp_path / name).read_bytes() for name in "ab")
    assert first == second


@needs_npm
def test_npm_finds_in_the_package_what_was_packed(installed: Path) -> None:
    there = installed / "node_modules" / NAME
    found = {str(path.relative_to(there)) for path in there.rglob("*") if path.is_file()}
    assert found == set(package_files())
    assert TOP not in found


@needs_npm
async def test_the_installed_client_takes_every_golden_vector_in_node(installed: Path) -> None:
    counts = await run_node(SCRIPTS / "node" / "golden.mjs", str(FILE), _client(installed))
    assert counts["taken"] == len(FROM_SERVER) + len(GOLDEN["future"])
    login = str(FILE.with_name("login.json"))
    assert await run_node(SCRIPTS / "node" / "login.mjs", login, _client(installed))


@needs_npm
@needs_browser
async def test_the_installed_client_takes_every_golden_vector_in_a_browser(installed: Path) -> None:
    async with _site(installed) as origin, browser() as person:
        page = await person.open(f"{origin}/blank.html")
        counts = await page.evaluate(
            "Promise.all(['/tests/golden.js', '/client/index.js'].map((path) => import(path)))"
            ".then(async ([{takeAll}, {Client}]) =>"
            " takeAll(Client, await (await fetch('/spec/golden.json')).json()))"
        )
    assert counts["taken"] == len(FROM_SERVER) + len(GOLDEN["future"])


@asynccontextmanager
async def _site(installed: Path) -> AsyncIterator[str]:
    """A web server that has the package and the vectors; its origin."""
    app = web.Application()
    folders = {"client": Path(_client(installed)).parent, "tests": SCRIPTS / "page", "spec": FILE.parent}
    for name, folder in folders.items():
        app.router.add_static(f"/{name}", folder)
    blank = "<!doctype html><title>x</title><link rel=icon href=data:>"

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text=blank, content_type="text/html")

    app.router.add_get("/blank.html", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@needs_npm
async def test_the_example_of_the_readme_plays_a_game(installed: Path, tmp_path: Path) -> None:
    bot = ("--player", "priorities", "--name", "nemo", "--seed", "1")
    flags = ("--experimental-websocket", "--no-warnings") if node_version() < 22 else ()
    async with (
        serving(tmp_path / "data") as server,
        Process("bot", server.url, *bot, state=tmp_path / "nemo") as nemo,
    ):
        await nemo.line_with("nemo plays")
        example = await asyncio.create_subprocess_exec(
            *("node", *flags, "example0.mjs", server.url, "nemo"),
            cwd=installed,
            stdout=asyncio.subprocess.PIPE,
        )
        async with patience("the end of the game"):
            told = (await example.communicate())[0].decode().splitlines()
    assert example.returncode == 0
    ending = next(line for line in told if line.startswith("The game"))
    assert re.fullmatch(r"The game is over by (line|captures); won by seats 0\.", ending)
    assert {"Waiting for nemo", "nemo K10"} < set(told)
    assert [line for line in told if line.startswith("ada ")]


# The types


@needs_node
async def test_the_types_name_what_the_modules_export_and_nothing_else() -> None:
    told = await run_node(SCRIPTS / "node" / "exports.mjs", str(FILE))
    declared = re.findall(r"^export (?:class|function|const) (\w+)", TYPES, re.MULTILINE)
    assert sorted(declared) == told["exports"]
    for name, members in told["members"].items():
        (body,) = re.findall(rf"^export class {name}\b.*?^}}", TYPES, re.MULTILINE | re.DOTALL)
        written = set(re.findall(r"^  (?:readonly )?(\w+)[(:<?]", body, re.MULTILINE))
        assert sorted(written - {"constructor", "addEventListener"}) == members, name


@needs_npm
def test_a_typescript_project_compiles_against_the_installed_package(installed: Path) -> None:
    compiler = node_modules(Path(__file__).with_name("typescript"), oldest=20) / "typescript" / "bin" / "tsc"
    for file in (Path(__file__).with_name("typescript")).glob("*.mts"):
        shutil.copy(file, installed)
    options = ("--noEmit", "--strict", "--allowJs", "--checkJs", "--target", "es2022", "--lib", "es2023,dom")
    files = [str(path) for path in (*installed.glob("*.mts"), *installed.glob("example*.mjs"))]
    assert len(files) > 2
    command = ("node", str(compiler), *options, "--module", "nodenext", *files)
    done = subprocess.run(
        command, cwd=installed, capture_output=True, text=True, timeout=LONG_PATIENCE, check=False
    )
    assert done.stdout == ""
    assert done.returncode == 0
