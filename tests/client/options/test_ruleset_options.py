"""Which ruleset the options of `pente play` describe."""

import argparse
from pathlib import Path
from typing import Any

import pytest

from pente_client.cli.commands.play import add_arguments
from pente_client.options.ruleset_options import ruleset_asked_for
from pente_core.rules.ruleset import RULESETS, InvalidRuleset
from tests.client.conftest import Start


def asked_for(*arguments: str) -> Any:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return ruleset_asked_for(vars(parser.parse_args(arguments)))


def test_nothing_said_is_nothing_asked_for() -> None:
    assert asked_for() is None


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruleset_has_its_name(name: str) -> None:
    assert asked_for("--ruleset", name) == name


@pytest.mark.parametrize(
    ("options", "spec"),
    [
        ("--size 13", {"size": 13}),
        ("--line 4", {"line": 4}),
        ("--exact-line", {"exact_line": True}),
        ("--ruleset gomoku --no-exact-line", {"base": "gomoku", "exact_line": False}),
        ("--captures 3,2", {"captures": [2, 3]}),
        ("--no-captures", {"captures": []}),
        ("--captures 2 --goal 12", {"goal": 12}),
        ("--poof 2", {"poof": [2]}),
        ("--ruleset poof-pente --no-poof", {"base": "poof-pente", "poof": []}),
        ("--unbreakable", {"unbreakable": True}),
        ("--opening free --second-move free", {"opening": "free", "second_move": "free"}),
        ("--second-move g-pente", {"second_move": "g-pente"}),
        ("--swap d-pente --opening free", {"swap": "d-pente", "opening": "free"}),
        ("--stones-per-turn 2", {"stones_per_turn": 2}),
        ("--sides 3", {"sides": 3}),
        ("--sides 4 --teams", {"sides": 4, "teams": True}),
        ("--first black", {"first": "black"}),
        ("--no-announce", {"announce": False}),
        ("--no-captures --dead-draw", {"captures": [], "dead_draw": True}),
        ('--ruleset {"base":"connect6","size":15} --line 5', {"base": "connect6", "size": 15, "line": 5}),
    ],
)
def test_every_parameter_by_itself(options: str, spec: dict[str, Any]) -> None:
    assert asked_for(*options.split()) == {"base": "pente", **spec}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("house.toml", 'base = "keryo-pente"\nsize = 13\ncaptures = [2]\n'),
        ("house.json", '{"base": "keryo-pente", "size": 13, "captures": [2]}'),
    ],
)
def test_a_file_has_a_ruleset_that_options_can_change(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    keryo = {"base": "keryo-pente", "captures": [2]}
    assert asked_for("--ruleset", str(file)) == {**keryo, "size": 13}
    assert asked_for("--ruleset", str(file), "--size", "11") == {**keryo, "size": 11}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", "size = ", "can't be parsed: Invalid value (at"),
        ("a.json", '{"size": 13', "can't be parsed: Expecting ',' delimiter: line 1"),
        ("a.json", "[" * 100_000, "can't be parsed"),
        ("a.json", "13", 'must contain an object such as {"base": "pente", "size": 13}'),
        ("a.toml", 'base = "chess"', ": base can't be 'chess'; it is one of pente,"),
        ("a.json", '{"base": [1]}', ": base can't be [1]; it is one of pente,"),
        ("a.toml", "colour = 1", ": there is no parameter 'colour'"),
        ("a.json", '{"size": "big"}', ": size can't be 'big'; it must be a whole number"),
        ("a.json", '{"size": 5}', ": second_move leaves no open point on a 5x5 board"),
        ("a.yaml", "size: 13", ": the name of a ruleset file must end in .toml or .json"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_name(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(InvalidRuleset) as raised:
        asked_for("--ruleset", str(file))
    assert str(raised.value).startswith(str(file))
    assert words in str(raised.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(InvalidRuleset, match=r"none\.toml can't be read: No such file or directory"):
        asked_for("--ruleset", str(tmp_path / "none.toml"))
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidRuleset, match=r"odd\.toml can't be parsed"):
        asked_for("--ruleset", str(tmp_path / "odd.toml"))


def test_what_an_option_makes_impossible_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    file = tmp_path / "fine.toml"
    file.write_text('base = "pente"')
    with pytest.raises(InvalidRuleset, match=r"^teams need four sides; the nearest"):
        asked_for("--ruleset", str(file), "--teams")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--size 5", "second_move leaves no open point on a 5x5 board"),
        ("--size 10 --opening centre", "a 10x10 board has no centre; opening and second_move must be free"),
        ("--size 13 --second-move g-pente", "second_move g-pente needs a 19x19 board"),
        ("--dead-draw", "dead_draw needs a game without captures"),
        ("--teams", "teams need four sides"),
        ("--sides 3 --ruleset swap2-pente", "poof, unbreakable and swap need exactly two sides"),
        ("--no-captures --poof 2", "goal, poof and unbreakable need captures"),
        ("--captures two", "'two' is not a list of lengths such as 2,3"),
        ("--captures 2 --no-captures", "not allowed with"),
        ("--sides 2 --seat 2", "there is no seat 2; the 2 seats are numbered from 0"),
        ("--swap twice", "'twice' is not none, d-pente or swap2"),
        ("--ruleset none/here.toml", "none/here.toml can't be read: No such file or directory"),
    ],
)
async def test_what_can_not_be_played_is_refused_before_connecting(
    start: Start, options: str, reason: str
) -> None:
    program = start("play", "ws://127.0.0.1:1", *options.split())
    assert await program.ended() == 2
    assert reason in program.err.getvalue()
