"""The AsyncAPI document: https://www.asyncapi.com/docs/reference/specification/v3.0.0."""

from typing import Any, Final

from pente_protocol.forms import FORMS
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.catalogue import is_reply, members, replies_to, title_of
from pente_protocol.spec.compact_json import pretty
from pente_protocol.spec.docstrings import doc_of
from pente_protocol.spec.examples import examples
from pente_protocol.spec.json_schemas import ref, schemas
from pente_protocol.version import VERSION

Document = dict[str, Any]

CHANNEL: Final = "connection"
_ABOUT: Final = (
    "Games of the Pente family for two to four players and any number of viewers. Every message is one "
    "WebSocket message with one map: a text message with JSON, or a binary one with msgpack, as the "
    "subprotocol says. For the order and meaning of messages, see protocol.md. A server of a later release "
    "may send further keys, messages, events and values: ignore what you don't know."
)


def document() -> Document:
    """The whole document, as the server sees it: it receives requests and sends all other messages."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "pente",
            "version": str(VERSION),
            "description": _ABOUT,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "localhost:8765",
                "protocol": "ws",
                "description": "The default of `pente serve`; a public server uses wss, behind a proxy.",
            }
        },
        "channels": {CHANNEL: _channel()},
        "operations": {**_requests(), **_news()},
        "components": {"messages": _messages(), "schemas": schemas()},
    }


def asyncapi_json() -> str:
    """The contents of ``asyncapi.json``."""
    return pretty(document()) + "\n"


def _channel() -> Document:
    forms = [form.subprotocol for form in FORMS]
    headers = {"Sec-WebSocket-Protocol": {"type": "string", "enum": forms}}
    wanted = {"type": "object", "properties": headers, "required": list(headers)}
    return {
        "address": "/",
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in _messages()},
        "bindings": {"ws": {"method": "GET", "headers": wanted}},
    }


def _requests() -> Document:
    return {
        f"receive_{tag}": {
            "action": "receive",
            "channel": _CHANNEL,
            "messages": [_in_channel(tag)],
            "reply": {"channel": _CHANNEL, "messages": [_in_channel(reply) for reply in replies_to(tag)]},
        }
        for tag in members(ClientMessage)
    }


def _news() -> Document:
    """The messages that a server sends without a request."""
    return {
        f"send_{tag}": {"action": "send", "channel": _CHANNEL, "messages": [_in_channel(tag)]}
        for tag, type_ in members(ServerMessage).items()
        if not is_reply(type_)
    }


def _messages() -> Document:
    return {
        tag: _message(tag, type_)
        for union in (ClientMessage, ServerMessage)
        for tag, type_ in members(union).items()
    }


def _message(tag: str, type_: type) -> Document:
    example = examples()[tag]
    return {
        "name": tag,
        "title": title_of(type_),
        "summary": " ".join(doc_of(type_).partition("\n\n")[0].split()),
        **({"correlationId": {"location": "$message.payload#/id"}} if "id" in example.wire else {}),
        "payload": ref(title_of(type_)),
        "examples": [{"name": example.name, "payload": example.wire}],
    }


def _in_channel(tag: str) -> Document:
    return {"$ref": f"#/channels/{CHANNEL}/messages/{tag}"}


_CHANNEL: Final[Document] = {"$ref": f"#/channels/{CHANNEL}"}
