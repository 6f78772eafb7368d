"""The read side as an OpenAPI document (spec.openapis.org/oas/v3.1.0), from the table of its resources."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from pente_protocol.messages import ServerMessage
from pente_protocol.spec.catalogue import members, name_of, title_of
from pente_protocol.spec.json_schemas import Schema, ref, schemas
from pente_protocol.version import VERSION
from pente_server.net.http.api.parameters import Parameter, flag, number
from pente_server.net.http.api.resource import ANY_ROOM, Resource

_ABOUT: Final = (
    "What viewers without an account may see. A field with its usual value is left out, and a server of a"
    " later release may send further ones. Moments are milliseconds since 1970, and all times are UTC."
    " HEAD is answered as well. See docs/http-api.md."
)
_NAMED: Final[Mapping[str, Schema]] = {
    "ID": {"type": "string", "pattern": f"^{ANY_ROOM}$", "description": "A room, and the game in it."},
    "NAME": {"type": "string", "description": "The name of a player."},
    "CODE": {"type": "string", "description": "The join code of a room."},
}
"""The words in paths that stand for values."""
_WORD: Final = re.compile(rf"\b(?:{'|'.join(_NAMED)})\b")
_FAILURES: Final[Mapping[str, str]] = {
    "400": "The request is wrong.",
    "403": "The server, or the room, is not for viewers without an account.",
    "404": "There is no such thing, or not for everybody.",
    "429": "Too many requests.",
    "503": "The server can't use its store, or has too much to do.",
}
_BUSY: Final = ("429", "503")
_PROBLEM: Final[Schema] = {
    "type": "object",
    "properties": {
        "error": {"type": "string", "description": "A code for programs."},
        "text": {"type": "string", "description": "A sentence for people."},
    },
    "required": ["error", "text"],
}
_TAG: Final = {"description": "The tag of the content, for If-None-Match.", "schema": {"type": "string"}}
_WAIT: Final = {"description": "Seconds after which to ask again.", "schema": {"type": "integer"}}


def openapi(resources: Iterable[Resource], origin: str) -> dict[str, Any]:
    """The whole document, for a client that has found the server at ``origin``."""
    paths = {_path(resource): {"get": _operation(resource)} for resource in resources}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pente: reading over HTTP", "version": str(VERSION), "description": _ABOUT},
        "servers": [{"url": origin or "/"}],
        "paths": paths,
        "components": {
            "schemas": {"Problem": _PROBLEM, **_needed(paths)},
            "responses": {code: _failure(code, text) for code, text in _FAILURES.items()},
        },
    }


def _path(resource: Resource) -> str:
    return _WORD.sub(lambda found: f"{{{found[0].lower()}}}", resource.path)


def _operation(resource: Resource) -> Schema:
    answer = {"description": resource.about, "headers": {"ETag": _TAG}, "content": _content(resource)}
    return {
        "operationId": re.sub(r"\W+", "_", resource.path.removeprefix("/api/").lower()),
        "summary": resource.about,
        "parameters": [
            *map(_place, _WORD.findall(resource.path)),
            *(_parameter(parameter, resource) for parameter in resource.parameters),
        ],
        "responses": {
            "200": answer,
            "304": {"description": "The client has this content already."},
            **{code: {"$ref": f"#/components/responses/{code}"} for code in _FAILURES},
        },
    }


def _content(resource: Resource) -> Schema:
    if isinstance(resource.answer, str):
        return {resource.answer: {}}
    shown = ref(_title(resource.answer))
    if resource.more:
        more = {name: ref(_title(type_)) for name, type_ in resource.more.items()}
        shown = {"allOf": [shown, {"type": "object", "properties": more, "required": list(more)}]}
    return {"application/json": {"schema": shown}}


def _title(type_: type) -> str:
    """The name of the schema of an answer: a message of a server, or a value in one."""
    return title_of(type_) if type_ in members(ServerMessage).values() else name_of(type_)


def _failure(code: str, text: str) -> Schema:
    headers = {"headers": {"Retry-After": _WAIT}} if code in _BUSY else {}
    return {"description": text, **headers, "content": {"application/json": {"schema": ref("Problem")}}}


# Parameters


def _place(word: str) -> Schema:
    return {"name": word.lower(), "in": "path", "required": True, "schema": dict(_NAMED[word])}


def _parameter(parameter: Parameter, resource: Resource) -> Schema:
    schema = _field(parameter, resource) if not parameter.about else _plain(parameter)
    about = parameter.about or schema.pop("description", "")
    return {
        "name": parameter.name,
        "in": "query",
        **({"required": True} if parameter.is_required else {}),
        **({"description": about} if about else {}),
        "schema": schema,
    }


def _plain(parameter: Parameter) -> Schema:
    if parameter.read is number:
        return {"type": "integer", "minimum": 0}
    return {"type": "boolean" if parameter.read is flag else "string"}


def _field(parameter: Parameter, resource: Resource) -> Schema:
    """The schema of the field of the request that a parameter sets, without its default."""
    assert resource.asks is not None
    schema = _all()[title_of(resource.asks)]
    for name in parameter.field.split("/"):
        schema = _resolved(schema["properties"][name])
    return {key: value for key, value in schema.items() if key not in ("default", "title")}


def _resolved(schema: Schema) -> Schema:
    """A schema without null, and with what it refers to in place of a reference."""
    if "anyOf" in schema:
        return _resolved({**schema["anyOf"][0], **_beside(schema)})
    if "allOf" in schema:
        return _resolved({**schema["allOf"][0], **_beside(schema)})
    if "$ref" in schema:
        return {**_all()[_name_in(schema["$ref"])], **_beside(schema)}
    return schema


def _beside(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("anyOf", "allOf", "$ref")}


# Schemas


@cache
def _all() -> Mapping[str, Schema]:
    """The schemas of the protocol, as this version of OpenAPI writes them."""
    found = {name: _modern(schema) for name, schema in schemas().items()}
    for title in map(title_of, members(ServerMessage).values()):
        found[title] = _without_number(found[title])
    return found


def _without_number(schema: Schema) -> Schema:
    """A message without the number of a request, as it is sent over HTTP."""
    properties = {name: each for name, each in schema["properties"].items() if name != "id"}
    return {
        **schema,
        "properties": properties,
        "required": [name for name in schema["required"] if name != "id"],
    }


def _modern(schema: Any) -> Any:
    """A schema of draft 7, in which AsyncAPI has them, as one of 2020-12."""
    if isinstance(schema, list):
        return [_modern(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    modern = {key: _modern(value) for key, value in schema.items()}
    if isinstance(modern.get("items"), list):
        modern["prefixItems"] = modern.pop("items")
    if "allOf" in modern and modern.get("default") == "":
        del modern["default"]  # no room, say: it stands for an id, but is none
    if isinstance(modern.get("discriminator"), str):
        modern["discriminator"] = {"propertyName": modern["discriminator"]}
    return modern


def _needed(paths: Schema) -> dict[str, Schema]:
    """The schemas to which paths refer, and those to which these do."""
    found: dict[str, Schema] = {}
    wanted = _references(paths)
    while wanted:
        name = wanted.pop()
        if name not in found and name in _all():
            found[name] = _all()[name]
            wanted += _references(found[name])
    return dict(sorted(found.items()))


def _references(schema: Schema) -> list[str]:
    return re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema))


def _name_in(reference: str) -> str:
    return reference.rpartition("/")[2]
