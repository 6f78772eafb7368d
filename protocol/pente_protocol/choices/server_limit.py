"""The limits of a server, as it announces them: so that no client has to run into one."""

from enum import StrEnum

from pente_core.value import Value


class Per(StrEnum):
    """For whom a limit counts."""

    SERVER = "server"
    """For everybody together."""
    ADDRESS = "address"
    """For all connections from one address; some are exempt, such as those of the server's own machine."""
    CONNECTION = "connection"
    """For one connection."""
    PLAYER = "player"
    """For one player, over all connections."""


class TimeUnit(StrEnum):
    """The time in which a rate is counted."""

    SECOND = "second"
    """A second."""
    MINUTE = "minute"
    """Sixty seconds."""
    HOUR = "hour"
    """Sixty minutes."""


class ServerLimit(Value):
    """A limit of the server: at most so many of what its name says, or on average so many in a time.

    A name never changes its meaning. Ignore those you don't know. Of a name that is missing the server says
    nothing: what it does not take, it refuses with a ``retry_ms``, or for good.
    """

    name: str
    """What is counted: see the list of limits."""
    number: int
    """How many there may be, or how many in each ``unit``, on average."""
    per: Per
    """For whom they are counted."""
    unit: TimeUnit | None = None
    """The unit of a rate; None: it is a number, and no rate."""
    burst: int | None = None
    """How many are allowed at once, after a time of nothing; None: it is no rate."""
