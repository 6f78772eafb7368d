"""The catalogue of sentences: each is used, each use has what it needs, and the files agree."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from pente_bots.cli.bot_options import BOT_OPTIONS
from pente_protocol.game_options import GAME_OPTIONS
from pente_protocol.option import OneOf
from pente_protocol.sentences import ENGLISH, FOLDER, Section, as_json, languages, sections
from pente_server.net.http.page.assets import PAGE_SECTIONS
from pente_server.options import OPTIONS
from tests.structure.page_sources import page_modules

ROOT = Path(__file__).parents[2]
OF_OPTIONS = ("bot", "connecting", "game", "recorded", "serve")
"""Sections whose keys are names of options, or stand in their rows."""
PACKAGES = ("protocol", "server", "client")
TOLD_FROM_THE_CATALOGUE = {
    *("cli", "doctor", "input", "lobby", "local", "options", "play", "screen", "settings", "ssh_door"),
    *("stream", "terminal", "words"),
}
"""Folders of the client of which each sentence for people is in the catalogue."""
NO_SENTENCES = {
    "cli/parser.py",  # what begins a paragraph in the help of commands
    "words/bots/levels.py",  # the help of commands reads it, which loads nothing else
    "local/profiles.py",  # rows of published games, with the words of their own
    "screen/text/help.py",  # commands to type, with their help
    "ssh_door/channel_input.py",  # what it raises is for programmers
    "ssh_door/channel_output.py",
    "ssh_door/door_limits.py",  # beside each sentence its reason for the log
    "ssh_door/door_sockets.py",  # why a door does not open, for its host
    "ssh_door/host_key.py",
    "terminal/styles.py",  # styles as prompt_toolkit writes them
}
NO_SENTENCE = re.compile(
    r"\s*pente |/vacation off$|every log is sent|a delay is |"
    r"(session terminal|ssh session|panel model|in one line|no key)$"
)
"""Commands to type, an error of what was typed on the command line, and names that nobody reads."""
KEY = r"[a-z]+\.[A-Za-z0-9_-]+"


class Use(NamedTuple):
    """A call that asks for a sentence by its key."""

    place: str
    key: str
    values: frozenset[str]


def forms(text: str | dict[str, str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def needs(text: str | dict[str, str]) -> set[str]:
    """The values that a text needs."""
    places = {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name is not None}
    return places if isinstance(text, str) else places | {"n"}


@cache
def catalogue(language: str = ENGLISH) -> dict[str, str | dict[str, str]]:
    found: dict[str, Section] = dict(sections(language))
    return {f"{section}.{key}": text for section, texts in found.items() for key, text in texts.items()}


@cache
def trees() -> list[tuple[Path, ast.Module]]:
    files = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in files]


def python_uses() -> Iterator[Use]:
    for path, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="tell"), args=[ast.Constant(value=str(key))], keywords=given):
                    names = frozenset(each.arg for each in given if each.arg is not None)
                    yield Use(f"{path.relative_to(ROOT)}:{node.lineno}", key, names)
                case _:
                    pass


def page_uses() -> Iterator[Use]:
    """The calls of the page whose values stand there, each by its name."""
    for path in page_modules():
        source = path.read_text(encoding="utf-8")
        for found in re.finditer(r'\bt\("([^"]+)"(?:\)|, \{ ((?:[^{}()]|\([^{}()]*\))*) \}\))', source):
            named = re.split(r",\s*(?![^(]*\))", found[2] or "")
            names = frozenset(each.partition(":")[0].strip() for each in named if each)
            yield Use(path.name, found[1], names)


def texts_in_code() -> tuple[set[str], set[str]]:
    """All texts that look like a key, or one of an option, and the beginnings of which code makes keys."""
    keys, begun = set[str](), set[str]()
    for _, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)):
                    keys |= {text, *(f"{section}.{text}" for section in OF_OPTIONS)}
                case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]):
                    begun.add(start)
                case _:
                    pass
    source = "\n".join(path.read_text(encoding="utf-8") for path in page_modules())
    keys |= set(re.findall(rf'["`]({KEY})["`]', source))
    begun |= set(re.findall(r"`([a-z]+\.[A-Za-z0-9_.-]*)\$\{", source))
    return keys, {start for start in begun if re.fullmatch(r"[a-z-]+\.[A-Za-z0-9_-]*", start)}


def texts_of_rows() -> set[str]:
    """The texts of the options that people read by what the rows are called."""
    keys = set[str]()
    for row in (*GAME_OPTIONS, *OPTIONS, *BOT_OPTIONS):
        parts = ["", "title", "terminal", "usual", "none"]
        parts += map(str, row.kind.values) if isinstance(row.kind, OneOf) else ()
        keys |= {f"{row.texts}.{row.key or row.name}{'-' * bool(part)}{part}" for part in parts}
    return keys


def _for_programmers(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Expr(value=text):
            yield text
        case ast.Assert(msg=ast.expr() as text):
            yield text
        case ast.Call(func=ast.Attribute(value=ast.Name(id="_log")), args=texts):
            yield from texts
        case _:
            pass


def _texts(tree: ast.Module) -> Iterator[str]:
    """All texts of a module but those for programmers: docstrings, reasons of asserts, lines of the log."""
    alone = {id(text) for node in ast.walk(tree) for text in _for_programmers(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_every_sentence_that_is_asked_for_is_there() -> None:
    missing = [use for use in (*python_uses(), *page_uses()) if use.key not in catalogue()]
    assert missing == []


def test_every_sentence_gets_what_it_needs_and_no_more() -> None:
    wrong = [
        (use, sorted(needs(catalogue()[use.key])))
        for use in (*python_uses(), *page_uses())
        if use.key in catalogue() and needs(catalogue()[use.key]) != use.values
    ]
    assert wrong == []


def test_every_sentence_is_used() -> None:
    keys, begun = texts_in_code()
    keys |= texts_of_rows()
    unused = [key for key in catalogue() if key not in keys and not key.startswith(tuple(begun))]
    assert unused == []


def test_places_are_names_and_nothing_more() -> None:
    odd = [
        key
        for key, text in catalogue().items()
        for form in forms(text)
        for _, name, format_, conversion in Formatter().parse(form)
        if name is not None and (not name.isidentifier() or format_ or conversion)
    ]
    assert odd == []


def test_what_programs_read_is_made_from_what_translators_write() -> None:
    for language in languages():
        written = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
        assert (FOLDER / f"{language}.json").read_text(encoding="utf-8") == as_json(written), (
            f"{language}: run python -m pente_protocol.sentences"
        )


def test_other_languages_have_the_keys_and_places_of_english() -> None:
    wrong = [
        (language, key)
        for language in languages()
        for key, text in catalogue(language).items()
        if key not in catalogue() or needs(text) != needs(catalogue()[key])
    ]
    assert wrong == []


def test_the_page_gets_the_sections_that_it_uses() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in page_modules())
    named = {key.partition(".")[0] for key in re.findall(rf'"({KEY})"', source) if key in catalogue()}
    begun = set(re.findall(r"`([a-z]+)\.[A-Za-z0-9_.-]*\$\{", source)) & set(sections(ENGLISH))
    assert named | begun == PAGE_SECTIONS


def test_json_is_small_enough_to_read_at_every_start() -> None:
    assert len(json.dumps(catalogue())) < 400_000


def test_no_sentence_is_written_into_the_code_that_people_read_from() -> None:
    # Two words beside each other are a sentence.
    client = ROOT / "client" / "pente_client"
    written = [
        f"{path.relative_to(client)}: {text}"
        for path, tree in trees()
        if path.is_relative_to(client) and path.relative_to(client).parts[0] in TOLD_FROM_THE_CATALOGUE
        if str(path.relative_to(client)) not in NO_SENTENCES
        for text in _texts(tree)
        if re.search(r"[a-z]{2,} [a-z]{2,}", text) and not NO_SENTENCE.match(text)
    ]
    assert written == []
