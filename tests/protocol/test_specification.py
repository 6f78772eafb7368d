"""The specification in the repository is that of the messages, and says the same in all its parts."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Literal, get_args

import msgpack
import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import Value, tag_of
from pente_protocol.codec import UNIONS
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.__main__ import FILES
from pente_protocol.spec.asyncapi import document
from pente_protocol.spec.catalogue import (
    CLOSED,
    WireField,
    doc_of_alias,
    fields_of,
    is_alias,
    is_reply,
    members,
    name_of,
    named_types,
    replies_to,
    requests,
    title_of,
    unknown_title,
    vocabulary,
)
from pente_protocol.spec.docstrings import doc_of, docs_in
from pente_protocol.spec.examples import examples
from pente_protocol.spec.json_schemas import schema_of
from pente_protocol.spec.markdown import line, prose, slug, type_words
from pente_protocol.spec.pages import PAGES, page_md
from pente_protocol.spec.typescript import declarations_ts
from pente_server.limits.limits import HELLO_WITHIN
from pente_server.live.listening.presence_messages import PRESENCE_EVERY
from pente_server.rooms.loaded.room_log import MOST_MISSED, MOST_MISSED_BYTES
from tests.protocol.test_golden_vectors import FILE, GOLDEN

PAGE = "\n".join(map(page_md, PAGES))
DOCUMENT = json.loads(json.dumps(document()))
FOR_PYTHON = json.loads(re.sub(r'("pattern": "\^[^"]*)\$"', r'\1\\\\Z"', json.dumps(DOCUMENT)))
"""The document with its patterns as Python writes them, where $ may stand before a line break."""
UNION = {"client": "ClientMessage", "server": "ServerMessage"}
NO_SCHEMA_KNOWS = {
    "an id that is a float",  # to a schema 1.0 is a whole number
    "a version that is a float",
    "a ruleset that can not be played",
    "a time control without time",
    "a list of 4097",
    "a string of more than 2048 bytes",
    # A later server may send further keys.
    "an event with a key too many",
    "a capture with a key too many",
    "a ruleset with a base",
}
"""Frames that the schemas take: what is wrong is in the bytes, in the bounds, or in what goes together."""


@pytest.mark.parametrize("name", FILES)
def test_the_specification_is_current(name: str) -> None:
    path = FILE.with_name(name)
    told = path.read_text(encoding="utf-8") if path.exists() else ""
    assert told == FILES[name](), (
        "the messages and their specification differ; if that is meant, write it anew and look at the "
        "difference: python -m pente_protocol.spec protocol/spec"
    )


# The page


def test_every_link_of_the_pages_leads_somewhere() -> None:
    pages = {page: page_md(page) for page in PAGES}
    headings = [
        f"{page}#{slug(heading)}"
        for page, text in pages.items()
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    ]
    links = {
        f"{file or page}#{anchor}"
        for page, text in pages.items()
        for file, anchor in re.findall(r"\]\(([a-z]+\.md)?#([^)]+)\)", text)
    }
    anchors = [heading.partition("#")[2] for heading in headings]
    assert len(anchors) == len(set(anchors))
    assert links <= set(headings)
    assert len(links) > 50


def test_no_name_of_the_code_is_left_in_the_pages() -> None:
    assert re.findall(r"\[\w+_\w+\]\(|`[A-Z][A-Z_]{3,}`|`(?!Origin)[A-Z]\w*[a-z]\w*`", PAGE) == []


def test_everything_that_is_sent_has_a_chapter_with_an_example() -> None:
    wanted = {
        *(f"Message {tag}" for tag in members(ClientMessage | ServerMessage)),
        *(f"Command {tag}" for tag in members(cmd.PlayerCommand)),
        *(f"Event {tag}" for tag in members(ev.Event)),
    }
    chapters = {part.partition("\n")[0]: part for part in PAGE.split("\n### ")}
    assert {name for name in wanted if "```json" not in chapters.get(name, "")} == set()


def test_the_page_has_no_word_of_python() -> None:
    page = PAGE.replace("python -m pente_protocol.spec", "")
    assert re.findall(r"\{\{|pente_\w+\.|\bNone\b|\bRaises\b|\btuple\b", page) == []


def test_everything_that_travels_is_explained() -> None:
    unions = (ClientMessage, ServerMessage, cmd.PlayerCommand, ev.Event)
    types = [type_ for union in unions for type_ in members(union).values()]
    words = [type_ for type_ in vocabulary().values() if isinstance(type_, type)]
    aliases = [type_ for type_ in vocabulary().values() if is_alias(type_)]
    assert [type_.__name__ for type_ in (*types, *words) if not doc_of(type_)] == []
    assert [name_of(alias) for alias in aliases if not doc_of_alias(alias)] == []


def test_every_value_is_explained() -> None:
    types = [type_ for type_ in vocabulary().values() if isinstance(type_, type)]
    enums = [type_ for type_ in types if issubclass(type_, StrEnum)]
    assert len(enums) > 15
    assert [value for enum in enums for value in enum if not docs_in(enum).get(value.name)] == []


def test_the_page_speaks_of_players_and_viewers() -> None:
    assert re.findall(r"(?i)\b(?:somebody|whoever|whomever|he|she|his|him|hers?)\b", PAGE) == []
    assert re.findall(r"\| (?:Who|Whom) [^|]*\|$", PAGE, re.MULTILINE) == []


def test_every_code_is_explained() -> None:
    assert {code for code in ErrorCode if not docs_in(ErrorCode).get(code.name)} == set()
    assert {code for code in CloseCode if not docs_in(CloseCode).get(code.name)} == set()
    assert {reason for reason in Reason if f"| `{reason}` |" not in PAGE} == set()


def test_the_numbers_of_the_pages_are_those_of_the_server() -> None:
    for fact in (
        f"within {HELLO_WITHIN:.0f} s (otherwise",
        f"more than {MOST_MISSED} events or {MOST_MISSED_BYTES // 1024} KiB are missing",
        f"at most once in {PRESENCE_EVERY * 1000:.0f} ms",
    ):
        assert fact in " ".join(PAGE.split())


# The AsyncAPI document


@pytest.mark.parametrize("sender", UNION)
def test_the_schemas_take_every_golden_vector_and_refuse_what_is_no_message(sender: str) -> None:
    is_valid = _validator(UNION[sender]).is_valid
    told = [vector["json"] for vector in GOLDEN["messages"] if vector["from"] == sender]
    assert [wire for wire in told if not is_valid(wire)] == []
    refused = [vector for vector in GOLDEN["refused"] if vector["from"] == sender]
    taken = {vector["name"] for vector in refused if any(map(is_valid, _unpacked(vector["hex"])))}
    assert taken <= NO_SCHEMA_KNOWS


def _validator(name: str) -> Draft7Validator:
    """What checks a value against a schema of the document."""
    return Draft7Validator({**FOR_PYTHON, "$ref": f"#/components/schemas/{name}"})


@pytest.mark.parametrize("vector", GOLDEN["future"], ids=lambda vector: vector["name"])
def test_the_schemas_take_what_a_later_server_sends(vector: dict[str, Any]) -> None:
    assert [error.message for error in _validator("ServerMessage").iter_errors(vector["json"])] == []


def test_the_schemas_take_nothing_later_from_a_client() -> None:
    is_valid = _validator("ClientMessage").is_valid
    opened = next(vector["json"] for vector in GOLDEN["messages"] if vector["name"] == "create")
    assert is_valid(opened | {"options": {"bots": "anybody", "ratings": {"low": 1, "high": 2}}})
    for changed in (
        {"more": 1},
        {"options": {"more": 1}},
        {"options": {"bots": "all"}},
        {"options": {"ratings": {"low": 1, "high": 2, "more": 3}}},
        {"t": "make"},
    ):
        assert not is_valid(opened | changed), changed


def test_no_pattern_looks_around_as_not_all_languages_can() -> None:
    patterns = [part["pattern"] for part in _parts(DOCUMENT) if isinstance(part.get("pattern"), str)]
    assert len(patterns) > 10
    assert [pattern for pattern in patterns if "(?" in pattern or not re.fullmatch(r"\^.*\$", pattern)] == []
    assert r"(?!" not in PAGE


def test_every_default_is_a_value_that_may_be_sent() -> None:
    keys = [key for each in FOR_PYTHON["components"]["schemas"].values() for key in _keys_of(each)]
    told = [key for key in keys if "default" in key]
    assert len(told) > 100
    validators = [(Draft7Validator({**FOR_PYTHON, "allOf": [key]}), key["default"]) for key in told]
    assert [default for validator, default in validators if not validator.is_valid(default)] == []


def _keys_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return list(schema.get("properties", {}).values())


def _unpacked(frame: str) -> Iterator[Any]:
    """What the bytes mean, if it is anything that JSON can say."""
    try:
        wire = msgpack.unpackb(bytes.fromhex(frame), object_pairs_hook=_once_each)
        json.dumps(wire, allow_nan=False)
    except (ValueError, TypeError, msgpack.UnpackException):
        return
    yield wire


def _once_each(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs) or not all(isinstance(key, str) for key, _ in pairs):
        raise ValueError("no map of JSON")
    return dict(pairs)


def test_every_reference_of_the_document_leads_somewhere() -> None:
    references = set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(DOCUMENT)))
    assert len(references) > 100
    for reference in references:
        part = DOCUMENT
        for name in reference.split("/"):
            part = part[name]


def test_every_message_is_received_or_sent_or_a_reply() -> None:
    operations = DOCUMENT["operations"].values()
    lists = [[*one["messages"], *one.get("reply", {}).get("messages", ())] for one in operations]
    told = {message["$ref"].rpartition("/")[2] for messages in lists for message in messages}
    channel = DOCUMENT["channels"]["connection"]
    assert told == set(DOCUMENT["components"]["messages"]) == set(channel["messages"])
    assert replies_to("hello") == ("welcome", "error")
    assert replies_to("act") == ("acted", "error")


def test_every_message_has_an_example() -> None:
    messages = DOCUMENT["components"]["messages"]
    assert all(len(message["examples"]) == 1 for message in messages.values())
    assert len(examples()) == len(messages) + len(get_args(ev.Event)) + len(get_args(cmd.PlayerCommand))


def test_programs_that_generate_types_get_a_name_for_everything() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    assert [name for name in schemas if not re.fullmatch("[A-Z][A-Za-z]+", name)] == []
    assert [name for name in DOCUMENT["operations"] if not re.fullmatch("[a-z_]+", name)] == []
    assert [schema for schema in _parts(DOCUMENT) if "allOf" in schema and "title" not in schema] == []


def test_the_unions_have_a_discriminator_and_each_member_its_own_value() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name, union in UNIONS.items():
        schema = schemas[name]
        assert (schema["discriminator"], schema["required"]) == ("t", ["t"])
        tags = [schemas[one["$ref"].rpartition("/")[2]]["properties"]["t"] for one in schema["oneOf"]]
        known = list(members(union))
        assert [tag["const"] for tag in tags if "const" in tag] == known
        assert [tag["not"]["enum"] for tag in tags if "const" not in tag] == [known] * (name not in CLOSED)


def test_only_what_clients_send_is_closed_to_other_keys() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    closed = {name for name, schema in schemas.items() if schema.get("additionalProperties") is False}
    assert {"ActRequest", "PlayCommand", "RoomFilter", "RequestedOptions", "RequestedSetup"} <= closed
    assert closed & {"HappenedMessage", "MovedEvent", "Snapshot", "Options", "Identity"} == set()
    listed = {name for name, schema in schemas.items() if "enum" in schema}
    assert listed & closed == set()
    assert {"ClaimKind", "RequestedStatus", "RequestedPlayerKind"} <= listed
    assert {name for name in listed | closed if name in _sent_by_servers()} == set()


def _sent_by_servers() -> set[str]:
    """The names of all schemas that a message of a server leads to."""
    found: set[str] = set()
    waiting = ["ServerMessage"]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = json.dumps(DOCUMENT["components"]["schemas"][name])
            waiting += re.findall(r"#/components/schemas/(\w+)", text)
    return found


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """All maps in a value."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _parts(part)


