"""JSON schemas of everything that is sent, in draft 7 as AsyncAPI 3 requires."""

from collections.abc import Mapping
from enum import StrEnum
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from msgspec import Struct

from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.codec import UNIONS
from pente_protocol.messages.base import RulesetSpec
from pente_protocol.spec.catalogue import (
    WireField,
    aliased,
    constraint_of,
    doc_of_alias,
    fields_of,
    is_alias,
    is_only_requested,
    members,
    name_of,
    title_of,
    unconstrained,
    union_name,
    union_of,
    vocabulary,
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


def schemas() -> dict[str, Schema]:
    """All schemas by name: unions with their members, then the vocabulary."""
    found: dict[str, Schema] = {}
    for name, union in UNIONS.items():
        found[name] = _union(union)
        found |= {title_of(type_): _map(type_, tag) for tag, type_ in members(union).items()}
    return found | {name: _named(type_) for name, type_ in vocabulary().items()}


def ref(name: str) -> Schema:
    """A reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def _union(union: Any) -> Schema:
    """Its own ``t`` is what AsyncAPI demands of a discriminator."""
    return {
        "type": "object",
        "discriminator": "t",
        "properties": {"t": {"type": "string"}},
        "required": ["t"],
        "oneOf": [ref(title_of(type_)) for type_ in members(union).values()],
    }


def _named(type_: Any) -> Schema:
    if type_ is Ruleset:
        return _ruleset()
    if type_ == RulesetSpec:
        return _ruleset_spec()
    if is_alias(type_):
        return _described(schema_of(aliased(type_)), doc_of_alias(type_))
    if issubclass(type_, StrEnum):
        return _enumeration(type_)
    return _map(type_)


def _enumeration(type_: type[StrEnum]) -> Schema:
    docs = docs_in(type_)
    told = "".join(f"\n* `{member}`: {docs[member.name]}" for member in type_ if member.name in docs)
    return _described({"type": "string", "enum": [member.value for member in type_]}, doc_of(type_) + told)


def _map(type_: type, tag: str | None = None) -> Schema:
    """The schema of a Struct, with its tag if it is a member of a union."""
    keys = fields_of(type_)
    tags = {} if tag is None else {"t": {"type": "string", "const": tag}}
    schema = {
        "type": "object",
        "properties": tags | {field.name: _property(field) for field in keys},
        "required": [*tags, *(field.name for field in keys if not field.has_default)],
    }
    closed = {"additionalProperties": False} if is_only_requested(type_) else {}
    return _described(schema | closed, doc_of(type_))


def _property(field: WireField) -> Schema:
    schema = schema_of(field.type)
    told = {"default": field.default} if field.has_default and field.default is not None else {}
    if "$ref" in schema and (field.doc or told):
        # Draft 7 ignores all keys next to a $ref. Programs that generate types need the name again.
        schema = {"title": _name_in(schema), "allOf": [schema]}
    return _described(schema | told, field.doc)


def schema_of(type_: Any) -> Schema:
    """The schema of the type of a field."""
    name = union_name(type_)
    if name is not None:
        return ref(name)
    inner = without_none(type_)
    if inner is not type_:
        return {"anyOf": [schema_of(inner), {"type": "null"}]}
    if union_of(type_) is not None:
        return ref(title_of(type_))
    if is_alias(type_) or (isinstance(type_, type) and issubclass(type_, Struct | StrEnum)):
        return ref(name_of(type_))
    if (plain := unconstrained(type_)) is not type_:
        return _constrained(schema_of(plain), type_)
    arguments = get_args(type_)
    match get_origin(type_):
        case origin if origin is Literal:
            return {"enum": list(arguments)}
        case None if type_ in PLAIN:
            return {"type": PLAIN[type_]}
        case origin if origin is dict:
            return {
                "type": "object",
                "propertyNames": schema_of(arguments[0]),
                "additionalProperties": schema_of(arguments[1]),
            }
        case origin if origin is tuple and arguments[1:] == (...,):
            return {"type": "array", "items": schema_of(arguments[0])}
        case origin if origin is tuple:
            count = len(arguments)
            return {
                "type": "array",
                "items": [*map(schema_of, arguments)],
                "minItems": count,
                "maxItems": count,
            }
    raise TypeError(f"the specification does not support the type {type_!r}")


def _name_in(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _constrained(schema: Schema, type_: Any) -> Schema:
    constraint = constraint_of(type_)
    limits = {"minimum": constraint.ge, "maximum": constraint.le, "pattern": constraint.pattern}
    if constraint.max_length is not None:
        limits[_LENGTHS[schema["type"]]] = constraint.max_length
    return schema | {name: limit for name, limit in limits.items() if limit is not None}


def _ruleset() -> Schema:
    schema = _map(Ruleset)
    schema["properties"]["variant"] |= {"title": "RulesetName", "enum": list(RULESETS)}
    return schema


def _ruleset_spec() -> Schema:
    """Wider than a ruleset: the server replies to an unplayable one with an error that says why."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    parameter = {"anyOf": [{"type": ["null", "boolean", "number", "string"]}, numbers]}
    schema = {"type": ["string", "object"], "additionalProperties": parameter}
    return _described(schema, doc_of_alias(RulesetSpec))


def _described(schema: Schema, doc: str) -> Schema:
    return {"description": doc, **schema} if doc else schema
