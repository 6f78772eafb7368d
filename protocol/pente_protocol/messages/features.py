"""Features: what a server or a client can do that not every one of its version does.

Each side lists its own when a connection begins. A feature that is not listed must not be used, and one that
is not known means nothing. So a later version can add what both sides have to know, without a new version of
the protocol. Names never change their meaning. Clients have none so far.
"""

from enum import StrEnum


class ServerFeature(StrEnum):
    """A feature of a server."""

    ANONYMOUS_VIEWERS = "anonymous-viewers"
    """A hello without an account is accepted, for watching."""
    POST_MORTEM = "post-mortem"
    """Finished games can be annotated, and `Look` is accepted."""
    REVIEWS = "reviews"
    """`FindReview` and `RequestReview` are accepted."""
    PUZZLES = "puzzles"
    """`Puzzles` is accepted."""
    RATED_BOTS = "rated-bots"
    """Games with bots may be rated."""
