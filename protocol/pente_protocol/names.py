"""Names that a player may take: none that passes for another."""

import re
from typing import Final

from pente_core.identity import GUEST_PREFIX
from pente_protocol.untrusted_text import RESERVED_NAMES, BadName, check_name

_EDGES: Final = re.compile(r"[A-Za-z0-9].*[A-Za-z0-9]")
_GUEST: Final = GUEST_PREFIX.rstrip("-")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "m": "rn", "w": "vv", "_": "-"})
"""What looks the same in one font or another, after case-folding (so I is i, which looks like l and 1)."""


def skeleton(name: str) -> str:
    """What is left of a name when all that is easily confused is made equal.

    Two names with the same skeleton look alike. It stands in stores: for names that exist it must not change.

    >>> skeleton("Ill1"), skeleton("B0B"), skeleton("rnary__ann")
    ('llll', 'bob', 'rnary-ann')
    """
    return re.sub("-+", "-", name.casefold().translate(_ALIKE))


def check_new_name(name: str) -> str:
    """Return the name if a player may take it, unless another has one that looks alike. Raises BadName.

    `check_name` checks the form of a name that somebody may have.
    """
    check_name(name)
    if _EDGES.fullmatch(name) is None:
        raise BadName("a name must begin and end with a letter or a digit")
    if skeleton(name).startswith(skeleton(_GUEST)):
        raise BadName(f"names with {_GUEST} at the beginning are for guests; choose another one")
    if skeleton(name) in _RESERVED:
        reserved = _RESERVED[skeleton(name)]
        raise BadName(f"the name {name} looks like {reserved}, which is reserved; choose another one")
    return name


_RESERVED: Final = {skeleton(reserved): reserved for reserved in sorted(RESERVED_NAMES)}
