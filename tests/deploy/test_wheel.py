"""What somebody who installs the wheel gets, and the library in it: docs/python.md."""

import asyncio
import json
import re
import subprocess
import sys
import venv
import zipfile
from importlib.metadata import distribution, entry_points, requires
from pathlib import Path
from typing import get_args

import pytest
from packaging.requirements import Requirement

import pente_client.connection
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from tests.support.processes import Process, serving
from tests.support.waiting import LONG_PATIENCE, patience

ROOT = Path(__file__).parents[2]
PACKAGES = {"pente_bots", "pente_client", "pente_core", "pente_protocol", "pente_server"}
BASE = {
    *("cryptography", "msgpack", "msgspec", "platformdirs"),
    *("prompt-toolkit", "segno", "shtab", "websockets"),
}
LIBRARY = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([\w.]+)` \| (`\w+`(?:, `\w+`)*) \|$", LIBRARY, re.MULTILINE)
PUBLIC = {module: re.findall(r"\w+", names) for module, names in ROWS} | {
    "pente_core.room.commands": [kind.__name__ for kind in get_args(cmd.PlayerCommand)],
    "pente_core.room.events": [kind.__name__ for kind in get_args(ev.Event)],
}
"""What docs/python.md promises, by module."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # The back end is installed for development, so that this needs no network.
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("pente-*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an environment in which the wheel is installed without extras, and what that requires.

    What it requires is taken from this environment, so that this needs no network.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder / "venv", with_pip=True)
    program = str(folder / "venv" / "bin" / "python")
    _link_requirements("pente", folder / "required")
    site = subprocess.check_output(
        [program, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    (Path(site.strip()) / "required.pth").write_text(f"{folder / 'required'}\n")
    _pip(program, "install", "--no-index", "--no-compile", str(wheel))
    return program


def _link_requirements(name: str, folder: Path) -> None:
    """Links to all that a package requires without extras, and what that requires."""
    folder.mkdir(exist_ok=True)
    for text in requires(name) or []:
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        found = distribution(requirement.name)
        tops = {path.parts[0] for path in found.files or [] if not path.parts[0].startswith("..")}
        for top in tops - {path.name for path in folder.iterdir()} - {"__pycache__"}:
            (folder / top).symlink_to(str(found.locate_file(top)))
        _link_requirements(requirement.name, folder)


def _pip(program: str, *arguments: str) -> None:
    command = [program, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONG_PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def _told(program: str, code: str) -> str:
    return subprocess.check_output([program, "-I", "-c", code], text=True, timeout=LONG_PATIENCE).strip()


def test_the_wheel_holds_the_packages_and_nothing_else(names: list[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == PACKAGES


def test_every_package_is_typed(names: list[str]) -> None:
    assert {f"{package}/py.typed" for package in PACKAGES} <= set(names)


def test_the_web_client_travels_with_the_server(names: list[str]) -> None:
    packages = ROOT / "server"
    files = {str(path.relative_to(packages)) for path in (packages / "pente_server" / "web").rglob("*.*")}
    assert len(files) > 12
    assert files <= set(names)


def test_the_licence_travels_with_the_wheel(names: list[str]) -> None:
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_a_friend_who_only_plays_installs_no_store() -> None:
    base = {
        re.split(r"[^\w.-]", requirement)[0]
        for requirement in requires("pente") or []
        if "extra ==" not in requirement
    }
    assert base == BASE


def test_the_command_is_called_pente() -> None:
    (command,) = entry_points(group="console_scripts", name="pente")
    assert command.value == "pente_client.__main__:start"


# The library


def test_the_installed_wheel_has_all_that_it_requires_and_no_server(python: str) -> None:
    _pip(python, "check")
    extras = "[name for name in ('aiohttp', 'redis', 'PIL', 'asyncssh', 'pytest') if find_spec(name)]"
    assert _told(python, f"from importlib.util import find_spec; print({extras})") == "[]"


def test_the_library_loads_no_screen_and_no_keys(python: str) -> None:
    imported = _told(python, "import sys, pente_client.connection; print(' '.join(sys.modules))").split()
    loaded = {name.replace("_", "-") for name in imported} & BASE
    assert loaded == {"msgpack", "msgspec", "platformdirs", "websockets"}


def test_what_is_public_can_be_imported_from_the_installed_wheel(python: str) -> None:
    assert len(PUBLIC) > 12
    code = (
        "import importlib, json, sys; rows = json.loads(sys.argv[1]); print([f'{module}.{name}' for module, "
    )
    code += "names in rows.items() for name in names if not hasattr(importlib.import_module(module), name)])"
    asked = [python, "-I", "-c", code, json.dumps(PUBLIC)]
    assert subprocess.check_output(asked, text=True, timeout=LONG_PATIENCE) == "[]\n"


def test_all_that_the_connection_exports_is_public() -> None:
    assert sorted(PUBLIC["pente_client.connection"]) == sorted(pente_client.connection.__all__)


async def test_the_example_of_the_library_plays_a_game(python: str, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.+?)```", LIBRARY, re.DOTALL)
    assert len(code.strip().splitlines()) <= 25
    program = tmp_path / "challenge.py"
    program.write_text(code, encoding="utf-8")
    bot = ("--player", "priorities", "--name", "nemo", "--seed", "1")
    async with (
        serving(tmp_path / "data") as server,
        Process("bot", server.url, *bot, state=tmp_path / "nemo") as nemo,
    ):
        await nemo.line_with("nemo plays")
        example = await asyncio.create_subprocess_exec(
            *(python, "-I", str(program), server.url, "nemo"), stdout=asyncio.subprocess.PIPE
        )
        async with patience("the end of the game"):
            told = (await example.communicate())[0].decode()
    assert example.returncode == 0
    assert re.fullmatch(r"Over by (line|captures); won by seats \(0,\)\.\n", told)
