"""Annotations of a finished game as objects of JSON; the README of the client lists the fields."""

from collections.abc import Sequence
from typing import assert_never

from pente_client.play.viewpoint import Viewpoint, game_shown
from pente_client.stream.jsonl.fields import Line, player_fields
from pente_core.identity import Identity
from pente_core.room import NodeComment, NodeMarks, Room, Variation
from pente_core.room import events as ev
from pente_core.rules.point import Point, format_point
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.untrusted_text import clean


def annotation_fields(event: ev.AnnotationEvent, after: Room) -> Line:
    """The fields of an event; the number of the annotation is the version that comes with it."""
    match event:
        case ev.VariationAdded():
            variation = after.analysis.variations[-1]
            return {"t": "variation", **_variation(variation, after)}
        case ev.CommentAdded(player=player, node=node, text=text):
            return {"t": "comment", **_at(player, node), "text": clean(text)}
        case ev.PointsMarked(player=player, node=node, points=points):
            return {"t": "marks", **_at(player, node), "points": _names(points, after)}
        case ev.AnnotationRemoved(player=player, number=number):
            return {"t": "annotation-removed", "player": player_fields(player), "number": number}
        case _ as unreachable:
            assert_never(unreachable)


def analysis_fields(room: Room) -> Line:
    """All annotations of a game."""
    analysis = room.analysis
    return {
        "variations": [_numbered(each, _variation(each, room)) for each in analysis.variations],
        "comments": [
            _numbered(each, {**_at(each.player, each.node), "text": clean(each.text)})
            for each in analysis.comments
        ],
        "marks": [
            _numbered(each, {**_at(each.player, each.node), "points": _names(each.points, room)})
            for each in analysis.marks
        ],
    }


def looks_fields(looks: Sequence[PlayerLook], room: Room | None) -> list[Line]:
    """Where people look in a room."""
    if room is None:
        return []
    return [{**_at(each.player, each.node), "points": _names(each.points, room)} for each in looks]


def view_fields(room: Room, view: Viewpoint) -> Line:
    """A game as it was where we look; ``tried`` are the stones of a branch that only we see."""
    game = game_shown(room, view)
    return {
        "node": view.node,
        "ply": game.stones,
        "moves": list(game.tokens),
        "captured": list(game.position.taken),
        "tried": _names(view.tried, room),
        "key": f"{game.position.key:016x}",
        "following": player_fields(view.following),
        "points": _names(view.points, room),
    }


def _numbered(each: Variation | NodeComment | NodeMarks, fields: Line) -> Line:
    return {"number": each.number, **fields}


def _variation(variation: Variation, room: Room) -> Line:
    """A variation; ``nodes`` are those after each of its points."""
    points = _names(variation.points, room)
    return {**_at(variation.player, variation.node), "points": points, "nodes": list(variation.nodes)}


def _at(player: Identity, node: int) -> Line:
    return {"player": player_fields(player), "node": node}


def _names(points: Sequence[Point], room: Room) -> list[str]:
    return [format_point(point, room.created.ruleset.size) for point in points]
