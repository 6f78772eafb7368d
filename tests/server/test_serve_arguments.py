"""The options of `pente serve` as rows: their help by sections, their variables, and the page about them."""

import re
from pathlib import Path
from typing import Any

import pytest

from pente_client.cli import main
from pente_protocol.option import Option, sections
from pente_server.access.chosen_access import VARIABLE
from pente_server.options import OPTIONS
from pente_server.options_page import options_page
from pente_server.reloading import RELOADED
from pente_server.serve_arguments import parse_options
from tests.support.server_program import one_sentence

ROOT = Path(__file__).parents[2]


def shown(capsys: pytest.CaptureFixture[str], *section: str) -> str:
    assert main(("serve", "--help", *section)) == 0
    return capsys.readouterr().out


def flags_in(text: str) -> set[str]:
    """The options that a help lists, each on a line of its own."""
    return set(re.findall(r"^  (--[a-z-]+)", text, re.MULTILINE))


def test_each_option_has_one_name() -> None:
    assert len({row.name for row in OPTIONS}) == len(OPTIONS)


def test_the_short_help_shows_some_twenty_options_that_hosts_use(capsys: pytest.CaptureFixture[str]) -> None:
    listed = flags_in(shown(capsys))
    assert listed == {row.flag for row in OPTIONS if row.is_usual}
    assert 15 <= len(listed) <= 25


def test_each_section_has_its_own_help_and_all_is_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    for name in {section.name for section, _ in sections(OPTIONS)}:
        expected = {row.flag for row in OPTIONS if row.section is not None and row.section.name == name}
        assert flags_in(shown(capsys, name)) == expected
    text = shown(capsys, "all")
    assert flags_in(text) == {row.flag for row in OPTIONS}
    assert {row.variable for row in OPTIONS} | {VARIABLE} <= set(re.findall(r"PENTE_\w+", text))


@pytest.mark.parametrize("words", [("--help", "limit"), ("--help=",), ("-h", "x")])
def test_a_section_that_there_is_not_is_refused_with_those_that_there_are(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("serve", *words)) == 2
    assert one_sentence(capsys.readouterr().err, "no section", "network, ssh, store", "limits, bursts, all")


def test_manual_and_completion_know_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    manual = capsys.readouterr().out.replace("\\-", "-")
    assert main(["completion", "bash"]) == 0
    (completed,) = re.findall(
        r"^_shtab_pente_serve_option_strings=\((.*)\)$", capsys.readouterr().out, re.MULTILINE
    )
    for row in OPTIONS:
        assert re.search(rf"^  {row.flag}\b", manual, re.MULTILINE), row.flag
        assert row.flag in completed.split()


@pytest.mark.parametrize("row", OPTIONS, ids=lambda row: row.name)
def test_each_option_has_a_variable_that_is_named_when_it_is_wrong(
    row: Option[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PENTE_STORE", "memory")
    monkeypatch.setenv(row.variable, "\x1b")
    try:
        row.parse("\x1b")
    except ValueError:
        assert main(("serve",)) == 2
        assert f"{row.variable}: " in capsys.readouterr().err
    else:  # a file, or an address, which is not looked at before it is used
        assert getattr(parse_options(()), row.name) == row.parse("\x1b")


OF_OTHERS = {
    *("--build", "--collect", "--entrypoint", "--now", "--rm"),  # docker, journalctl, systemctl
    "--prefer-binary",  # pip
    *("--aof-load-truncated", "--fix"),  # the private store and its tools
    "--sockets",  # pente ssh-door, which lists it nowhere as it is for pente serve alone
}


@pytest.mark.parametrize("place", ["docs/hosting.md", "deploy/README.md", "server/README.md", "server"])
def test_each_option_that_a_document_or_a_sentence_names_is_one(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["manual"]) == 0
    flag = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z](?![\w>-])")
    known = set(flag.findall(capsys.readouterr().out.replace("\\-", "-"))) | OF_OTHERS
    files = sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place]
    named = {file: set(flag.findall(file.read_text())) for file in files}
    assert any(named.values())
    assert {file: flags - known for file, flags in named.items() if not flags <= known} == {}


@pytest.mark.parametrize("document", ["docs/hosting.md", "deploy/README.md"])
def test_a_default_that_a_document_has_in_brackets_is_that_of_the_option(document: str) -> None:
    rows = {row.flag: row for row in OPTIONS}
    text = (ROOT / document).read_text()
    said = re.findall(r"`(--[a-z-]+)` \((\d+)\)", text)
    assert [(flag, number) for flag, number in said if rows[flag].usual_text != number] == []
    assert said or document.startswith("deploy")


def test_each_says_what_it_does() -> None:
    assert [row.name for row in OPTIONS if not row.help] == []


def test_what_reloads_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"password_file", "allow_list", "log_level"} == RELOADED
    text = " ".join(shown(capsys).split())
    assert "and with them --password-file, --allow-list and --log-level if they are in a file" in text


def test_the_page_in_the_documents_is_that_of_the_options() -> None:
    assert (ROOT / "docs" / "serve.md").read_text(encoding="utf-8") == options_page()
