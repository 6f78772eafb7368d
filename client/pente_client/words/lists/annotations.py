"""Places in a game in words, and its annotations: where they are, and what they add."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, assert_never

from pente_client.words.phrases import name_of, points_text
from pente_core.identity import Identity, PlayerId
from pente_core.room import AnalysisTree, NodeComment, NodeMarks, Room, Variation
from pente_core.room import events as ev
from pente_core.rules.game import format_turn
from pente_core.rules.point import Point, format_point
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_PEOPLE: Final = 3
"""So many people are named of those who look at a game."""
_SHOWN: Final = 4
"""So many stones of a long variation name it; those before them are left out."""


def place_text(room: Room, node: int) -> str:
    """A node: ``move 14``, or ``variation 37 (14: K10 L9)`` for one that begins after move 14."""
    tree = AnalysisTree(room.game, room.analysis)
    if node == 0:
        return tell("note.start")
    if node not in tree:
        return tell("note.removed-variation")
    if tree.is_played(node):
        return tell("note.move", n=node)
    stones = branch_text(room, tree, node)
    return tell("note.variation", node=node, move=tree.branch_point(node), stones=stones)


def branch_text(room: Room, tree: AnalysisTree, node: int) -> str:
    """The stones of a variation up to a node, the last of them if they are many."""
    size = room.created.ruleset.size
    turns = (tree.nodes[each].turn for each in tree.path(node) if not tree.is_played(each))
    stones = [format_turn(turn, size) for turn in turns]
    return " ".join((["..."] if len(stones) > _SHOWN else []) + stones[-_SHOWN:])


def annotation_text(
    event: ev.VariationAdded | ev.PointsMarked | ev.AnnotationRemoved, before: Room, after: Room
) -> str:
    """An annotation that is no text of its own, in a sentence."""
    who = name_of(event.player)
    match event:
        case ev.VariationAdded():
            last = len(after.game.turns) + after.analysis.node_count
            return f"{_tries(event, after, last)}."
        case ev.PointsMarked(node=node, points=()):
            return tell("note.unmarks", name=who, place=place_text(after, node))
        case ev.PointsMarked():
            return f"{_marks(event, after)}."
        case ev.AnnotationRemoved(number=number):
            return tell("note.removes", name=who, what=_removed_text(before, number))
        case _ as unreachable:
            assert_never(unreachable)


def _removed_text(room: Room, number: int) -> str:
    found = next((each for each in room.analysis.all if each.number == number), None)
    match found:
        case None:
            return tell("note.a-note")
        case Variation():
            return tell("note.variation-of", name=name_of(found.player))
        case NodeComment():
            return tell("note.comment-of", name=name_of(found.player))
        case NodeMarks():
            return tell("note.marks-of", name=name_of(found.player))
        case _ as unreachable:
            assert_never(unreachable)


def comment_text(comment: ev.CommentAdded | NodeComment, room: Room) -> str:
    """A comment as a line: ``<eve> move 14: Why not here?``."""
    return f"<{name_of(comment.player)}> {place_text(room, comment.node)}: {clean(comment.text)}"


def notes_lines(room: Room) -> list[str]:
    """All annotations of a game, one line each, in the order in which they were added."""
    noted = sorted(room.analysis.all, key=lambda each: each.number)
    return [f"{each.number}. {_note_text(each, room)}" for each in noted]


def _note_text(each: Variation | NodeComment | NodeMarks, room: Room) -> str:
    match each:
        case Variation():
            return _tries(each, room, each.nodes[-1])
        case NodeComment():
            return comment_text(each, room)
        case NodeMarks():
            return _marks(each, room)
        case _ as unreachable:
            assert_never(unreachable)


def _tries(tried: Variation | ev.VariationAdded, room: Room, last: int) -> str:
    """What somebody tries where; ``last``: the node to which it leads."""
    points = points_text(tried.points, room.created.ruleset.size)
    place = place_text(room, tried.node)
    return tell("note.tries", name=name_of(tried.player), points=points, place=place, node=last)


def _marks(marked: NodeMarks | ev.PointsMarked, room: Room) -> str:
    points = points_text(marked.points, room.created.ruleset.size)
    return tell("note.marks", name=name_of(marked.player), points=points, place=place_text(room, marked.node))


def said_at(room: Room, node: int) -> list[str]:
    """The comments and marks at a node, one line each."""
    size = room.created.ruleset.size
    comments = (each for each in room.analysis.comments if each.node == node)
    marks = (each for each in room.analysis.marks if each.node == node)
    return [
        *(f"{name_of(each.player)}: {clean(each.text)}" for each in comments),
        *(
            tell("room.marks", name=name_of(each.player), points=points_text(each.points, size))
            for each in marks
        ),
    ]


def where_text(room: Room, node: int, tried: Sequence[Point] = ()) -> str:
    """Where one looks in a game, as a sentence: ``Move 14 of 31.`` ``tried``: a branch of one's own there."""
    place, last = place_text(room, node), len(room.game.turns)
    if tried:
        stones = [format_point(point, room.created.ruleset.size) for point in tried]
        shown = " ".join((["..."] if len(stones) > _SHOWN else []) + stones[-_SHOWN:])
        return tell("room.only-you", stones=shown, place=place)
    if room.status is ev.Status.PLAYING:
        at = tell("note.of", place=_upper(place), last=last) if node else _upper(place)
        return f"{at}, {behind_text(last - node)}."
    return tell("room.where", place=_upper(place), last=last) if 0 < node <= last else f"{_upper(place)}."


