"""What is sent and received, for a log that can be passed on: without secrets, and without what people said.

Only texts whose key is known to be harmless are written; all others are left out, also those of messages that
this version does not know. Numbers stay as they are, as no secret is one.
"""

import json
import logging
import re
from typing import Any, Final

import msgspec

TRAFFIC: Final = logging.getLogger("pente-traffic")
"""Outside of the logger ``pente``, so that no log for the eyes of a person ever has it. Silent unless it was
given a handler and a level.
"""
_SHOWN: Final = frozenset({
    "t", "activity", "address", "at", "base", "bots", "calls", "channel", "choice", "client", "command_id",
    "device", "durability", "features", "key", "kind", "message_policy", "name", "notations",
    "offer", "opening", "opponents", "player", "policy", "position", "reason", "result", "ruleset",
    "second_move", "server", "server_id", "speed", "status", "swap", "termination", "time", "to",
    "turns", "variant", "viewer_names", "watch",
})  # fmt: skip
"""The keys of texts that are no secret, and that nobody has typed but as a name or a move."""
_SHORTENED: Final = frozenset({"beside", "continues", "follows", "id", "next", "removed", "room", "rooms"})
"""Keys of ids that let others into a private room: their beginning tells rooms apart."""
_BY_ROOM: Final = frozenset({"passwords", "rooms"})
"""Keys of mappings whose own keys are such ids."""
_OF_ERRORS: Final = frozenset({"code", "text"})
"""Shown where they say what went wrong; elsewhere they are one-time codes, join codes and chat."""
_ERRORS: Final = frozenset({"error", "dismissed"})
_HIDDEN: Final = "***"
_BEGINNING: Final = 4
_LONGEST: Final = 2000
"""Characters of a message."""
_LONGEST_TEXT: Final = 200
_KEY: Final = re.compile(r"[a-z0-9_]{1,40}")


def log_frame(what: str, frame: bytes) -> None:
    """Log a frame; ``what`` says whether it was sent or received."""
    if TRAFFIC.isEnabledFor(logging.DEBUG):
        TRAFFIC.debug("%-8s %s", what, without_secrets(frame))


def log_state(text: str, *values: object) -> None:
    """Log what becomes of the connection, with ``values`` in place of ``%s`` in a text."""
    TRAFFIC.debug(f"%-8s {text}", "state", *values)


def without_secrets(frame: bytes) -> str:
    """A message as JSON without its secrets, cut where it is long."""
    try:
        content = msgspec.msgpack.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return f"{len(frame)} bytes that are no message"
    text = json.dumps(_shown(content, "", is_error=False), ensure_ascii=True, separators=(",", ":"))
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def _shown(value: Any, key: str, *, is_error: bool) -> Any:
    """A part of a message, found under a key, as it may be written."""
    match value:
        case dict():
            is_error = value.get("t") in _ERRORS
            name_of = _room if key in _BY_ROOM else _key
            return {
                name_of(name): _shown(each, _key(name), is_error=is_error) for name, each in value.items()
            }
        case list():
            inside = "" if key in _BY_ROOM and any(isinstance(each, dict) for each in value) else key
            return [_shown(each, inside, is_error=is_error) for each in value]
        case str():
            return _text(value, key, is_error=is_error)
        case bytes() | msgspec.msgpack.Ext():
            return _HIDDEN
        case _:
            return value


def _text(text: str, key: str, *, is_error: bool) -> str:
    if key in _SHOWN or (is_error and key in _OF_ERRORS):
        return text[:_LONGEST_TEXT]
    if key in _SHORTENED:
        return _room(text)
    return _HIDDEN


def _room(id_: object) -> str:
    """The beginning of an id."""
    return f"{id_[:_BEGINNING]}..." if isinstance(id_, str) else _HIDDEN


def _key(name: object) -> str:
    """A key, if it looks like one of ours."""
    return name if isinstance(name, str) and _KEY.fullmatch(name) else _HIDDEN
