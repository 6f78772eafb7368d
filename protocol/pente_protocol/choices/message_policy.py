"""From whom direct messages are taken."""

from enum import StrEnum


class MessagePolicy(StrEnum):
    """From whom a player takes direct messages. Guests, and those who are blocked, may never write."""

    EVERYBODY = "everybody"
    """From all players with a name of their own."""
    FRIENDS = "friends"
    """Only from the player's friends."""
