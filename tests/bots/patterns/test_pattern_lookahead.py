"""The pattern lookahead."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_bots.patterns.lookahead import Branch, Lookahead, SearchShape
from pente_bots.patterns.pattern_board import PatternBoard, box_of
from pente_bots.patterns.pattern_scores import WIN, WON, captures_score, scores_of
from pente_bots.players.patterns import LEVELS, PatternsPlayer, main_line
from pente_bots.search.limit import Limit
from pente_core.clock.instant import Millis
from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.bot_positions import EVERY, positions, random_position

TWO_SIDED = tuple(rules for rules in EVERY if rules.sides == 2)
PENTE = RULESETS["pente-casual"]
SCORES = scores_of(PENTE)


# -- scores ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "low", "high"),
    [(1, 0, 7), (2, 0, 20), (3, 16, 43), (4, 21, 67)],
)
def test_scores_stay_in_their_bands(stones: int, low: int, high: int) -> None:
    table = scores_of(PENTE).waiting
    for score in (table.window[stones], table.open[stones]):
        assert 1 << low <= score <= 1 << high


def test_what_is_as_good_as_won_is_in_the_highest_band_and_a_line_wins() -> None:
    assert 1 << 64 <= SCORES.waiting.open[4] <= 1 << 67
    assert 1 << 64 <= SCORES.moving.window[4] < WON < SCORES.moving.window[5] == WIN


def test_a_four_that_waits_will_be_stopped_and_does_not_outweigh_an_open_three_to_be_filled() -> None:
    assert 4 * SCORES.waiting.window[4] < SCORES.moving.open[3]


def test_more_stones_are_worth_more_and_open_ones_more_than_others() -> None:
    for table in (SCORES.moving, SCORES.waiting):
        assert list(table.window) == sorted(table.window)
        assert list(table.open) == sorted(table.open)
        assert all(open_ >= window for open_, window in zip(table.open[1:], table.window[1:], strict=False))


def test_whoever_is_to_move_is_ahead_with_the_same_patterns() -> None:
    moving, waiting = SCORES.moving, SCORES.waiting
    assert all(there > back for there, back in zip(moving.window[1:5], waiting.window[1:5], strict=True))
    assert all(there > back for there, back in zip(moving.open[1:], waiting.open[1:], strict=True))
    assert moving.exposed < waiting.exposed


def test_a_four_to_be_filled_outweighs_an_open_four_that_waits_and_that_an_open_three() -> None:
    """A full row of four with both ends open lies in two windows; a three, open at one end only far away, in
    one open pattern at least, and mostly in two."""
    open_four = SCORES.waiting.open[4] + 2 * SCORES.waiting.window[4]
    assert WON > SCORES.moving.window[4] > open_four > 2 * SCORES.moving.open[3]


def test_captures_count_more_as_the_goal_comes_near_and_less_when_the_other_has_some() -> None:
    exponents = [captures_score(taken, 0, 10, 10).bit_length() - 1 for taken in (2, 4, 6, 8, 10, 12)]
    assert exponents == [33, 49, 63, 73, 100, 100]
    assert captures_score(4, 6, 10, 10) < captures_score(4, 2, 10, 10) < captures_score(4, 0, 10, 10)
    assert captures_score(15, 14, 15, 15) > WON > captures_score(14, 0, 15, 15)
    assert captures_score(0, 4, 10, 10) == captures_score(0, 0, 0, 0) == 0


# -- the field ---------------------------------------------------------------------------------------------


@given(position=positions(TWO_SIDED), seed=st.integers(0, 2**32))
@settings(max_examples=12)
def test_a_field_is_the_same_by_whatever_way_it_came_about(position: Position, seed: int) -> None:
    """What is kept up to date stone by stone is what a board that is looked at anew has, and a move that is
    taken back leaves no trace."""
    field = PatternBoard(position)
    if position.choices or not position.legal_points:
        return
    before = _state(field)
    move, after = position.play(Random(seed).choice(list(position.legal_points)))
    field.play(move)
    assert _state(field) == _state(PatternBoard(after))
    field.take_back(move)
    assert _state(field) == before


@given(position=positions(TWO_SIDED))
@settings(max_examples=8)
def test_a_rank_tells_what_a_quiet_stone_does(position: Position) -> None:
    field, mover = PatternBoard(position), position.colour
    other = 1 - mover
    for point in list(position.legal_points)[::25]:
        move, after = position.play(point)
        assert bool(move.captured) == (point in field.takers[mover])
        if not (move.captured or move.poofed):
            following = PatternBoard(after)
            made = following.waiting[mover] - field.waiting[mover]
            broken = field.moving[other] - following.moving[other]
            assert field.ranks[mover][point] == made + broken


def test_the_worth_of_a_board_is_the_sum_over_its_patterns() -> None:
    field = PatternBoard(_position("J10 K10 L10"))
    for table, worth in ((SCORES.moving, field.moving), (SCORES.waiting, field.waiting)):
        row = 3 * table.window[3] + 2 * table.window[2] + 2 * table.window[1]
        row += 2 * table.open[3]
        across = 3 * 3 * (5 * table.window[1] + 4 * table.open[1])
        assert worth == [row + across, 0]


def test_a_pair_with_one_free_side_counts_against_its_owner() -> None:
    free, exposed, closed = (
        PatternBoard(_position("K10 L10", theirs)).waiting[0] for theirs in ("", "M10", "M10 J10")
    )
    assert exposed < 0 < closed < free
    three = PatternBoard(_position("J10 K10 L10", "M10"))
    assert three.waiting[0] > 0
    keryo = PatternBoard(_position("J10 K10 L10", "M10", rules=ruleset_from({"base": "d-keryo"})))
    assert keryo.waiting[0] < 0


@given(st.sets(st.integers(0, 168), min_size=1))
def test_the_box_is_the_smallest_that_holds_all(points: set[int]) -> None:
    board = Board.empty(13, 2).toggled(0, map(Point, points))
    columns, rows = {point % 13 for point in points}, {point // 13 for point in points}
    assert box_of(board.occupied, 13) == (min(columns), max(columns), min(rows), max(rows))


# -- the search --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("mine", "theirs", "taken", "played"),
    [
        ("C3 D3 E3 F3", "C5 D5 E5 F5", (0, 0), {"B3", "G3"}),
        ("A1 C1 E1", "C5 D5 E5 F5 G6", (0, 0), {"B5", "G5"}),
        ("D4 H4 K12", "E4 F4 M9 O9", (8, 0), {"G4"}),
        ("E4 F4 M9", "D4 K12 O2", (0, 8), {"G4"}),
        ("K10 L10 M10", "C3 D8", (0, 0), {"J10", "N10"}),
    ],
)
def test_what_every_level_sees(
    level: int, mine: str, theirs: str, taken: tuple[int, int], played: set[str]
) -> None:
    position = _position(mine, theirs, taken)
    for seed in range(3):
        assert format_point(PatternsPlayer(Random(seed), level=level).choose(position), 19) in played


def test_an_overline_is_not_taken_for_a_win() -> None:
    position = _position("C3 D3 E3 G3 H3", "C5 D8 K1 L9", rules=RULESETS["gomoku"])
    branches = Lookahead(position, LEVELS[1], Random(1)).branches()
    assert branches[0].worth < WON
    assert format_point(branches[0].point, 19) != "F3"


def test_a_line_that_can_be_broken_does_not_win_yet() -> None:
    """Under Boat Pente black would take C4 C5 from C3, and the line with it."""
    boat, pair = RULESETS["boat-pente"], "B10 T1 T19"
    safe = _position("C4 D4 E4 F4", pair, rules=boat)
    weak = _position("C4 D4 E4 F4 C5", f"{pair} C6", rules=boat)
    assert Lookahead(safe, LEVELS[1], Random(1)).branches()[0].worth > WON
    assert Lookahead(weak, LEVELS[1], Random(1)).branches()[0].worth < WON


@given(position=positions(TWO_SIDED))
@settings(max_examples=8)
def test_the_tree_has_the_shape_that_is_asked_for(position: Position) -> None:
    if position.choices or not position.legal_points:
        return
    shape = SearchShape(4, 1, (4, 3, 2))
    branches = Lookahead(position, shape, Random(1)).branches()
    _check_shape(branches, shape, 0)
    assert branches == sorted(branches, key=lambda branch: branch.worth, reverse=True)


def test_there_is_always_a_move_even_in_a_lost_position() -> None:
    position = _position("A1 A19 T1", "H8 J8 K8 L8")
    branches = Lookahead(position, LEVELS[2], Random(1)).branches()
    assert len(branches) == 1
    assert branches[0].worth < -WON


def test_it_resigns_only_if_told_to() -> None:
    lost, open_ = _position("A1 A19 T1", "H8 J8 K8 L8"), _position("K10", "L11")
    assert not PatternsPlayer(Random(1)).resigns(lost)
    assert PatternsPlayer(Random(1), resign=True).resigns(lost)
    assert not PatternsPlayer(Random(1), resign=True).resigns(open_)
    assert not PatternsPlayer(Random(1), resign=True).resigns(Position.initial(PENTE))


def test_no_option_makes_it_judge_for_ever() -> None:
    """A clock limits how long it chooses, but not how long it judges: that has a limit of its own."""
    position = _position("K10 M10 L8", "L11 J9 H8")
    player = PatternsPlayer(Random(1), depth=12, padding=25, width=(25,), resign=True)
    assert not player.resigns(position)
    assert len(player.evaluate(position).worths) <= 5
    assert format_point(player.choose(position, Limit(Millis(1))), 19)


def test_options_override_the_level() -> None:
    assert PatternsPlayer(Random(1), level=5).shape == SearchShape(6, 2, (5, 4, 3, 2))
    assert PatternsPlayer(Random(1), level=1, depth=3, padding=4, width=(2,)).shape == SearchShape(3, 4, (2,))


def test_a_limit_that_is_over_still_gives_a_move() -> None:
    position = random_position(PENTE, Random(4), 30)
    player = PatternsPlayer(Random(1), depth=12, width=(9,))
    assert player.choose(position, Limit(Millis(0))) in position.legal_points


def test_the_explanation_shows_the_main_line_and_the_tree() -> None:
    position = _position("K10 L10 M10", "C3 D8")
    lines = PatternsPlayer(Random(1), level=1).explain(position).splitlines()
    assert lines[0].startswith(("main line: J10 ", "main line: N10 "))
    assert lines[1].split()[0] in ("J10", "N10")
    assert lines[2].startswith("  ")
    assert PatternsPlayer(Random(1)).explain(Position.initial(PENTE)) == ""


def test_the_main_line_follows_the_best_replies() -> None:
    reply = Branch(Point(1), 3, [Branch(Point(2), -3)])
    assert main_line([Branch(Point(0), -3, [reply]), Branch(Point(9), -7)], 19) == "A1 B1 C1"


def test_two_stones_a_turn_are_played() -> None:
    position = random_position(RULESETS["connect6"], Random(1), 7)
    assert PatternsPlayer(Random(1)).choose(position) in position.legal_points


def _state(field: PatternBoard) -> object:
    return (field.moving, field.waiting, field.ranks, field.takers)


def _check_shape(branches: list[Branch], shape: SearchShape, ply: int) -> None:
    assert 1 <= len(branches) <= shape.width_at(ply)
    for branch in branches:
        if branch.replies:
            assert ply + 1 < shape.depth
            _check_shape(branch.replies, shape, ply + 1)


def _position(
    mine: str, theirs: str = "", taken: tuple[int, int] = (0, 0), rules: Ruleset = PENTE
) -> Position:
    """``mine`` is to move."""
    sides = [[parse_point(name, rules.size) for name in names.split()] for names in (mine, theirs)]
    board = Board.empty(rules.size, 2).toggled(0, sides[0]).toggled(1, sides[1])
    return Position(compile_rules(rules), board, taken, ply=2 * max(5, *map(len, sides)))