def test_hex_dumps_are_in_the_golden_vectors_only() -> None:
    assert re.findall(r"\b[0-9a-f]{40,}\b", PAGE) == []
    assert re.findall(r"\b[0-9a-f]{40,}\b", json.dumps(DOCUMENT)) == []


# The replies


def test_the_replies_are_those_messages_of_a_server_that_have_the_number_of_a_request() -> None:
    assert {tag_of(type_.reply) for type_ in requests().values()} <= set(members(ServerMessage))
    told = {tag_of(type_) for type_ in members(ServerMessage).values() if is_reply(type_)}
    assert told == {
        tag for tag, type_ in members(ServerMessage).items() if "id" in {f.name for f in fields_of(type_)}
    }


# The declarations


def test_the_declarations_have_everything_that_is_sent() -> None:
    text = declarations_ts()
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    told = [title_of(type_) for union in UNIONS.values() for type_ in members(union).values()]
    assert len(set(declared)) == len(declared)
    later = [unknown_title(name) for name in UNIONS if name not in CLOSED]
    assert set(declared) == {*told, *later, *UNIONS, *(named.name for named in named_types()), "Replies"}
    named = set(
        re.findall(
            r"(?<![\w\"])[A-Z]\w+",
            re.sub(r"/\*.*?\*/|^//.*$|\"[^\"]*\"", "", text, flags=re.DOTALL | re.MULTILINE),
        )
    )
    assert named - set(declared) <= {"Record", "Unlisted"}


