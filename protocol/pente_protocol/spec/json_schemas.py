"""JSON schemas of everything that is sent, in draft 7 as AsyncAPI 3 requires."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct

from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.codec import UNIONS
from pente_protocol.messages.base import RulesetSpec
from pente_protocol.spec.catalogue import (
    CLOSED,
    WireField,
    aliased,
    constraint_of,
    doc_of_alias,
    fields_of,
    is_alias,
    members,
    name_as_sent,
    named_types,
    portable_pattern,
    title_of,
    unconstrained,
    union_name,
    union_of,
    unknown_title,
    without_none,
)
from pente_protocol.spec.docstrings import doc_of, docs_in

Schema = dict[str, Any]

PLAIN: Final[Mapping[Any, str]] = {
    int: "integer",
    str: "string",
    bool: "boolean",
    float: "number",
    NoneType: "null",
}
_LENGTHS: Final = {"array": "maxItems", "object": "maxProperties", "string": "maxLength"}
"""The keyword for the greatest length, by the type of a schema."""
_LATER_VALUE: Final = "^[a-z0-9]([a-z0-9_ -]{0,38}[a-z0-9])?$"
"""The form of a value that a later release may add where a page lists all values."""


def schemas() -> dict[str, Schema]:
    """All schemas by name: unions with their members, then the vocabulary.

    What servers send is open: a later release may add keys, values and members. What clients send is closed.
    """
    found: dict[str, Schema] = {}
    for name, union in UNIONS.items():
        is_closed = name in CLOSED
        found[name] = _union(name, union)
        if not is_closed:
            found[unknown_title(name)] = _unknown(union)
        found |= {
            title_of(type_): _map(type_, tag, is_closed=is_closed) for tag, type_ in members(union).items()
        }
    return found | {named.name: _named(named.type, is_closed=named.is_closed) for named in named_types()}


def ref(name: str) -> Schema:
    """A reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def _union(name: str, union: Any) -> Schema:
    """Its own ``t`` is what AsyncAPI demands of a discriminator."""
    titles = [title_of(type_) for type_ in members(union).values()]
    return {
        "type": "object",
        "discriminator": "t",
        "properties": {"t": {"type": "string"}},
        "required": ["t"],
        "oneOf": [*map(ref, titles), *([] if name in CLOSED else [ref(unknown_title(name))])],
    }


def _unknown(union: Any) -> Schema:
    tag = {"type": "string", "pattern": _LATER_VALUE, "not": {"enum": list(members(union))}}
    schema = {"type": "object", "properties": {"t": tag}, "required": ["t"]}
    return _described(schema, "What a later release may send.")


def _named(type_: Any, *, is_closed: bool) -> Schema:
    if type_ is Ruleset:
        return _ruleset()
    if type_ == RulesetSpec:
        return _ruleset_spec()
    if is_alias(type_):
        return _described(schema_of(aliased(type_)), doc_of_alias(type_))
    if issubclass(type_, StrEnum):
        return _enumeration(type_, is_closed=is_closed)
    return _map(type_, is_closed=is_closed)


def _enumeration(type_: type[StrEnum], *, is_closed: bool) -> Schema:
    docs = docs_in(type_)
    told = "".join(f"\n* `{member}`: {docs[member.name]}" for member in type_ if member.name in docs)
    values = [member.value for member in type_]
    return _described(_one_of(values) if is_closed else _one_of_or_later(values), doc_of(type_) + told)


def _one_of(values: list[str]) -> Schema:
    return {"type": "string", "enum": values}


def _one_of_or_later(values: list[str]) -> Schema:
    """The values that are known, and those of a later release."""
    return {"anyOf": [_one_of(values), {"type": "string", "pattern": _LATER_VALUE}]}


def _map(type_: type, tag: str | None = None, *, is_closed: bool = False) -> Schema:
    """The schema of a Struct, with its tag if it is a member of a union."""
    keys = fields_of(type_)
    tags = {} if tag is None else {"t": {"type": "string", "const": tag}}
    schema = {
        "type": "object",
        "properties": tags | {field.name: _property(field, is_closed=is_closed) for field in keys},
        "required": [*tags, *(field.name for field in keys if not field.has_default)],
    }
    closed = {"additionalProperties": False} if is_closed else {}
    return _described(schema | closed, doc_of(type_))


def _property(field: WireField, *, is_closed: bool) -> Schema:
    schema = schema_of(field.type, is_closed=is_closed)
    told = {"default": field.default} if field.has_default and field.default is not None else {}
    if "$ref" in schema and (field.doc or told):
        # Draft 7 ignores all keys next to a $ref. Programs that generate types need the name again.
        schema = {"title": _name_in(schema), "allOf": [schema]}
    return _described(schema | told, field.doc)


def schema_of(type_: Any, *, is_closed: bool = False) -> Schema:
    """The schema of the type of a field, in what a client sends if it is closed."""
    name = union_name(type_)
    if name is not None:
        return ref(name)
    inner = without_none(type_)
    if inner is not type_:
        return {"anyOf": [schema_of(inner, is_closed=is_closed), {"type": "null"}]}
    if union_of(type_) is not None:
        return ref(title_of(type_))
    if is_alias(type_) or (isinstance(type_, type) and issubclass(type_, Struct | StrEnum)):
        return ref(name_as_sent(type_, is_closed=is_closed))
    if (plain := unconstrained(type_)) is not type_:
        return _constrained(schema_of(plain, is_closed=is_closed), type_)
    return _container(type_, lambda part: schema_of(part, is_closed=is_closed))


def _container(type_: Any, of: Callable[[Any], Schema]) -> Schema:
    """The schema of a type that has others in it, which ``of`` gives, or of a plain one."""
    arguments = get_args(type_)
    match get_origin(type_):
        case origin if origin is Literal:
            return {"enum": list(arguments)}
        case None if type_ in PLAIN:
            return {"type": PLAIN[type_]}
        case origin if origin is dict:
            keys, values = map(of, arguments)
            return {"type": "object", "propertyNames": keys, "additionalProperties": values}
        case origin if origin is tuple and arguments[1:] == (...,):
            return {"type": "array", "items": of(arguments[0])}
        case origin if origin is tuple:
            count = len(arguments)
            return {"type": "array", "items": [*map(of, arguments)], "minItems": count, "maxItems": count}
    raise TypeError(f"the specification does not support the type {type_!r}")


def _name_in(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _constrained(schema: Schema, type_: Any) -> Schema:
    constraint = constraint_of(type_)
    limits = {"minimum": constraint.ge, "maximum": constraint.le, "pattern": portable_pattern(type_)}
    if constraint.max_length is not None:
        limits[_LENGTHS[schema["type"]]] = constraint.max_length
    return schema | {name: limit for name, limit in limits.items() if limit is not None}


def _ruleset() -> Schema:
    schema = _map(Ruleset)
    variant = schema["properties"]["variant"]
    del variant["type"]
    variant |= {"title": "RulesetName", **_one_of_or_later(list(RULESETS))}
    return schema


def _ruleset_spec() -> Schema:
    """Wider than a ruleset: the server replies to an unplayable one with an error that says why."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    parameter = {"anyOf": [{"type": ["null", "boolean", "number", "string"]}, numbers]}
    schema = {"type": ["string", "object"], "additionalProperties": parameter}
    return _described(schema, doc_of_alias(RulesetSpec))


def _described(schema: Schema, doc: str) -> Schema:
    return {"description": doc, **schema} if doc else schema
