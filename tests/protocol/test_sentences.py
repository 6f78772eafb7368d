"""Sentences by their keys, in the language of the machine."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pente_protocol import sentences
from pente_protocol.sentences import as_json, tell

GERMAN = """
[room]
joined = "{name} setzt sich: {colour}."
pairs = { one = "{n} Paar", other = "{n} Paare" }
"""


@pytest.fixture
def _german(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A second language, which is one file, on a machine that speaks it."""
    (tmp_path / "en.json").write_bytes((sentences.FOLDER / "en.json").read_bytes())
    (tmp_path / "de.json").write_text(as_json(GERMAN), encoding="utf-8")
    monkeypatch.setattr(sentences, "FOLDER", tmp_path)
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    _forget()
    yield
    _forget()


def _forget() -> None:
    for cached in (sentences._of_this_machine, sentences.languages, sentences._section, sentences._raw):
        cached.cache_clear()


@pytest.mark.usefixtures("_german")
def test_a_second_language_is_one_file() -> None:
    assert tell("room.joined", name="ann", colour="weiß") == "ann setzt sich: weiß."
    assert [tell("room.pairs", n=count) for count in (0, 1, 2)] == ["0 Paare", "1 Paar", "2 Paare"]


@pytest.mark.usefixtures("_german")
def test_what_a_language_lacks_is_told_in_english() -> None:
    assert tell("room.is-away", name="ann") == "ann is away."
    assert tell("colour.white") == "white"


def test_what_is_put_in_is_never_read_as_a_place() -> None:
    assert tell("room.is-away", name="{colour}{0.__class__}") == "{colour}{0.__class__} is away."


@pytest.mark.parametrize("key", ["room.nothing", "nowhere.joined", "room", ""])
def test_a_key_that_no_text_has(key: str) -> None:
    with pytest.raises(KeyError):
        tell(key)


def test_a_place_without_its_value() -> None:
    with pytest.raises(KeyError, match="colour"):
        tell("room.joined", name="ann")


@pytest.mark.usefixtures("_fresh")
def test_only_the_sections_that_are_used_are_read() -> None:
    tell("colour.white")
    assert sentences._section.cache_info().currsize == 1


@pytest.fixture
def _fresh() -> Iterator[None]:
    _forget()
    yield
    _forget()


def test_json_has_what_toml_has() -> None:
    assert json.loads(as_json(GERMAN))["room"]["pairs"] == {"one": "{n} Paar", "other": "{n} Paare"}