def behind_text(moves: int) -> str:
    """How far the place where one looks is behind the game: ``3 moves behind``."""
    return tell("delay.behind", span=tell("delay.moves", n=moves)) if moves else tell("note.live")


def look_back_text(room: Room, node: int, tried: Sequence[Point], *, is_viewer: bool) -> str:
    """Where one looks in a game that goes on, and how to come back to it."""
    keys = tell("note.keys-viewer" if is_viewer else "note.keys-player")
    return f"{where_text(room, node, tried)} {keys}"


def looks_text(room: Room, looks: Iterable[PlayerLook], known: Collection[PlayerId]) -> str:
    """Who shows what, but for ``known`` people: ``boris shows move 12.``; empty if nobody does."""
    others = [look for look in looks if look.player.id not in known]
    shown = [
        tell("note.shows", name=name_of(look.player), place=place_text(room, look.node))
        for look in others[:_PEOPLE]
    ]
    more = [tell("note.more-look", count=len(others) - _PEOPLE)] if len(others) > _PEOPLE else []
    return f"{', '.join((*shown, *more))}." if shown else ""


def own_branch_text(room: Room, node: int, tried: Sequence[Point]) -> str:
    """What the player tries alone in a game that is over, and the way back."""
    return f"{where_text(room, node, tried)} {tell('note.keys-own-branch')}"


def recorded_text(room: Room, node: int, judged: str = "") -> str:
    """Where the player looks in a game to which nothing can be added, and what was said there.

    ``judged`` is what a review says there.
    """
    parts = (where_text(room, node), judged, *said_at(room, node), branches_text(room, node))
    return " ".join(filter(None, (*parts, tell("note.keys-recorded"))))


def post_mortem_text(
    room: Room,
    node: int,
    following: Identity | None,
    looks: Iterable[PlayerLook],
    me: PlayerId,
    *,
    judged: str = "",
) -> str:
    """Where the player looks, what was said there, whom they follow, and who else looks where.

    ``judged`` is what a review says there.
    """
    followed = tell("note.you-follow", name=name_of(following)) if following else ""
    others = looks_text(room, looks, {me, following.id} if following else {me})
    said = (*said_at(room, node)[-2:], branches_text(room, node))
    hint = tell("note.keys-together")
    return " ".join(filter(None, (where_text(room, node), judged, *said, followed, others, hint)))


def branches_text(room: Room, node: int) -> str:
    """The other moves that were tried at a node; empty without any."""
    tree = AnalysisTree(room.game, room.analysis)
    others = [child for child in tree.children(node) if not tree.is_played(child)] if node in tree else []
    if others and not tree.is_played(node):
        others = others[1:]  # the first goes on with the variation
    names = [format_turn(tree.nodes[each].turn, room.created.ruleset.size) for each in others[:_SHOWN]]
    return tell("note.also-tried", points=", ".join(names)) if names else ""


def _upper(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
