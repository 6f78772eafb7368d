"""What `pente admin check` finds: damage, and the commands that repair it without deleting anything."""

from collections.abc import Mapping
from dataclasses import dataclass

from pente_core.clock.instant import Instant
from pente_server.store.redis.raw_keys import Command
from pente_server.store.redis.wire import keys


@dataclass(frozen=True, slots=True)
class Damage:
    """Something in a store that is not as it should be."""

    what: str
    """What is wrong, in one sentence without a full stop."""
    remedy: str
    """What the repair does, as the end of a sentence that begins with "repair:"; or what the host can do."""
    commands: tuple[Command, ...] = ()
    """The repair: commands on one slot. Empty: there is none."""


def renamed(key: str, now: Instant) -> tuple[Command, ...]:
    """Set a whole key aside."""
    return (("RENAME", key, keys.set_aside(key, now)),)


def noted(key: str, now: Instant, values: Mapping[str | bytes, bytes | str | int]) -> tuple[Command, ...]:
    """Keep values, before they are removed or replaced, in a hash beside what was set aside of a key."""
    return tuple(
        ("HSET", keys.set_aside(f"{key}:entries", now), name, value) for name, value in values.items()
    )


def moved_field(key: str, now: Instant, field: str | bytes, value: bytes) -> tuple[Command, ...]:
    """Set a field of a hash aside."""
    return (*noted(key, now, {field: value}), ("HDEL", key, field))


def moved_member(key: str, now: Instant, member: str | bytes, score: float) -> tuple[Command, ...]:
    """Set a member of a sorted set aside, with its score."""
    return (*noted(key, now, {member: repr(score)}), ("ZREM", key, member))
