"""What is typed after a game."""

import pytest

from pente_client.input.analysis import (
    ARGUMENTS,
    BackToGame,
    CommentHere,
    FollowPlayer,
    GoTo,
    MarkHere,
    PointHere,
    RemoveNote,
    Roam,
    ShowNotes,
    StepMoves,
    Try,
)
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.parse import parse_input
from pente_core.rules.point import Point

K10 = Point(180)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("/goto 14", GoTo(14)),
        ("/goto start", GoTo(0)),
        ("/goto END", GoTo(None)),
        ("/forward", StepMoves(1)),
        ("/back", StepMoves(-1)),
        ("/back 5", StepMoves(-5)),
        ("/game", BackToGame()),
        ("/try k10 K11", Try((K10, Point(199)))),
        ("/comment Why \x1b[2J not?", CommentHere("Why [2J not?")),
        ("/mark", MarkHere(())),
        ("/mark K10, K10", MarkHere((K10,))),
        ("/point K10", PointHere((K10,))),
        ("/follow boris", FollowPlayer("boris")),
        ("/roam", Roam()),
        ("/notes", ShowNotes()),
        ("/remove 57", RemoveNote(57)),
    ],
)
def test_a_line_asks_for(line: str, order: object) -> None:
    assert parse_input(line, 19) == order


@pytest.mark.parametrize(
    "line",
    [
        *(word for word, argument in ARGUMENTS.items() if argument),
        "/goto -1",
        "/goto x",
        "/goto 1234567",
        "/goto ²",
        "/try hello",
        "/mark Z99",
        "/roam now",
        "/notes 3",
        "/comment \u202e",
        "/comment " + "x" * 201,
    ],
)
def test_a_line_that_means_nothing_is_answered_with_what_to_type(line: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parse_input(line, 19)
    assert str(caught.value).endswith(".")
