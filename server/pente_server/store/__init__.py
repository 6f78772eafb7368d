"""Where rooms and accounts are kept: one interface, and the stores that fulfil it."""

from pente_server.store.account import Account
from pente_server.store.interface import (
    Beat,
    Change,
    Committed,
    Conflict,
    Duplicate,
    Outage,
    Result,
    Store,
    StoreUnavailable,
    Wakeup,
)

__all__ = [
    "Account",
    "Beat",
    "Change",
    "Committed",
    "Conflict",
    "Duplicate",
    "Outage",
    "Result",
    "Store",
    "StoreUnavailable",
    "Wakeup",
]
