"""Storage for rooms, accounts and archived games: one interface and its implementations."""

from pente_server.store.accounts.account import Account
from pente_server.store.answers import answer_to
from pente_server.store.commit import Commit, CommitAnswer, CommitResult, Committed, Conflict, Duplicate
from pente_server.store.durability import Durability, DurabilityLevel, Loss
from pente_server.store.errors import DamagedKey, FormatUnknown, StoreId, StoreReplaced, StoreUnavailable
from pente_server.store.interface import (
    HeartbeatReply,
    LobbyWakeup,
    LostWakeups,
    Outage,
    RoomWakeup,
    Store,
    Wakeup,
)
from pente_server.store.logs.log_formats import LogFormats
from pente_server.store.problem_code import ProblemCode
from pente_server.store.server_identity import ServerIdentity

__all__ = [
    "Account",
    "Commit",
    "CommitAnswer",
    "CommitResult",
    "Committed",
    "Conflict",
    "DamagedKey",
    "Duplicate",
    "Durability",
    "DurabilityLevel",
    "FormatUnknown",
    "HeartbeatReply",
    "LobbyWakeup",
    "LogFormats",
    "Loss",
    "LostWakeups",
    "Outage",
    "ProblemCode",
    "RoomWakeup",
    "ServerIdentity",
    "Store",
    "StoreId",
    "StoreReplaced",
    "StoreUnavailable",
    "Wakeup",
    "answer_to",
]
