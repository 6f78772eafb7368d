"""Features: what a server or a client can do that not every one of its version does.

Each side lists its own when a connection begins. A feature that is not listed must not be used, and one that
is not known means nothing. So a later version can add what both sides have to know, without a new version of
the protocol. Names never change their meaning.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class ServerFeature(StrEnum):
    """A feature of a server."""

    RATED_BOTS = "rated-bots"
    """Games with bots may be rated."""


CLIENT_FEATURES: Final[tuple[str, ...]] = ()
"""The features of our own clients: so far there is none."""


def known_features(told: Iterable[str]) -> frozenset[ServerFeature]:
    """Those features of a server that this version knows.

    >>> known_features(["rated-bots", "weather"])
    frozenset({<ServerFeature.RATED_BOTS: 'rated-bots'>})
    """
    return frozenset(feature for feature in ServerFeature if feature in set(told))
