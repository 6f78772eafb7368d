"""What people read, in the languages of `languages/`: one sentence, label or word by its key.

A language is one file, `languages/en.toml`, which is what translators write. A table of it is a section, and
a key is that of the section, a full stop, and its own: ``room.joined``. A text has places in braces,
``{name}``, which take any text as it is; a brace itself is written twice. One that depends on a number has a
form for ``one`` and one for ``other``, and the number is its value ``n``. The browser's page has the same
texts by the same keys.

TOML takes forty times as long to read as JSON, so programs read `languages/en.json`, which is made from it by
``python -m pente_protocol.sentences``, and of that only the sections they use.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

ENGLISH: Final = "en"
"""The language of whatever another one lacks."""
FOLDER: Final = Path(__file__).with_name("languages")

Text = str | dict[str, str]
"""A text, or its forms by number: ``one`` and ``other``."""
Section = dict[str, Text]
_SPOKEN: Final = ContextVar("language", default="")


def tell(key: str, /, **values: object) -> str:
    """A text in the language of this machine, with its places filled.

    Raises KeyError for a key that no text has, and for a place without its value.

    >>> tell("room.joined", name="ann", colour="white")
    'ann joins as white.'
    >>> tell("room.pairs", n=1), tell("room.pairs", n=2)
    ('1 pair', '2 pairs')
    """
    text = _text(key)
    if text is None:
        raise KeyError(key)
    if not isinstance(text, str):
        text = text["one" if values["n"] == 1 else "other"]
    return text.format_map(values)


def template(key: str) -> str:
    """A text whose places are still in braces; empty where no text has the key.

    >>> template("room.joined"), template("room.nothing")
    ('{name} joins as {colour}.', '')
    """
    text = _text(key) or ""
    assert isinstance(text, str)
    return text


def _text(key: str) -> Text | None:
    name, _, rest = key.partition(".")
    text = _section(language(), name).get(rest)
    return _section(ENGLISH, name).get(rest) if text is None else text


def language() -> str:
    """The language that is spoken: of `speaking`, else of this machine."""
    return _SPOKEN.get() or _of_this_machine()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Tell all texts in a language, whatever that of this machine is."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


@cache
def _of_this_machine() -> str:
    """The language of the environment, if that is there; otherwise English."""
    set_ = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, set_), "")[:2]
    return code if code in languages() else ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that are there (ISO 639-1)."""
    return tuple(sorted(entry.name[:2] for entry in FOLDER.iterdir() if entry.name.endswith(".json")))


def sections(language: str) -> Mapping[str, Section]:
    """All sections of a language, in the order of its file."""
    return {name: _section(language, name) for name in _raw(language)}


@cache
def _section(language: str, name: str) -> Section:
    raw = _raw(language).get(name)
    return {} if raw is None else msgspec.json.decode(raw, type=Section)


@cache
def _raw(language: str) -> dict[str, msgspec.Raw]:
    text = (FOLDER / f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, msgspec.Raw])


def as_json(toml: str) -> str:
    """The JSON of a language from the text of its TOML."""
    import json
    import tomllib

    return json.dumps(tomllib.loads(toml), ensure_ascii=False, indent=0) + "\n"


def _main() -> None:
    for path in sorted(FOLDER.glob("*.toml")):
        path.with_suffix(".json").write_text(as_json(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    _main()
