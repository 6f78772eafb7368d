"""What the host does about viewers."""

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room.values.options import WatchPolicy
from pente_core.value import Tagged


class Muted(Tagged, tag="muted"):
    """A person without a seat was muted."""

    at: Instant
    player: PlayerId


class Unmuted(Tagged, tag="unmuted"):
    """A mute was lifted."""

    at: Instant
    player: PlayerId


class Kicked(Tagged, tag="kicked"):
    """A person without a seat was removed, and may come back."""

    at: Instant
    player: PlayerId


class Banned(Tagged, tag="banned"):
    """A person without a seat was removed, and may not come back."""

    at: Instant
    player: PlayerId


class Unbanned(Tagged, tag="unbanned"):
    """A ban was lifted."""

    at: Instant
    player: PlayerId


class WatchPolicyChanged(Tagged, tag="watch_policy_changed"):
    """The host changed who may watch. A viewer who no longer may gets this event, and nothing after it."""

    at: Instant
    watch: WatchPolicy


Moderated = Muted | Unmuted | Kicked | Banned | Unbanned
"""Events of moderation by the host."""
