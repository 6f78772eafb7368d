"""What somebody who installs the wheel gets."""

import re
import subprocess
import sys
import zipfile
from importlib.metadata import entry_points, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"pente_bots", "pente_client", "pente_core", "pente_protocol", "pente_server"}


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("wheel")
    # The back end is installed for development, so that this needs no network.
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("pente-*.whl")
    return zipfile.ZipFile(wheel).namelist()


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
    names = "cryptography msgpack msgspec platformdirs prompt-toolkit segno shtab websockets"
    assert base == set(names.split())


def test_the_command_is_called_pente() -> None:
    (command,) = entry_points(group="console_scripts", name="pente")
    assert command.value == "pente_client.__main__:start"
