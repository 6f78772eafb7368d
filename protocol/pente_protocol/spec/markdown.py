"""Conversion of docstrings to Markdown, with links and without Python terms."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, Literal, get_args, get_origin

from pente_core.value import tag_of
from pente_protocol.codec import UNIONS
from pente_protocol.spec.catalogue import (
    is_alias,
    members,
    name_of,
    unconstrained,
    union_name,
    vocabulary,
    without_none,
)

SECTIONS: Final[Mapping[str, str]] = {
    "pente_core.rules.game.format_turn": "the-game",
    "pente_core.clock.clock": "clocks",
    "pente_core.notation": "writing-a-position",
    "pente_core.room.Reason": "why-a-command-is-refused",
    "pente_protocol.errors.ErrorCode": "why-a-request-is-denied",
    "pente_protocol.login.signed_texts": "signing-in",
    "pente_protocol.login.signed_texts.succession_text": "signing-in",
    "Room": "rooms-and-their-versions",
    "RULESETS": "rulesets",
    "Ruleset": "rulesets",
    "TimeControl": "time-controls",
    "PlayerCommand": "commands",
    "Event": "events",
    "SignIn": "signing-in",
}
"""The section of the page for names in docstrings that refer to the code."""
_PLAIN: Final[Mapping[Any, str]] = {int: "whole number", str: "text", bool: "true or false", float: "number"}
_RAISES: Final = re.compile(r"\s*(?:[^.:\n]*: r|R)aises \w+(?: (?:when|with)[^.]*)?\.", re.DOTALL)
"""A docstring's sentence about exceptions, which is dropped: on the wire a bad value is not a message."""
_QUOTED: Final = re.compile(r"``(.+?)``|`([\w.]+)`")


def prose(doc: str) -> str:
    """A docstring as Markdown."""
    return _QUOTED.sub(_quoted, re.sub(r"\bNone\b", "nil", _RAISES.sub("", doc))).strip()


def plain_prose(doc: str) -> str:
    """A docstring as plain text, for comments in other languages."""
    text = _QUOTED.sub(_unquoted, re.sub(r"\bNone\b", "null", _RAISES.sub("", doc)))
    return text.strip()


def line(doc: str) -> str:
    """A docstring as one line for the cell of a table."""
    return " ".join(prose(doc).split()).replace("|", "\\|")


def type_words(type_: Any) -> str:
    """A type in words, with links."""
    if union_name(type_):
        return _linked(str(union_name(type_)))
    inner = without_none(type_)
    if inner is not type_:
        return f"{type_words(inner)} or nil"
    if is_alias(type_):
        return _linked(name_of(type_))
    if (plain := unconstrained(type_)) is not type_:
        return type_words(plain)
    if type_ in _PLAIN:
        return _PLAIN[type_]
    arguments = get_args(type_)
    match get_origin(type_):
        case origin if origin is Literal:
            return " or ".join(map(str, arguments))
        case origin if origin is dict:
            return f"map of {type_words(arguments[0])} to {type_words(arguments[1])}"
        case origin if origin is tuple and arguments[1:] == (...,):
            items = type_words(arguments[0])
            return f"list of ({items})" if " or nil" in items else f"list of {items}"
        case origin if origin is tuple:
            return f"list of {' and '.join(map(type_words, arguments))}"
    return _linked(type_.__name__)


def heading_of(name: str, type_: Any) -> str:
    """The heading of a vocabulary type on the page."""
    if is_alias(type_):
        return f"Unit {name}"
    return f"Enumeration {name}" if issubclass(type_, StrEnum) else f"Value {name}"


def slug(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _quoted(found: re.Match[str]) -> str:
    literal, reference = found.groups()
    return f"`{literal}`" if literal is not None else _linked(reference)


def _unquoted(found: re.Match[str]) -> str:
    literal, reference = found.groups()
    if literal is not None:
        return str(literal)
    name = reference.rpartition(".")[2]
    return _headings().get(name, name).rpartition(" ")[2]


def _linked(reference: str) -> str:
    name = reference.rpartition(".")[2]
    if reference in SECTIONS:
        section = SECTIONS[reference]
        return f"[{section.replace('-', ' ') if '.' in reference else name}](#{section})"
    if name in vocabulary():
        return f"[{name}](#{slug(heading_of(name, vocabulary()[name]))})"
    headings = _headings()
    if name not in headings:
        return f"`{name}`"
    tag = headings[name].rpartition(" ")[2]
    return f"[`{tag}`](#{slug(headings[name])})"


def _headings() -> Mapping[str, str]:
    """The headings of messages, commands and events by type name. If names collide, the message wins."""
    words = (
        ("Event", "Event"),
        ("PlayerCommand", "Command"),
        ("TimeControl", "Time control"),
        ("SignIn", "Account"),
    )
    messages = (("ClientMessage", "Message"), ("ServerMessage", "Message"))
    return {
        type_.__name__: f"{word} {tag_of(type_)}"
        for union, word in (*words, *messages)
        for type_ in members(UNIONS[union]).values()
    }
