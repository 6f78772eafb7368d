"""Features: what a server or a client can do that not every one does.

Each side lists its own when a connection begins. A feature that is not listed must not be used, and one that
is not known means nothing. So a later revision can add what both sides have to know, without a new version of
the protocol. Names never change their meaning. Clients have none so far.
"""

from enum import StrEnum


class ServerFeature(StrEnum):
    """A feature of a server. Every server has the core: what is on the page of the protocol."""

    PEOPLE = "people"
    """The server has accounts, and all that is on the page of people."""
    LISTS = "lists"
    """The server has all that is on the page of lists."""
    REVIEW = "review"
    """The server has all that is on the page of review: notes in finished games, reviews and puzzles."""
    ANONYMOUS_VIEWERS = "anonymous-viewers"
    """A hello without an account is accepted, for watching."""
    RATED_BOTS = "rated-bots"
    """Games with bots may be rated."""
