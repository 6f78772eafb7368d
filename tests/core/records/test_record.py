"""Records as values: what they refuse to hold, and how they order what they hold."""

from typing import Any

import pytest

from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Millis
from pente_core.records import Comment, Contestant, End
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.games.record_strategies import plain_record

PENTE = RULESETS["pente"]


def test_tags_are_sorted_with_the_best_known_first() -> None:
    record = plain_record(PENTE, tags=(("b", ""), ("Section", "3"), ("a", ""), ("Site", "1"), ("Event", "2")))
    assert [name for name, _ in record.tags] == ["Site", "Event", "Section", "a", "b"]


def test_clocks_that_show_nothing_are_none() -> None:
    assert plain_record(PENTE, turns=(Point(180),), clocks=(None,)).clocks == ()


def test_stones_are_counted_without_other_turns() -> None:
    turns = (Point(1), Choice.PASS, Point(2), Retirement(0, Termination.TIME))
    assert plain_record(PENTE, turns=turns).stones == 2


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"players": (Contestant(),)}, "as many players"),
        ({"players": (Contestant("a\nb"), Contestant())}, "one line of text"),
        ({"players": (Contestant(""), Contestant())}, "one line of text"),
        ({"players": (Contestant("a", 100_000), Contestant())}, "five digits"),
        ({"turns": (Point(361),)}, "on the board"),
        ({"turns": (Point(-1),)}, "on the board"),
        ({"turns": (Retirement(2, Termination.TIME),)}, "a number from 0 to 1"),
        ({"turns": (Retirement(1, Termination.LINE),)}, "by resignation, time or forfeit"),
        ({"turns": (Retirement(1, Termination.TIME), Choice.SWAP)}, "must come in the opening"),
        ({"clocks": (Millis(1),)}, "0 turns need as many clocks, not 1"),
        ({"turns": (Point(1),), "clocks": (Millis(-1),)}, "must not be negative"),
        ({"end": End((2,))}, "one seat or one team"),
        ({"end": End((0, 1))}, "one seat or one team"),
        ({"end": End((0,), Termination.ABORTED)}, "an aborted game can't have winners"),
        ({"comments": (Comment(0, ""),)}, "one line of text"),
        ({"comments": (Comment(0, "a\x1b"),)}, "one line of text"),
        ({"comments": (Comment(1, "a"),)}, "a stone that was placed"),
        ({"turns": (Point(1),), "comments": (Comment(1, "a"), Comment(0, "b"))}, "in the order of the game"),
        ({"tags": (("a", "1"), ("A", "2"))}, "a tag must have one value"),
        ({"tags": (('a"', "1"),)}, "must not have quotation marks"),
        ({"tags": (("", "1"),)}, "must not have quotation marks"),
        ({"tags": (("a", "1\n2"),)}, "one line of text"),
        ({"tags": (("result", "1-0"),)}, "is reserved for a field"),
        ({"tags": (("Game", "Pente"),)}, "is reserved for a field"),
        ({"tags": (("TimeControl", "5+3"),)}, "is reserved for a field"),
        ({"tags": (("TimeControl", "7 days"),), "control": Unlimited()}, "is reserved for a field"),
        ({"tags": (("Opening", "3:swap"),)}, "is reserved for a field"),
        ({"tags": (("Opening", "Wedge"),), "turns": (Choice.SWAP,)}, "is reserved for a field"),
        ({"tags": (("Termination", "line"),)}, "is reserved for a field"),
        ({"tags": (("Termination", "Normal"),), "end": End((0,), Termination.LINE)}, "for a field"),
    ],
)
def test_what_no_format_could_write_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        plain_record(PENTE, **fields)


def test_a_whole_team_wins() -> None:
    teams = ruleset_from({"sides": 4, "teams": True})
    assert plain_record(teams, end=End((1, 3))).end == End((1, 3))
    with pytest.raises(ValueError, match="one seat or one team"):
        plain_record(teams, end=End((1,)))
