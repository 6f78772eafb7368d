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


ZSH, FISH = shutil.which("zsh"), shutil.which("fish")


@pytest.mark.skipif(not ZSH, reason="zsh is not installed")
def test_zsh_reads_its_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "_pente").write_text(script("zsh", capsys))
    program = (
        f"fpath=({tmp_path} $fpath); autoload -Uz compinit; compinit -u -D; autoload +X _pente; which _pente"
    )
    assert ZSH is not None
    done = subprocess.run([ZSH, "-f", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "_shtab_pente" in done.stdout


@pytest.mark.skipif(not FISH, reason="fish is not installed")
def test_fish_completes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pente.fish").write_text(script("fish", capsys))
    assert FISH is not None
    program = f"source {tmp_path}/pente.fish; complete -C 'pente wat'"
    done = subprocess.run([FISH, "--no-config", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["watch"]


def test_zsh_and_fish_know_what_bash_knows(capsys: pytest.CaptureFixture[str]) -> None:
    """What can be said of their scripts where these shells are not installed."""
    zsh, fish = script("zsh", capsys), script("fish", capsys)
    assert zsh.startswith("#compdef pente")
    assert "complete -c pente" in fish
    for option in ("--server", "--log-file", "--channel"):
        assert f'"{option}[' in zsh or f"{option}[" in zsh
        assert f"-l {option.removeprefix('--')}" in fish
