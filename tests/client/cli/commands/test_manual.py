"""The manual page."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pente_client.cli import main
from pente_client.cli.subcommands import SUBCOMMANDS

ROOT = Path(__file__).parents[4]
GROFF, MAN = shutil.which("groff"), shutil.which("man")


def test_every_command_has_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    text = capsys.readouterr().out
    for command in SUBCOMMANDS:
        assert f'.SH "PENTE {command.name.upper()}"'.replace("-", "\\-") in text
    assert "until" not in [line.strip() for line in text.splitlines()]


@pytest.mark.skipif(not GROFF, reason="groff is not installed")
def test_troff_reads_it_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert GROFF is not None
    page = subprocess.run(
        [GROFF, "-man", "-Tutf8", "-K", "utf8", "-ww"],
        input=capsys.readouterr().out,
        capture_output=True,
        text=True,
        check=True,
    )
    assert page.stderr == ""
    assert "pente watch" in page.stdout


@pytest.mark.skipif(not MAN, reason="man is not installed")
def test_man_shows_the_file_without_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert MAN is not None
    page = tmp_path / "pente.1"
    page.write_text(capsys.readouterr().out)
    shown = subprocess.run(
        [MAN, "--warnings", "-P", "cat", "-l", page],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"},
    )
    assert shown.stderr == ""
    assert "pente doctor" in shown.stdout


def test_make_writes_it() -> None:
    told = subprocess.run(
        ["make", "--dry-run", "man"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "pente manual > build/pente.1" in told