# What types and docstrings become


class Shape(Value):
    """A shape, with `Point` and ``literal``. Raises ValueError when it makes no sense."""

    size: int
    """None of it | or
    some.
    """
    sides: tuple[int | None, ...] = (3,)
    both: tuple[int, str] = (1, "a")
    how: Literal[1, 2] = 1
    # Not a docstring of a field.
    names: dict[str, bool] | None = None


def test_fields_are_described_by_their_types_and_the_strings_below_them() -> None:
    size, sides, *_ = fields_of(Shape)
    assert size == WireField("size", int, "None of it | or\nsome.", has_default=False)
    assert sides == WireField("sides", tuple[int | None, ...], "", has_default=True, default=(3,))
    assert [type_words(field.type) for field in fields_of(Shape)] == [
        "whole number",
        "list of (whole number or nil)",
        "list of whole number and text",
        "1 or 2",
        "map of text to true or false or nil",
    ]


def test_docstrings_become_prose() -> None:
    assert prose(Shape.__doc__ or "") == "A shape, with [Point](#unit-point) and `literal`."
    assert line(fields_of(Shape)[0].doc) == "nil of it \\| or some."


def test_types_become_schemas() -> None:
    whole = {"type": "integer"}
    assert [schema_of(field.type) for field in fields_of(Shape)] == [
        whole,
        {"type": "array", "items": {"anyOf": [whole, {"type": "null"}]}},
        {"type": "array", "items": [whole, {"type": "string"}], "minItems": 2, "maxItems": 2},
        {"enum": [1, 2]},
        {
            "anyOf": [
                {
                    "type": "object",
                    "propertyNames": {"type": "string"},
                    "additionalProperties": {"type": "boolean"},
                },
                {"type": "null"},
            ]
        },
    ]


def test_a_type_without_a_word_is_an_error_of_whoever_writes_it() -> None:
    with pytest.raises(TypeError, match="does not support"):
        schema_of(set[int])
