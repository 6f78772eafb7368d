"""Annotating a finished game: variations, comments and marks, and their removal."""

from collections.abc import Iterable
from typing import assert_never

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.analysis import (
    MOST_COMMENTS,
    MOST_MARKS,
    MOST_NODES,
    MOST_TEXT,
    AnalysisTree,
    Bound,
    NodeComment,
    tried,
)
from pente_core.room.permissions import check_chatting, check_text
from pente_core.room.refusals import Reason, Refused
from pente_core.room.room import Room
from pente_core.room.view import may_know_all
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point


def annotate(room: Room, command: cmd.AnnotationCommand, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
    """The event of an annotation of a finished game. Raises Refused."""
    if not may_know_all(room, by.id, now):
        raise Refused(Reason.NOT_OVER)
    if not isinstance(command, cmd.RemoveAnnotation) or by.id != room.created.by.id:
        check_chatting(room, by)
    match command:
        case cmd.AddVariation(node, points):
            return (_variation(room, node, points, by, now),)
        case cmd.AddComment(node, text):
            return (_comment(room, node, text, by, now),)
        case cmd.MarkPoints(node, points):
            return (_marks(room, node, points, by, now),)
        case cmd.RemoveAnnotation(number):
            return (_removal(room, number, by, now),)
        case _ as unreachable:
            assert_never(unreachable)


def check_points(room: Room, node: int, points: tuple[Point, ...]) -> None:
    """Check that there is a node, and that points can be marked there. Raises Refused."""
    _tree_with(room, node)
    if not all(0 <= point < room.created.ruleset.size**2 for point in points):
        raise Refused(Reason.OFF_BOARD)
    if len(points) > cmd.MOST_MARKED or len(set(points)) < len(points):
        raise Refused(Reason.TOO_MANY_POINTS)


def _tree_with(room: Room, node: int) -> AnalysisTree:
    tree = AnalysisTree(room.game, room.analysis)
    if node not in tree:
        raise Refused(Reason.NO_SUCH_NODE)
    return tree


def _variation(
    room: Room, node: int, points: tuple[Point, ...], by: Identity, now: Instant
) -> ev.VariationAdded:
    tree = _tree_with(room, node)
    if len(points) > cmd.LONGEST_VARIATION:
        raise Refused(Reason.TOO_MANY_POINTS)
    node, points = tree.walk(node, points)
    if not points:
        raise Refused(Reason.SO_ALREADY)
    own = sum(len(each.points) for each in room.analysis.variations if each.player.id == by.id)
    held = sum(len(each.points) for each in room.analysis.variations)
    _check_bound(MOST_NODES, held, own, len(points))
    _check_legal(tree.game_at(node), points)
    return ev.VariationAdded(now, by, node, points)


def _check_legal(game: Game, points: tuple[Point, ...]) -> None:
    try:
        for point in points:
            game = tried(game, point)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None


def _comment(room: Room, node: int, text: str, by: Identity, now: Instant) -> ev.CommentAdded:
    check_text(text)
    _tree_with(room, node)
    held = room.analysis.comments
    own = [each for each in held if each.player.id == by.id]
    _check_bound(MOST_COMMENTS, len(held), len(own), 1)
    _check_bound(MOST_TEXT, _length(held), _length(own), len(text))
    return ev.CommentAdded(now, by, node, text)


def _length(comments: Iterable[NodeComment]) -> int:
    return sum(len(each.text) for each in comments)


def _marks(room: Room, node: int, points: tuple[Point, ...], by: Identity, now: Instant) -> ev.PointsMarked:
    check_points(room, node, points)
    held = room.analysis.marks
    own = [each for each in held if each.player.id == by.id]
    before = next((each.points for each in own if each.node == node), ())
    if before == points:
        raise Refused(Reason.SO_ALREADY)
    if not before:
        _check_bound(MOST_MARKS, len(held), len(own), 1)
    return ev.PointsMarked(now, by, node, points)


def _check_bound(bound: Bound, held: int, own: int, more: int) -> None:
    if held + more > bound.of_room or own + more > bound.of_person:
        raise Refused(Reason.TOO_MANY_NOTES)


def _removal(room: Room, number: int, by: Identity, now: Instant) -> ev.AnnotationRemoved:
    """The host may remove everything; others what is their own, with nothing of others in it."""
    if room.analysis.author_of(number) is None:
        raise Refused(Reason.NO_SUCH_NOTE)
    left = {each.number for each in room.analysis.without(number).all}
    removed = (each for each in room.analysis.all if each.number not in left)
    if by.id != room.created.by.id and any(each.player.id != by.id for each in removed):
        raise Refused(Reason.NOT_YOURS)
    return ev.AnnotationRemoved(now, by, number)
