"""Players of imported games: names that stand for nobody who has an account here."""

import re
import unicodedata
from hashlib import sha256
from typing import Final

from pente_core.identity import GUEST_PREFIX, IMPORTED_IDS, IMPORTED_MARK, Identity, PlayerId, PlayerKind

_LONGEST: Final = 20
"""The longest name, with its mark: that of an account."""
_LONGEST_READ: Final = 200
_NOBODY: Final = "unknown"
_UNKNOWN: Final = frozenset({"", "?", "-"})
_ODD: Final = re.compile("[^A-Za-z0-9_-]+")
"""What no name may have: every client shows it as an underscore."""


def imported_player(name: str, kind: PlayerKind = PlayerKind.PERSON) -> Identity:
    """The player with a name that a record has, or that is typed; the mark may be there already.

    The name has the letters of accounts' names. Names that differ only in upper and lower case are one
    player.

    >>> imported_player("Bob").name, imported_player("bob_").id == imported_player("Bob").id
    ('Bob_', True)
    >>> imported_player("Zoë <b>").name
    'Zoe_b_'
    """
    kept = _proper(name[:_LONGEST_READ])
    digest = sha256(kept.casefold().encode()).hexdigest()
    id_ = PlayerId(f"{IMPORTED_IDS}{digest}"[:32])
    return Identity(id_, f"{kept}{IMPORTED_MARK}", kind)


def _proper(name: str) -> str:
    """The name in proper letters, without the mark."""
    if name.strip() in _UNKNOWN:
        return _NOBODY
    plain = unicodedata.normalize("NFKD", name).encode("ascii", errors="ignore").decode()
    kept = _ODD.sub("_", plain)[: _LONGEST - len(IMPORTED_MARK)].strip("_-")
    if kept.casefold().startswith(GUEST_PREFIX):
        kept = kept.replace("-", "_", 1)
    # A name without any such letter still is another one than the next.
    return kept or f"name-{sha256(name.encode(errors='replace')).hexdigest()[:6]}"
