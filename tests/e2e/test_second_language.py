"""A second language is one file: terminal and page speak it, each to who has it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from pente_bots.cli.bot_options import BOT_OPTIONS
from pente_client.cli.subcommands import SUBCOMMANDS
from pente_client.doctor.installation import NEEDED, SIGNING
from pente_client.lobby.new_game.short_line import _MEANINGS
from pente_protocol.game_options import GAME_OPTIONS
from pente_protocol.option import NO, NONE, YES, Kind, Listed, OneOf
from pente_protocol.sentences import ENGLISH, FOLDER, Text, sections, template
from pente_server.options import OPTIONS
from tests.e2e.web.playing import signed_in
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.drawing.program_terminal import on_terminal
from tests.support.processes import ServerProcess, serving

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
PENTE: Final = (sys.executable, "-m", "pente_client")
ROWS: Final = (*GAME_OPTIONS, *OPTIONS, *BOT_OPTIONS)
FOREIGN: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "аъсдефгнижклмпортйшцувщьуз")
"""The small letters of the made-up language. Each is as wide as its English one."""
TEXTS_OF_THE_FORM: Final = """
    [...document.querySelectorAll("dialog *")].flatMap((element) => [...element.childNodes])
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data).join("\\n")
"""
"""Also those that nobody sees until they open a part of it."""
PLACE: Final = re.compile(r"(\{\w*\}|%\(\w+\)\w|%\w)")


def _values(kind: Kind[Any]) -> tuple[object, ...]:
    if isinstance(kind, Listed):
        return _values(kind.of)
    return kind.values if isinstance(kind, OneOf) else ()


NAMES: Final = frozenset(
    {
        *(word for command in SUBCOMMANDS for word in (command.name, *command.actions)),
        *(str(word) for row in ROWS for word in _values(row.kind)),
        *(row.usual_text for row in ROWS if template(f"usual.{row.usual}") == ""),
        *(row.section.name for row in ROWS if row.section is not None),
        *_MEANINGS,
        *(NO, NONE, YES, "all", "anna", "auto", "pente", "theme"),
        *(*NEEDED, SIGNING, "aiohttp", "asyncssh", "redis"),
    }
)
"""What has the same name in every language: commands, and words that people write as values of options."""


def made_up() -> str:
    """A language as translators write it, in letters of its own."""
    return "\n".join(
        f"[{name}]\n" + "\n".join(f"{json.dumps(key)} = {_translated(text)}" for key, text in texts.items())
        for name, texts in sections(ENGLISH).items()
    )


def foreign(text: str) -> str:
    """A text in that language; places, and what argparse fills in, stay."""
    return "".join(part if PLACE.fullmatch(part) else part.translate(FOREIGN) for part in PLACE.split(text))


def _translated(text: Text) -> str:
    if isinstance(text, str):
        return json.dumps(foreign(text), ensure_ascii=False)
    return f"{{ {', '.join(f'{form} = {_translated(each)}' for form, each in text.items())} }}"


def english_in(text: str) -> list[str]:
    """The lines of a text that have English words. Paths, flags, commands and their arguments are none."""
    return [line for line in text.splitlines() if _words(line) - NAMES]


def _words(line: str) -> set[str]:
    typed = re.sub(r"pente( [a-z-]+)*( --?\S+| \S*[A-Z\[{|]\S*)*", " ", line)
    kept = re.sub(r"\S*[/=:{}\[\]|_]\S*|'[^']*'|(?<!\S)--?[a-z]\S*|\([a-z, -]*\)", " ", typed)
    return set(re.findall(r"(?<![\w-])[a-z]{2,}(?:-[a-z]+)*(?![\w-])", kept))


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
    begins = "Press p to open a game and wait"
    async with serving(tmp_path / "data") as server:
        told = await screen_of(server, tmp_path / "anna", "xx_XX.UTF-8", foreign(begins))
        assert foreign("No games are open or on now.") in told
        assert english_in(told) == []
        english = await screen_of(server, tmp_path / "bob", "C.UTF-8", begins)
        assert foreign("open") not in english


@needs_browser
@pytest.mark.usefixtures("_second_language")
async def test_the_page_of_the_same_server_speaks_it_too(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server, browser() as person:
        page = await signed_in(person, server.url, "anna")
        await page.see("main *", "No games right now.")
        agent = await page.evaluate("navigator.userAgent")
        await page.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage="xx,en")
        await page.goto(server.page)
        await page.see("main *", foreign("No games right now. New ones appear here by themselves."))
        await page.click("button", foreign("New game"))
        await page.see("dialog *", foreign("Time"))
        assert english_in(await page.evaluate(TEXTS_OF_THE_FORM)) == []


@pytest.mark.usefixtures("_second_language")
@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("serve", "--help"),
        ("serve", "--help", "all"),
        ("play", "--help"),
        ("bot", "--help"),
        ("doctor", "--help"),
        ("doctor", "--offline"),
        ("play", "--bogus"),
        ("play", "--new", "--rated", "--hints"),
        ("play", "--seat=nine"),
        ("serve", "--port=none"),
        ("serve", "--store=paper"),
        ("lobyb",),
    ],
    ids=" ".join,
)
def test_nothing_of_the_command_line_is_left_in_english(words: tuple[str, ...], tmp_path: Path) -> None:
    spoken = {"LC_ALL": "xx_XX.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "2000", "PENTE_STATE": str(tmp_path)}
    done = subprocess.run(
        (*PENTE, *words), capture_output=True, env={**os.environ, **spoken}, text=True, check=False
    )
    shown = f"{done.stdout}{done.stderr}"
    assert re.search("[а-я]", shown)
    assert english_in(shown) == []


@pytest.mark.usefixtures("_second_language")
async def test_nothing_of_the_form_of_a_new_game_is_left_in_english(tmp_path: Path) -> None:
    variables = {"PENTE_STATE": str(tmp_path / "anna"), "LC_ALL": "xx_XX.UTF-8"}
    async with (
        serving(tmp_path / "data") as server,
        on_terminal(
            *PENTE, "lobby", server.url, "--name", "anna", environment={**os.environ, **variables}, rows=70
        ) as terminal,
    ):
        await terminal.shows(foreign("Press p to open a game and wait"))
        terminal.type("n")
        shown = await terminal.shows(foreign("Goals per seat"))
        assert english_in(shown.replace("anna", "")) == []


@pytest.mark.usefixtures("_second_language")
async def test_nothing_of_the_bar_the_palette_and_the_help_is_left_in_english(tmp_path: Path) -> None:
    variables = {"PENTE_STATE": str(tmp_path), "LC_ALL": "xx_XX.UTF-8"}
    async with on_terminal(
        *PENTE, "local", environment={**os.environ, **variables}, columns=100, rows=100
    ) as terminal:
        bar = await terminal.shows(f"[{foreign('resign')}]")
        terminal.type("\x10")
        palette = await terminal.shows(foreign("Show who is online."))
        terminal.type("\x1b")
        terminal.type("?")
        help_ = await terminal.shows(foreign("place a stone"))
        assert [english_in(shown) for shown in (bar, palette, help_)] == [[], [], []]
