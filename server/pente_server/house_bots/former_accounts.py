"""The accounts that house bots had when each kept a secret of its own in the data directory."""

import json
from pathlib import Path

from pente_core.identity import PlayerId
from pente_protocol.login.proof import account_of


def former_accounts(data: Path) -> frozenset[PlayerId]:
    """The ids of the accounts in ``house/identities.json``; empty if there is no such file."""
    try:
        content = json.loads((data / "house" / "identities.json").read_text("utf-8"))
        tokens = [entry["token"] for entry in content["identities"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()
    return frozenset(account_of(token) for token in tokens if isinstance(token, str))
