"""The options of a new game as the page's form gets them: a module of JavaScript, made from their rows.

It has them in each language, as the page has its sentences.
"""

import json
from typing import Any

from pente_protocol.game_options import GAME_OPTIONS, GameOption, offered_words
from pente_protocol.option import Listed, OneOf, OptionSection, Parsed, Text, Whole, YesNo, sections
from pente_protocol.sentences import languages, speaking


def game_rows() -> bytes:
    """The module: by language, the sections, each with its rows."""
    tables = {language: _table(language) for language in languages()}
    return (
        f"export const TABLES = {json.dumps(tables, ensure_ascii=False, separators=(',', ':'))};\n".encode()
    )


def _table(language: str) -> list[dict[str, Any]]:
    with speaking(language):
        return [_section(section, rows) for section, rows in sections(GAME_OPTIONS)]


def _section(section: OptionSection, rows: tuple[GameOption[Any], ...]) -> dict[str, Any]:
    return {"title": _capitalized(section.title), "rows": list(map(_row, rows))}


def _row(row: GameOption[Any]) -> dict[str, Any]:
    """One option: its name, place, kind and title, and what else there is to say of it.

    ``words`` are those on offer with their labels; if it is open, others may be written, and ``expects`` says
    which.
    """
    words, is_open = offered_words(row), not isinstance(row.kind, OneOf | YesNo)
    if row.usual in row.offers:
        words = tuple(dict.fromkeys((row.usual, *row.offers)))
    says_more = any(map(row.meaning, words))
    made: dict[str, Any] = {
        "name": row.name,
        "place": row.place.value,
        "kind": _kind(row),
        "title": row.title,
        "expects": row.kind.expects if is_open else "",
        "usual": row.default if isinstance(row.kind, YesNo) else row.usual_text,
        "words": [(word, _label(row, word)) for word in words] if len(words) > 1 else [],
        "isOpen": is_open and len(words) > 1,
        "hint": "" if says_more else f"{_capitalized(row.text())}.",
    }
    return {name: value for name, value in made.items() if value not in ("", [], None) and value is not False}


def _kind(row: GameOption[Any]) -> str:
    """How the page reads what is written; one that it knows by the option's name is ``own``."""
    match row.kind:
        case YesNo():
            return "answer" if row.default is None else "switch"
        case OneOf():
            return "number" if isinstance(row.kind.values[0], int) else "word"
        case Whole():
            return "number"
        case Listed():
            return "list"
        case Text():
            return "secret" if row.kind.is_secret else "text"
        case Parsed():
            return "own"
        case _:
            raise TypeError(f"the page can't read {row.name}")


def _label(row: GameOption[Any], word: str) -> str:
    """What a form shows for a word; of the empty one, what is usual."""
    if not word:
        return _capitalized(row.usual_text)
    if isinstance(row.kind, YesNo):
        return _capitalized(word)
    if not isinstance(row.kind, OneOf):
        return word
    return _capitalized(row.meaning(word)) or word


def _capitalized(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
