"""Annotations of a finished game: what players and viewers add to it when they look at it together.

A *node* is a place in the tree of a game. The nodes 0, 1, 2 ... are the game after so many of its turns;
variations get the numbers after those, in the order in which they are added. A number never changes its
meaning, and is not used again when a variation is removed.
"""

from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.rules.point import Point
from pente_core.value import Tagged

LONGEST_VARIATION: Final = 60
"""Stones that one command may add."""
MOST_MARKED: Final = 20
"""Points that one person may mark at a node."""


class AddVariation(Tagged, tag="add_variation"):
    """Try other moves in a finished game: from a node on, place these stones.

    What is there already is not added again. Where a choice of an opening is due, it is *stay*.
    """

    node: int
    points: tuple[Point, ...]


class AddComment(Tagged, tag="add_comment"):
    """Comment on a node of a finished game."""

    node: int
    text: str


class MarkPoints(Tagged, tag="mark_points"):
    """Draw attention to points at a node of a finished game, in place of those marked there before."""

    node: int
    points: tuple[Point, ...]
    """None: take the marks away."""


class RemoveAnnotation(Tagged, tag="remove_annotation"):
    """Remove a variation, a comment or marks. The host may remove all, others only what is their own."""

    number: int
    """The version of the room that the event of the annotation led to."""


class VariationAdded(Tagged, tag="variation_added"):
    """A variation was added. Its nodes get the next numbers."""

    at: Instant
    player: Identity
    node: int
    """The node that it goes on from."""
    points: tuple[Point, ...]


class CommentAdded(Tagged, tag="comment_added"):
    """A comment on a node was added."""

    at: Instant
    player: Identity
    node: int
    text: str


class PointsMarked(Tagged, tag="points_marked"):
    """A person has marked points at a node, in place of those that they had marked there before."""

    at: Instant
    player: Identity
    node: int
    points: tuple[Point, ...]


class AnnotationRemoved(Tagged, tag="annotation_removed"):
    """An annotation was removed; with a variation, all that was added in it."""

    at: Instant
    player: Identity
    """The person who removed it."""
    number: int
    """The version of the room that the event of the annotation led to."""


AnnotationCommand = AddVariation | AddComment | MarkPoints | RemoveAnnotation
"""Commands of players and viewers in a finished room."""
AnnotationEvent = VariationAdded | CommentAdded | PointsMarked | AnnotationRemoved
"""Events of a finished room, about its game."""
