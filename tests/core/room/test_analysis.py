"""The analysis of a finished game: its tree, its bounds, and who may add what."""

from contextlib import suppress
from random import Random

import pytest

from pente_core.identity import Identity, PlayerId
from pente_core.room import (
    NO_ANALYSIS,
    AnalysisTree,
    BadSnapshot,
    ChatPolicy,
    NodeComment,
    NodeMarks,
    OfferKind,
    Options,
    Reason,
    Refused,
    Room,
    Variation,
    Viewer,
    WatchPolicy,
    apply,
    replay,
    restore,
    snapshot,
    view,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.analysis import MOST_COMMENTS, MOST_MARKS, MOST_NODES, MOST_TEXT
from pente_core.rules.game import format_turn
from pente_core.rules.point import Point
from pente_core.value import replace
from tests.support.games.room_scenario import ANN, BOB, CAT, EVE, PEOPLE, Scene, player


def over(ruleset: object = "pente", *tokens: str, options: Options | None = None) -> Scene:
    """A game that Ann has resigned."""
    scene = Scene.begun(ruleset, options=options or Options())
    scene.play(*(tokens or ("K10", "L10", "N10", "L11")))
    scene.do(cmd.Resign(), ANN)
    return scene


def tried(scene: Scene, node: int, *names: str) -> cmd.AddVariation:
    return cmd.AddVariation(node, tuple(scene.point(name) for name in names))


def tree(scene: Scene) -> AnalysisTree:
    return AnalysisTree(scene.room.game, scene.room.analysis)


def test_nodes_of_variations_follow_those_of_the_game() -> None:
    scene = over()

    scene.do(tried(scene, 2, "A1", "B1"), EVE)
    scene.do(tried(scene, 5, "C1"), BOB)

    nodes = tree(scene)
    assert (nodes.last, nodes.path(6), nodes.path(7)) == (4, (1, 2, 5, 6), (1, 2, 5, 7))
    assert (nodes.children(2), nodes.children(5), nodes.children(7)) == ([3, 5], [6, 7], ())
    assert nodes.branch_point(7) == 2
    assert nodes.game_at(7).tokens == ("K10", "L10", "A1", "C1")


def test_what_is_there_already_is_not_added_again() -> None:
    scene = over()
    scene.do(tried(scene, 2, "A1", "B1"), EVE)

    added = scene.do(tried(scene, 0, "K10", "L10", "A1", "C1", "D1"), BOB)

    assert added == (ev.VariationAdded(scene.now, BOB, 5, (scene.point("C1"), scene.point("D1"))),)
    assert scene.refusal(tried(scene, 1, "L10", "A1", "B1"), CAT) is Reason.SO_ALREADY
    assert scene.refusal(cmd.AddVariation(1, ()), CAT) is Reason.SO_ALREADY


def test_a_game_goes_on_in_a_variation_after_a_resignation_but_not_after_a_win() -> None:
    scene = over()
    scene.do(tried(scene, 4, "M10"), ANN)

    row = ("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2")
    won = over("freestyle", *row)
    won.do(tried(won, 8, "E1"), ANN)

    assert tree(scene).game_at(5).tokens == ("K10", "L10", "N10", "L11", "M10")
    assert won.refusal(tried(won, 9, "E2"), ANN) is Reason.GAME_OVER


@pytest.mark.parametrize(
    ("node", "names", "reason"),
    [
        (0, ["A1"], Reason.NOT_CENTRE),
        (2, ["K10"], Reason.OCCUPIED),
        (2, ["L11"], Reason.RESTRICTED),
        (9, ["A1"], Reason.NO_SUCH_NODE),
        (-1, ["A1"], Reason.NO_SUCH_NODE),
        (2, ["A1", "B1", "A1"], Reason.OCCUPIED),
    ],
)
def test_only_legal_variations_of_nodes_that_exist(node: int, names: list[str], reason: Reason) -> None:
    scene = over()

    assert scene.refusal(tried(scene, node, *names), EVE) is reason
    assert scene.refusal(cmd.AddVariation(4, (Point(400),)), EVE) is Reason.OFF_BOARD
    assert scene.refusal(cmd.AddVariation(4, (Point(-1),)), EVE) is Reason.OFF_BOARD


def test_a_choice_that_is_due_is_stay() -> None:
    scene = over("swap2-pente", "K10", "L10", "A1", "stay", "B1")

    assert scene.refusal(tried(scene, 3, "B1"), EVE) is Reason.SO_ALREADY
    scene.do(tried(scene, 3, "C1"), EVE)

    assert [format_turn(turn, 19) for turn in tree(scene).game_at(6).turns] == [
        "K10", "L10", "A1", "stay", "C1",
    ]  # fmt: skip


def test_comments_and_marks_belong_to_nodes() -> None:
    scene = over()
    first = scene.room.version + 1
    scene.do(cmd.AddComment(3, "Why not L9?"), EVE)
    scene.do(cmd.MarkPoints(3, (scene.point("L9"),)), EVE)
    scene.do(cmd.MarkPoints(3, (scene.point("L9"), scene.point("L8"))), EVE)
    scene.do(cmd.MarkPoints(3, (scene.point("A1"),)), BOB)
    scene.do(cmd.MarkPoints(3, ()), BOB)

    analysis = scene.room.analysis
    assert analysis.comments == (NodeComment(first, EVE, 3, "Why not L9?"),)
    assert analysis.marks == (NodeMarks(first + 2, EVE, 3, (scene.point("L9"), scene.point("L8"))),)
    assert scene.refusal(cmd.MarkPoints(3, ()), BOB) is Reason.SO_ALREADY
    assert scene.refusal(cmd.AddComment(17, "Here?"), EVE) is Reason.NO_SUCH_NODE
    assert scene.refusal(cmd.AddComment(3, "\x1b[2J"), EVE) is Reason.BAD_TEXT
    assert scene.refusal(cmd.AddComment(3, "x" * 201), EVE) is Reason.BAD_TEXT
    assert scene.refusal(cmd.MarkPoints(3, (Point(361),)), EVE) is Reason.OFF_BOARD
    assert scene.refusal(cmd.MarkPoints(3, (Point(1), Point(1))), EVE) is Reason.TOO_MANY_POINTS


def test_the_host_removes_everything_and_others_what_is_their_own() -> None:
    scene = over()
    start = scene.room.version
    scene.do(tried(scene, 2, "A1"), EVE)
    scene.do(tried(scene, 5, "B1"), EVE)
    scene.do(cmd.AddComment(6, "hm"), BOB)
    scene.do(cmd.AddComment(1, "spam"), EVE)

    assert scene.refusal(cmd.RemoveAnnotation(start + 1), EVE) is Reason.NOT_YOURS  # with Bob's comment in it
    assert scene.refusal(cmd.RemoveAnnotation(start + 3), EVE) is Reason.NOT_YOURS
    assert scene.refusal(cmd.RemoveAnnotation(start + 9), EVE) is Reason.NO_SUCH_NOTE
    scene.do(cmd.RemoveAnnotation(start + 4), EVE)
    scene.do(cmd.RemoveAnnotation(start + 1), ANN)

    assert not list(scene.room.analysis.all)
    assert scene.refusal(cmd.AddComment(6, "gone"), EVE) is Reason.NO_SUCH_NODE
    scene.do(tried(scene, 2, "A1"), EVE)
    assert 7 in tree(scene)
    assert 5 not in tree(scene)


def test_nothing_before_the_end() -> None:
    waiting, playing = Scene(), Scene.begun()

    for command in (
        cmd.AddComment(0, "hm"),
        cmd.AddVariation(0, ()),
        cmd.MarkPoints(0, ()),
        cmd.RemoveAnnotation(1),
    ):
        assert waiting.refusal(command, ANN) is Reason.NOT_OVER
        assert playing.refusal(command, EVE) is Reason.NOT_OVER


def test_who_may_not_chat_may_not_annotate() -> None:
    for options, reason in (
        (Options(chat=ChatPolicy.PLAYERS), Reason.NO_CHAT),
        (Options(chat=ChatPolicy.NOBODY), Reason.NO_CHAT),
        (Options(watch=WatchPolicy.INVITED), Reason.NO_CHAT),
    ):
        scene = over(options=options)
        for command in (cmd.AddComment(0, "hm"), tried(scene, 2, "A1"), cmd.MarkPoints(0, (Point(1),))):
            assert scene.refusal(command, EVE) is reason
    scene = over()
    scene.do(cmd.Mute(EVE.id), ANN)
    assert scene.refusal(tried(scene, 2, "A1"), EVE) is Reason.MUTED
    scene.do(cmd.Ban(CAT.id), ANN)
    assert scene.refusal(cmd.AddComment(0, "hm"), CAT) is Reason.NO_CHAT


def test_blocked_authors_are_heard_no_more_but_their_variations_count() -> None:
    scene = over()
    scene.do(tried(scene, 2, "A1"), EVE)
    scene.do(cmd.AddComment(5, "hm"), EVE)
    scene.do(cmd.MarkPoints(5, (scene.point("A1"),)), EVE)
    scene.do(cmd.AddComment(5, "yes"), BOB)
    blocked = {EVE.id}

    seen = replay(view(event, Viewer.PLAYER, blocked) for event in scene.log)

    assert seen.analysis == snapshot(scene.room, Viewer.PLAYER, blocked).analysis
    assert [comment.text for comment in seen.analysis.comments] == ["yes"]
    assert not seen.analysis.marks
    assert seen.analysis.variations == scene.room.analysis.variations
    removed = scene.do(cmd.RemoveAnnotation(scene.room.version - 2), EVE)
    assert apply(seen, removed[0]).analysis == seen.analysis


def test_one_person_cannot_fill_a_game_and_all_together_not_beyond_its_bounds() -> None:
    scene = over()
    assert (
        scene.refusal(cmd.AddVariation(4, (Point(1),) * (cmd.LONGEST_VARIATION + 1)), EVE)
        is Reason.TOO_MANY_POINTS
    )
    assert (
        scene.refusal(cmd.MarkPoints(4, tuple(map(Point, range(cmd.MOST_MARKED + 1)))), EVE)
        is Reason.TOO_MANY_POINTS
    )
    crowd = [player(number, f"viewer{number}") for number in range(10, 20)]

    for each in crowd:
        flood(scene, each)

    analysis = scene.room.analysis
    assert sum(len(variation.points) for variation in analysis.variations) <= MOST_NODES.of_room
    assert len(analysis.comments) <= MOST_COMMENTS.of_room
    assert sum(len(comment.text) for comment in analysis.comments) <= MOST_TEXT.of_room
    assert len(analysis.marks) == MOST_MARKS.of_room
    assert scene.refusal(cmd.AddComment(0, "x" * 200), crowd[0]) is Reason.TOO_MANY_NOTES
    assert restore(snapshot(scene.room, Viewer.WATCHER)) == scene.room


def flood(scene: Scene, by: Identity) -> None:
    """As much of everything as one person may add."""
    for number in range(200):
        for command in (
            cmd.AddVariation(4, (Point(number),)),
            cmd.AddComment(0, "x" * 199),
            cmd.MarkPoints(min(number, 300), (Point(5),)),
        ):
            with suppress(Refused):
                scene.do(command, by)
    own = [each for each in scene.room.analysis.all if each.player == by]
    assert sum(isinstance(each, Variation) for each in own) <= MOST_NODES.of_person
    assert sum(isinstance(each, NodeComment) for each in own) <= MOST_COMMENTS.of_person
    assert sum(isinstance(each, NodeMarks) for each in own) <= MOST_MARKS.of_person


def test_a_rematch_is_still_offered_beside_it() -> None:
    scene = over()
    scene.do(cmd.AddComment(0, "again?"), ANN)
    scene.do(cmd.Offer(OfferKind.REMATCH), ANN)
    scene.do(cmd.Offer(OfferKind.REMATCH), BOB)
    scene.do(cmd.AddComment(0, "yes"), BOB)

    assert scene.room.sequel
    assert restore(snapshot(scene.room, Viewer.PLAYER)) == scene.room


def at_random(scene: Scene, chance: Random) -> ev.Event | None:
    """The event of some annotation, if it is not refused."""
    node = chance.randrange(-1, 20)
    points = tuple(Point(chance.randrange(361)) for _ in range(chance.randrange(4)))
    commands: list[cmd.AnnotationCommand] = [
        cmd.AddVariation(node, points),
        cmd.AddVariation(node, points[:1]),
        cmd.AddComment(node, chance.choice(["hm", "", "x" * 200])),
        cmd.MarkPoints(node, points),
        cmd.RemoveAnnotation(chance.randrange(scene.room.version + 2)),
    ]
    try:
        return scene.do(chance.choice(commands), chance.choice([*PEOPLE, EVE]))[0]
    except Refused:
        return None


@pytest.mark.parametrize("seed", range(20))
def test_logs_snapshots_and_trees_agree_whatever_is_added_and_removed(seed: int) -> None:
    scene, chance = over(), Random(seed)
    kinds = {type(at_random(scene, chance)) for _ in range(200)}

    assert kinds == {ev.VariationAdded, ev.CommentAdded, ev.PointsMarked, ev.AnnotationRemoved, type(None)}
    assert replay(scene.log) == scene.room
    assert restore(snapshot(scene.room, Viewer.WATCHER)) == scene.room
    for ids in (set[PlayerId](), {EVE.id}, {ANN.id, BOB.id}):
        seen = replay(view(event, Viewer.WATCHER, ids) for event in scene.log)
        assert snapshot(seen, Viewer.WATCHER) == snapshot(scene.room, Viewer.WATCHER, ids)
        assert any(isinstance(view(event, Viewer.WATCHER, ids), ev.Hidden) for event in scene.log) == bool(
            ids
        )
    nodes = tree(scene)
    for node in nodes.nodes:
        assert len(nodes.game_at(node).turns) == len(nodes.path(node))


def spoiled(room: Room) -> list[Room]:
    """The room with annotations that can't be."""
    first = len(room.game.turns) + 1
    point, far = Point(5), Point(1000)
    variations = [
        (Variation(50, EVE, 99, first, (point,)),),
        (Variation(50, EVE, 2, 1, (point,)),),
        (Variation(50, EVE, 2, first, ()),),
        (Variation(50, EVE, 2, first, (far,)),),
        (Variation(50, EVE, 2, first, (point, point)),),
        (Variation(50, EVE, 2, first, (point,)), Variation(50, EVE, 2, first + 1, (Point(6),))),
        (Variation(50, EVE, 2, first + 1, (point,)), Variation(51, EVE, 2, first, (Point(6),))),
        tuple(Variation(50 + n, EVE, 2, first + n, (Point(n),)) for n in range(301)),
    ]
    comment, marks = NodeComment(50, EVE, 99, "hm"), NodeMarks(50, EVE, 2, (far,))
    return [
        *(with_(room, variations=each, node_count=400) for each in variations),
        with_(room, variations=(Variation(50, EVE, 2, first, (point,)),)),
        with_(room, comments=(comment,)),
        with_(room, comments=(replace(comment, node=1),) * 151),
        with_(room, marks=(marks,)),
        with_(room, marks=(replace(marks, points=(point,), node=77),)),
        with_(room, marks=(replace(marks, points=tuple(map(Point, range(21)))),)),
    ]


def with_(room: Room, **parts: object) -> Room:
    return replace(room, analysis=replace(NO_ANALYSIS, **parts))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", range(14))
def test_annotations_that_can_not_be_are_no_snapshot(number: int) -> None:
    with pytest.raises(BadSnapshot):
        restore(snapshot(spoiled(over().room)[number], Viewer.WATCHER))


def test_a_game_that_goes_on_has_no_annotations_in_a_snapshot() -> None:
    room = with_(Scene.begun().room, comments=(NodeComment(1, EVE, 0, "hm"),))
    with pytest.raises(BadSnapshot, match="not over"):
        restore(snapshot(room, Viewer.WATCHER))
