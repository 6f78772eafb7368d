"""The levels of the specification."""

from enum import StrEnum


class Level(StrEnum):
    """What a server or a client can do. The names never change their meaning."""

    CORE = "core"
    """Connecting, signing in, watching, playing and resuming: every server and every client that plays."""
    PEOPLE = "people"
    """All that an account has beyond its seats, and what people tell each other."""
    LISTS = "lists"
    """Finding rooms, players and finished games."""
    REVIEW = "review"
    """Notes in finished games, reviews and puzzles."""
