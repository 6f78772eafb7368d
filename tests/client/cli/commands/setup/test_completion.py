"""Words that a shell completes."""

import shutil
import subprocess
from pathlib import Path

import pytest

from pente_client.cli import main

BASH = shutil.which("bash")
TYPED = """
. "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
function=$(complete -p pente); function=${function##*-F }; ${function%% *}
echo "${COMPREPLY[@]}"
"""


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_its_options_are_in_the_script(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    assert all(word in text for word in ("watch", "ssh-door", "serve", "channel", "keryo-pente"))


@pytest.mark.skipif(not BASH, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        (("pente", "wat"), "watch"),
        (("pente", "watch", "--cha"), "--channel"),
        (("pente", "watch", "--channel", "peo"), "people"),
        (("pente", "account", "ren"), "rename"),
    ],
)
def test_bash_completes(
    typed: tuple[str, ...], completed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pente").write_text(script("bash", capsys))
    assert BASH is not None
    answer = subprocess.run(
        [BASH, "--norc", "-c", TYPED, "bash", str(tmp_path / "pente"), *typed],
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == [completed]


def test_other_shells_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bsh"]) == 2
    assert "did you mean bash?" in capsys.readouterr().err
