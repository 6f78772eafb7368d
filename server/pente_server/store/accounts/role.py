"""Roles: what the host lets some accounts do that others may not."""

from collections.abc import Iterable
from enum import StrEnum


class Role(StrEnum):
    """What an account may do that others may not."""

    REVIEWER = "reviewer"
    """Take finished games that wait for a review, and store their reviews."""


def roles_text(roles: Iterable[Role]) -> str:
    """Roles as the field of an account; empty: none."""
    return " ".join(sorted(set(roles)))


def roles_of(text: str) -> frozenset[Role]:
    """The roles in the field of an account, without those that this version does not know.

    >>> roles_text(roles_of("reviewer juggler"))
    'reviewer'
    """
    return frozenset(role for role in Role if role.value in text.split())
