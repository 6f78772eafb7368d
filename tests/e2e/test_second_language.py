"""A second language is one file: terminal and page speak it, each to who has it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from pente_protocol.sentences import ENGLISH, FOLDER, Text, sections
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.drawing.program_terminal import on_terminal
from tests.support.processes import ServerProcess, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
PENTE: Final = (sys.executable, "-m", "pente_client")


def made_up() -> str:
    """A language as translators write it: each text is the English one in brackets of its own."""
    return "\n".join(
        f"[{name}]\n" + "\n".join(f"{key} = {_translated(text)}" for key, text in texts.items())
        for name, texts in sections(ENGLISH).items()
    )


def _translated(text: Text) -> str:
    if isinstance(text, str):
        return json.dumps(f"‹{text}›", ensure_ascii=False)
    return f"{{ {', '.join(f'{form} = {_translated(each)}' for form, each in text.items())} }}"


@pytest.fixture
def _second_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program to which one file was added, for whatever is started in the test."""
    package = tmp_path / "python" / "pente_protocol"
    shutil.copytree(FOLDER.parent, package)
    (package / "languages" / "xx.toml").write_text(made_up(), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    subprocess.run((sys.executable, "-m", "pente_protocol.sentences"), check=True)


async def screen_of(server: ServerProcess, home: Path, locale: str, *parts: str) -> str:
    """What the lobby of a person with a locale shows, once it shows some texts."""
    variables = {"PENTE_STATE": str(home), "PENTE_ASCII": "0", "LC_ALL": locale}
    arguments = ("lobby", server.url, "--name", home.name)
    async with on_terminal(
        *PENTE, *arguments, environment={**os.environ, **variables}, columns=100, rows=30
    ) as terminal:
        shown = await terminal.shows(*parts)
        terminal.type("\x11")
        assert await terminal.ended() == 0
        return shown


@pytest.mark.usefixtures("_second_language")
async def test_a_terminal_speaks_the_language_of_who_sits_there(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        told = await screen_of(server, tmp_path / "anna", "xx_XX.UTF-8", "‹Press p to open a game and wait")
        assert "‹No games are open or on now." in told
        english = await screen_of(server, tmp_path / "bob", "C.UTF-8", "Press p to open a game and wait")
        assert "‹" not in english


@needs_browser
@pytest.mark.usefixtures("_second_language")
async def test_the_page_of_the_same_server_speaks_it_too(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server, browser() as person:
        page = await person.open(server.page)
        await page.see("main *", "No games right now.")
        agent = await page.evaluate("navigator.userAgent")
        await page.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="xx,en")
        await page.goto(server.page)
        await page.see("main *", "‹No games right now. New ones appear here by themselves.›")
