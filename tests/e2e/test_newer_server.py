"""Our clients at a server that says more than they know, with games that are played to their end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import Client
from pente_client.screen.game_screen import GameScreen
from pente_core.identity import RoomId
from tests.support.client.future_proxy import FutureProxy, future_proxy
from tests.support.client.piped_terminal import HeadlessScreen, SizedOutput
from tests.support.processes import JsonProcess, Process, ServerProcess

SMALL = ("--ruleset", "freestyle", "--size", "5", "--line", "3", "--time", "-")


@pytest_asyncio.fixture(loop_scope="module")
async def proxy(server: ServerProcess) -> AsyncIterator[FutureProxy]:
    async with future_proxy(server.url) as proxy:
        yield proxy


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_game_in_json_in_words_and_on_a_screen(proxy: FutureProxy, tmp_path: Path) -> None:
    play = ("play", proxy.url)
    new = ("--new", "--seat", "0", *SMALL)
    async with JsonProcess(*play, *new, "--name", "anna", "--json", state=tmp_path / "a") as anna:
        room = str((await anna.until("room"))["room"])
        boris = Process(*play, "--room", room, "--name", "boris", "--plain", state=tmp_path / "b")
        async with boris, Client(proxy.url, name="eve") as eve:
            await anna.until("started")
            async with watching(eve, RoomId(room)) as screen:
                for number, (one, other) in enumerate((("A1", "A5"), ("B1", "B5"))):
                    await anna.type(one)
                    await boris.line_with(f"{2 * number + 1}. anna {one}. Your turn")
                    await boris.type(other)
                    await anna.until("move", lambda line, other=other: line["point"] == other)  # type: ignore[misc]
                await anna.type("C1")
                await screen.until("anna won")
            assert (await anna.until("finished"))["result"] == "1-0"
            await boris.line_with("Result: 1-0")
            assert await boris.ended() == 0
        assert await anna.ended() == 0
    assert not [line for line in (*anna.said, *boris.said) if "lost" in line.lower()]
    assert proxy.added > 50


async def test_a_bot_plays_a_game_to_its_end(proxy: FutureProxy, tmp_path: Path) -> None:
    bot = Process("bot", proxy.url, "--player", "random", "--name", "newt", state=tmp_path / "bot")
    async with bot:
        await bot.line_with("plays at")
        play = ("play", proxy.url, "--against", "newt", "--seat", "0", "--name", "carla", "--json")
        board = ("--ruleset", "freestyle", "--size", "3", "--line", "3", "--time", "-")
        async with JsonProcess(*play, *board, state=tmp_path / "a") as carla:
            await carla.until("started")
            assert await played_out(carla) in {"1-0", "0-1", "1/2-1/2"}
            assert await carla.ended() == 0
        assert bot.process.returncode is None
        assert not [line for line in (*carla.said, *bot.said) if "lost" in line.lower()]


async def test_a_game_by_unknown_rules_is_watched_from_its_positions(
    server: ServerProcess, proxy: FutureProxy, tmp_path: Path
) -> None:
    proxy.has_other_rules = True
    new = ("play", server.url, "--new", "--seat", "0", *SMALL, "--name", "dora", "--json")
    async with JsonProcess(*new, state=tmp_path / "d") as dora:
        room = str((await dora.until("room"))["room"])
        guest = ("play", server.url, "--room", room, "--name", "emil", "--json")
        watch = ("watch", proxy.url, room)
        async with (
            JsonProcess(*guest, state=tmp_path / "e") as emil,
            JsonProcess(*watch, "--json", state=tmp_path / "w") as lines,
            Process(*watch, "--boards", state=tmp_path / "p") as words,
            Client(proxy.url, name="fritz") as fritz,
        ):
            await dora.until("started")
            await fritz.watch(RoomId(room))
            async with watching(fritz, RoomId(room)) as screen:
                await dora.type("C3")
                await emil.until("move")
                await lines.until("read-only", lambda line: line["position"].startswith("5/5/2X2/5/5 "))
                await words.line_with("dora and emil. This game needs a newer version")
                await words.line_with("3 ├─┼─○─┼─┤ 3")
                await screen.until(lambda text: "newer version of pente" in text and "○" in text)
                await lines.type("'hello")
                assert (await lines.until("error"))["code"] == "update-needed"


async def played_out(carla: JsonProcess) -> str:
    """Let Carla play on one free point after the other; the result."""
    free = [f"{column}{row}" for row in (1, 2, 3) for column in "ABC"]
    while True:
        await carla.type(mine := free.pop(0))
        line = await carla.event()
        while line["t"] != "finished" and not (line["t"] == "move" and line["point"] != mine):
            assert line["t"] != "error", line
            line = await carla.event()
        if line["t"] == "finished":
            return str(line["result"])
        free.remove(line["point"])


@asynccontextmanager
async def watching(client: Client, room: RoomId) -> AsyncIterator[HeadlessScreen]:
    """A full screen without a terminal, for a room."""
    output = SizedOutput(80, 24)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        screen = GameScreen(client, {"PENTE_ASCII": "0"}, follows=False)
        await screen.controller.open(room)
        stage = HeadlessScreen(screen, keys, output)
        try:
            await stage.until(lambda text: bool(text.strip()))
            yield stage
        finally:
            if not stage.exit_code.done():
                screen.app.exit(result=0)
            await asyncio.wait([stage.exit_code])
