"""`pente settings`, and settings for one run."""

import json
import os
import re
from pathlib import Path

import pytest

from pente_client.cli import main


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PENTE_CONFIG", str(tmp_path))
    for name in ("PENTE_THEME", "PENTE_MOUSE", "PENTE_ASCII"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_a_change_is_kept_and_shown(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "theme=light", "mouse=no"]) == 0
    assert re.search(r"(?m)^mouse +no ", capsys.readouterr().out)
    assert (config / "settings.toml").read_text() == 'theme = "light"\nmouse = false\n'
    assert main(["settings", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["settings"]["theme"] == "light"
    assert shown["file"] == str(config / "settings.toml")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("window=tall", "there is no setting 'window'"),
        ("mouse", "say what mouse"),
        ("mouse=x", "yes or no"),
        ("theme=sepia", "there is no theme 'sepia'; there are auto, dark"),
    ],
)
def test_a_mistake_changes_nothing(
    words: str, said: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings", "bell=no", words]) == 2
    assert said in capsys.readouterr().err
    assert not (config / "settings.toml").exists()


def test_a_mistake_in_the_file_is_reported(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (config / "settings.toml").write_text("window = 1\n")
    assert main(["settings"]) == 1
    assert "settings.toml: there is no setting 'window'" in capsys.readouterr().err


def test_the_command_line_goes_before_the_environment(
    config: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PENTE_MOUSE", "yes")
    monkeypatch.setattr("pente_client.cli.commands.lobby.run", lambda _: 0)
    assert main(["lobby", "--setting", "mouse=no"]) == 0
    assert os.environ["PENTE_MOUSE"] == "no"
    assert main(["settings"]) == 0
    assert "Set by PENTE_MOUSE" in capsys.readouterr().out
