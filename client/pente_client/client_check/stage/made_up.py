"""Keys and messages that no release has: a client has to get on with what a later server may send."""

from typing import Any, Final

from pente_protocol.messages import Wire

_KEY: Final = "made_up"
_CLOSED: Final = frozenset({"ruleset", "time"})
"""Maps whose further keys would change the rules: a client can't ignore those."""

STRANGE_MESSAGES: Final[tuple[Wire, ...]] = (
    {"t": "fireworks", "colour": "red", "rockets": [1, 2, 3]},
    {"t": "weather", "room": "room-elsewhere", "id": None, "at": {"wind": 4.5}},
)


def with_made_up_keys(wire: Any) -> Any:
    """The same message with a further key in every map that may have one."""
    if isinstance(wire, list | tuple):
        return [with_made_up_keys(item) for item in wire]
    if not isinstance(wire, dict):
        return wire
    grown = {key: value if key in _CLOSED else with_made_up_keys(value) for key, value in wire.items()}
    return {**grown, _KEY: {"since": "a later release"}}
