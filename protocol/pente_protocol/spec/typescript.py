"""TypeScript declarations of everything that is sent, for clients and editors."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from textwrap import wrap
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from msgspec import Struct

from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.codec import UNIONS
from pente_protocol.spec.catalogue import (
    CLOSED,
    NamedType,
    WireField,
    aliased,
    doc_of_alias,
    fields_of,
    is_alias,
    members,
    name_as_sent,
    named_types,
    requests,
    title_of,
    unconstrained,
    union_name,
    union_of,
    unknown_title,
)
from pente_protocol.spec.compact_json import compact
from pente_protocol.spec.docstrings import doc_of, docs_in
from pente_protocol.spec.markdown import plain_prose

_ABOUT: Final = """\
// The messages of the pente protocol, for TypeScript and for editors. Generated: do not change it by hand.
// A key that may be missing has the value that its comment names. A server of a later release may send keys,
// messages, events and values that are not listed here; ignore them. What both sides send has two types: that
// of clients, such as RequestedOptions, has no other values.
"""
_UNLISTED: Final = """\
/** The tags of later releases. It is a text and only a type: compare with the tags that you know. */
declare enum Unlisted {
  tag = "",
}
"""
_LATER: Final = "What a later release may send."
_WIDTH: Final = 105
_PLAIN: Final[Mapping[Any, str]] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
}


def declarations_ts() -> str:
    """The contents of ``pente.d.ts``."""
    return "\n".join((_ABOUT, *_declarations()))


def _declarations() -> Iterator[str]:
    yield _UNLISTED
    for name, union in UNIONS.items():
        is_closed = name in CLOSED
        later = () if is_closed else (unknown_title(name),)
        yield _declared(name, "", " | ".join((*map(title_of, members(union).values()), *later)))
        for title in later:
            yield f"{_comment(_LATER)}export interface {title} {{\n  t: Unlisted.tag;\n}}\n"
        for tag, type_ in members(union).items():
            yield _interface(title_of(type_), type_, tag, is_closed=is_closed)
    for named in named_types():
        yield _named(named)
    yield _replies()


def _named(named: NamedType) -> str:
    type_ = named.type
    if is_alias(type_):
        return _declared(named.name, doc_of_alias(type_), type_of(unconstrained(aliased(type_))))
    if issubclass(type_, StrEnum):
        docs = docs_in(type_)
        values = "".join(f"\n``{value}``: {docs.get(value.name, '')}" for value in type_)
        listed = _listed(type_, is_closed=named.is_closed)
        return _declared(named.name, doc_of(type_) + "\n" + values, listed)
    return _interface(named.name, type_, is_closed=named.is_closed)


def _listed(values: Iterable[str], *, is_closed: bool) -> str:
    """One of these texts; unless it is closed, also any other, without which editors would offer none."""
    return " | ".join((*map(compact, values), *(() if is_closed else ("(string & {})",))))


def _replies() -> str:
    """The types of the replies by request, for a function that sends one."""
    rows = (f"  {tag}: {title_of(type_.reply)};\n" for tag, type_ in requests().items())
    doc = "The reply to each request if it succeeds; otherwise the reply is an ErrorMessage."
    return f"{_comment(doc)}export interface Replies {{\n{''.join(rows)}}}\n"


def _declared(name: str, doc: str, type_: str) -> str:
    line = f"export type {name} = {type_};"
    if len(line) > _WIDTH and " | " in type_:
        line = f"export type {name} =\n  | " + "\n  | ".join(type_.split(" | ")) + ";"
    return f"{_comment(doc)}{line}\n"


def _interface(name: str, type_: type, tag: str | None = None, *, is_closed: bool = False) -> str:
    keys = [f"  t: {compact(tag)};\n"] if tag else []
    keys += [_key(type_, field, is_closed=is_closed) for field in fields_of(type_)]
    return f"{_comment(doc_of(type_))}export interface {name} {{\n{''.join(keys)}}}\n"


def _key(holder: type, field: WireField, *, is_closed: bool) -> str:
    is_variant = holder is Ruleset and field.name == "variant"
    type_ = _listed(RULESETS, is_closed=is_closed) if is_variant else type_of(field.type, is_closed=is_closed)
    value = f"``{compact(field.default)}``" if field.can_be_sent else "none"
    default = f"\nIf absent: {value}." if field.has_default else ""
    mark = "?" if field.has_default else ""
    return f"{_comment(field.doc + default, '  ')}  {field.name}{mark}: {type_};\n"


def type_of(type_: Any, *, is_closed: bool = False) -> str:
    """A type in TypeScript, in what a client sends if it is closed."""
    of = partial(type_of, is_closed=is_closed)
    if (name := union_name(type_)) is not None:
        return name
    if get_origin(type_) in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(of, get_args(type_))))
    if union_of(type_) is not None:
        return title_of(type_)
    if is_alias(type_) or (isinstance(type_, type) and issubclass(type_, Struct | StrEnum)):
        return name_as_sent(type_, is_closed=is_closed)
    if (plain := unconstrained(type_)) is not type_:
        return of(plain)
    return _PLAIN[type_] if type_ in _PLAIN else _container(type_, of)


def _container(type_: Any, of: Callable[[Any], str]) -> str:
    """A type that has others in it, which ``of`` gives."""
    arguments = get_args(type_)
    match get_origin(type_):
        case origin if origin is Literal:
            return " | ".join(map(compact, arguments))
        case origin if origin is dict:
            return f"Record<{of(arguments[0])}, {of(arguments[1])}>"
        case origin if origin is tuple and arguments[1:] != (...,):
            return f"[{', '.join(map(of, arguments))}]"
        case origin if origin in (tuple, list):
            items = of(arguments[0])
            return f"({items})[]" if " | " in items else f"{items}[]"
    raise TypeError(f"the declarations do not support the type {type_!r}")


def _comment(doc: str, indent: str = "") -> str:
    """A docstring as a comment; nothing if it is empty."""
    text = plain_prose(doc).replace("*/", "* /")
    lines = [line for part in re.split(r"\n+", text) for line in wrap(part, _WIDTH - len(indent))]
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"
