"""The upgrade of names in values that were stored in log formats 1 and 2.

Some tags were written as one word, and some words were keys with several meanings: ``left`` was a player who
had left and the time on a clock. A map has either the old name or the new one, never both, so both forms are
recognised wherever they stand.
"""

from collections.abc import Mapping
from typing import Final

from pente_protocol.messages import Wire

RENAMED_TAGS: Final[Mapping[str, str]] = {
    "takenback": "taken_back",
    "timegiven": "time_given",
    "watchpolicychanged": "watch_policy_changed",
    "forgiven": "outage_credited",
    "rated": "ratings_changed",
    "byoyomi": "byo_yomi",
    "permove": "per_move",
}
"""The tags of events and time controls that are written in another way now."""
_CLOCKS: Final = {"left": "remaining"}
_OFFER: Final = {"kind": "offer"}
_EVENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "created": {"by": "host", "follows": "continues"},
    "moved": _CLOCKS,
    "chosen": _CLOCKS,
    "time_given": _CLOCKS,
    "finished": _CLOCKS,
    "taken_back": _CLOCKS | {"turns": "turn_count"},
    "retired": _CLOCKS | {"why": "reason"},
    "closed": {"why": "reason"},
    "offered": _OFFER,
    "accepted": _OFFER,
    "rejected": _OFFER,
}
"""The keys that have another name now, by the new tag of the event."""
_SUMMARY: Final = {"created": "created_at", "follows": "continues"}
_OPTIONS: Final = {"lock": "password_hash", "ready": "ready_check"}


def with_new_event_names(wire: Wire) -> Wire:
    """The map of an event with today's tag and keys."""
    tag = wire.get("t")
    tag = RENAMED_TAGS.get(tag, tag) if isinstance(tag, str) else tag
    return _with_new_parts(_renamed(wire | {"t": tag}, _EVENTS.get(tag, {}) if isinstance(tag, str) else {}))


def with_new_summary_names(wire: Wire) -> Wire:
    """The map of a summary of a room or a game with today's keys."""
    return _with_new_parts(_renamed(wire, _SUMMARY))


def _with_new_parts(wire: Wire) -> Wire:
    """The map with today's names in its options and its time control."""
    if isinstance(options := wire.get("options"), dict):
        wire = wire | {"options": _renamed(options, _OPTIONS)}
    if isinstance(time := wire.get("time"), dict) and time.get("t") in ("byoyomi", "permove"):
        wire = wire | {"time": time | {"t": RENAMED_TAGS[time["t"]]}}
    return wire


def _renamed(wire: Wire, names: Mapping[str, str]) -> Wire:
    return {names.get(key, key): value for key, value in wire.items()}
