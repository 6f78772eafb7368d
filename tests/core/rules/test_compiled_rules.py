import pickle

import pytest
from hypothesis import given

from pente_core.rules.captures import captures_by
from pente_core.rules.compiled_rules import CompiledRules, compile_rules
from pente_core.rules.move import Call
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.game_strategies import any_rules


def test_a_law_is_shared_by_equal_rulesets() -> None:
    assert compile_rules(RULESETS["pente"]) is compile_rules(ruleset_from({"base": "pente", "size": 19}))
    assert pickle.loads(pickle.dumps(compile_rules(RULESETS["pente"]))) is compile_rules(RULESETS["pente"])


@pytest.mark.parametrize(
    ("spec", "wins"),
    [
        ({"base": "pente", "size": 7}, [5, 6, 7]),
        ({"base": "gomoku", "size": 7}, [5]),
        ({"base": "connect6", "size": 7}, [6, 7]),
        ({"base": "freestyle", "size": 3, "line": 3}, [3]),
    ],
)
def test_which_rows_win(spec: object, wins: list[int]) -> None:
    law = CompiledRules(ruleset_from(spec))
    assert [length for length, won in enumerate(law.wins) if won] == wins


@given(any_rules())
def test_threes_and_fours_are_called_unless_they_win(rules: Ruleset) -> None:
    law = compile_rules(rules)
    for length, names in enumerate(law.calls):
        called = rules.announce and length in (3, 4) and not law.wins[length]
        assert (names is not None) == called
    if law.calls[3]:
        assert law.calls[3] == (Call.TRIA, Call.OPEN_TRIA)


@given(any_rules())
def test_what_is_open_at_first(rules: Ruleset) -> None:
    law = compile_rules(rules)
    assert Position.initial(rules).legal_points.bits == law.first
    assert law.second.bit_count() > 0
    assert law.points == law.full.bit_count() == rules.size**2


def test_a_ruleset_with_every_length_costs_only_the_points_that_are_played() -> None:
    law = CompiledRules(ruleset_from({"base": "pente", "size": 25, "captures": list(range(1, 26))}))
    assert len(law.flanks) == 0
    captures_by(law, Position.initial(law.rules).board, 0, Point(312))
    assert list(law.flanks) == [312]
