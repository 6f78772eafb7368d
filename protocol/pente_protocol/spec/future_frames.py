"""Frames as servers of later versions may send them, for tests of clients: none of them may harm one."""

from enum import StrEnum
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import fields

from pente_core.rules.ruleset import Ruleset
from pente_core.value import Value
from pente_protocol.codec import plain
from pente_protocol.messages import ServerMessage
from pente_protocol.spec.invalid_frames import REFUSED_FROM_SERVER, pack
from pente_protocol.spec.samples import MESSAGES
from pente_protocol.spec.samples.values import ROOM

UNKNOWN: Final[dict[str, Any]] = {"from_tomorrow": {"a": [1, None, "x"], "t": "b"}}
"""A key of a later version."""


_TEAM: Final = {"id": "0" * 32, "name": "x"}


class Do(StrEnum):
    """What a client has to do with a frame that has unknown parts."""

    READ = "read"
    """Read it without them: it has the content of ``as``."""
    IGNORE = "ignore"
    """Nothing: it goes on as if the frame had not come."""
    RESYNC = "resync"
    """Get a snapshot of the room: ``watch`` it again without a version."""
    SHOW = "show"
    """Show the ``position`` only: it can't play in this room, nor check what happens there."""


class FutureFrame(Value):
    """A frame, and what a client has to do with it."""

    wire: dict[str, Any]
    do: Do
    meaning: dict[str, Any] | None = None
    """With `Do.READ`: its content without what is unknown, in JSON."""

    @property
    def frame(self) -> bytes:
        """The bytes of the frame."""
        return pack(self.wire)


def grown(value: Any) -> Any:
    """A value as plain maps, with an unknown key in each map whose meaning it does not change."""
    if isinstance(value, tuple):
        return [grown(item) for item in value]
    if isinstance(value, Ruleset) or not isinstance(value, Struct):
        return plain(value)
    wire: dict[str, Any] = plain(value)  # type: ignore[assignment]
    names = {field.encode_name: field.name for field in fields(value)}
    return {
        key: grown(getattr(value, names[key])) if key in names else part for key, part in wire.items()
    } | UNKNOWN


def _with_unknown_keys() -> dict[str, FutureFrame]:
    """One message of each type, with unknown keys wherever one may be."""
    first: dict[type, tuple[str, Any]] = {}
    for name, message in MESSAGES.items():
        if isinstance(message, get_args(ServerMessage)):
            first.setdefault(type(message), (name, message))
    return {
        f"unknown keys in {name}": FutureFrame(grown(message), Do.READ, plain(message))  # type: ignore[arg-type]
        for name, message in first.values()
    }


def _happened(event: dict[str, Any]) -> dict[str, Any]:
    wire: dict[str, Any] = plain(MESSAGES["happened: hidden"])  # type: ignore[assignment]
    return {**wire, "event": event}


def _changed(name: str, *path: str, to: Any) -> dict[str, Any]:
    """The sample of a name, with another value at a path."""
    wire: dict[str, Any] = plain(MESSAGES[name])  # type: ignore[assignment]
    part = wire
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return wire


def _synced(*path: str, to: Any) -> dict[str, Any]:
    return _changed("synced, playing", *path, to=to)


FUTURE: Final[dict[str, FutureFrame]] = {
    **_with_unknown_keys(),
    "an unknown message": FutureFrame({"t": "weather", "room": ROOM, "sun": 3}, Do.IGNORE),
    "an unknown message with the number of a request": FutureFrame({"t": "weather", "id": 1}, Do.IGNORE),
    "an unknown event": FutureFrame(_happened({"t": "adjourned", "at": 5, "until": [6]}), Do.RESYNC),
    "an event with an unknown offer": FutureFrame(
        _happened({"t": "offered", "at": 5, "seat": 0, "offer": "adjournment"}), Do.RESYNC
    ),
    "an ending for an unknown reason, to be shown as it is": FutureFrame(
        _happened({"t": "finished", "at": 5, "termination": "adjudication", "winners": [0]}), Do.READ
    ),
    "an unknown kind of player, to be shown as it is": FutureFrame(
        _happened(
            {"t": "joined", "at": 5, "seat": 1, "player": {"id": "0" * 32, "name": "x", "kind": "team"}}
        ),
        Do.READ,
    ),
    "a snapshot in an unknown stage": FutureFrame(_synced("snapshot", "status", to="adjourned"), Do.SHOW),
    "a snapshot with an unknown turn": FutureFrame(_synced("snapshot", "turns", to=["swap9"]), Do.SHOW),
    "a snapshot with an unknown clock": FutureFrame(
        _synced("snapshot", "created", "time", to={"t": "hourglass", "sand": 60}), Do.SHOW
    ),
    "a snapshot by unknown rules": FutureFrame(
        _synced("snapshot", "created", "ruleset", to={"gravity": True}), Do.SHOW
    ),
    "a snapshot by known rules with an unknown value": FutureFrame(
        _synced("snapshot", "created", "ruleset", to={"swap": "swap9"}), Do.SHOW
    ),
    "an unknown code of an error, with a text to be shown": FutureFrame(
        {"t": "error", "id": 1, "code": "full-moon", "text": "Not tonight."}, Do.READ
    ),
}
"""The frames by name."""

NEWER_FROM_SERVER: Final = frozenset(
    ("server", name)
    for name in (
        "a message of a client",
        "an event on its own",
        "an event that there is not",
        "an event with a key too many",
        "a capture with a key too many",
        "a call that there is not",
        "a ruleset with a base",
        "a ruleset that there is not",
        "a ruleset that can not be played",
    )
)
"""The frames in `REFUSED_FROM_SERVER` that a server refuses when it reads a log, but that a later version may
send: a client must not refuse them.
"""
assert all(name in REFUSED_FROM_SERVER for _, name in NEWER_FROM_SERVER)


def future_vectors() -> list[dict[str, Any]]:
    """The section ``future`` of the golden vectors."""
    return [
        {"name": name, "do": each.do.value, "json": each.wire, "hex": each.frame.hex()}
        | ({} if each.meaning is None else {"as": each.meaning})
        for name, each in FUTURE.items()
    ]
