"""Where rooms and accounts are kept: one interface, and the stores that fulfil it."""

from pente_server.store.account import Account
from pente_server.store.interface import (
    Commit,
    CommitResult,
    Committed,
    Conflict,
    Duplicate,
    HeartbeatReply,
    Outage,
    Store,
    StoreUnavailable,
    Wakeup,
)

__all__ = [
    "Account",
    "Commit",
    "CommitResult",
    "Committed",
    "Conflict",
    "Duplicate",
    "HeartbeatReply",
    "Outage",
    "Store",
    "StoreUnavailable",
    "Wakeup",
]
