import re

import pytest

from pente_client.cli import main
from pente_client.input.parse import parse_input
from pente_client.local.profiles import PROFILES, GameProfile, NotInProfile
from pente_client.play.shown.own_words import OwnWords
from pente_core.rules.ruleset import InvalidRuleset, Opening, SecondMove

each = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))


def test_the_rules_of_each() -> None:
    delphi, prolog, csharp, cmput = (profile.ruleset({}) for profile in PROFILES.values())
    assert (delphi.captures, delphi.dead_draw, delphi.size) == ((), True, 19)
    assert (prolog.colours[0], prolog.opening, prolog.second_move) == ("white", "centre", SecondMove.FREE)
    assert (csharp.captures, csharp.opening, csharp.size) == ((), Opening.FREE, 19)
    assert (cmput.colours[0], cmput.opening, cmput.second_move) == ("black", "centre", SecondMove.TOURNAMENT)
    assert [rules.announce for rules in (delphi, prolog, csharp, cmput)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("delphi", {"size": 10, "line": 4}),
        ("delphi", {"size": 3, "line": 3}),
        ("prolog", {"size": 7, "second_move": "tournament"}),
        ("prolog", {"size": 25}),
        ("cmput", {"size": 7, "second_move": "free"}),
        ("cmput", {"size": 19}),
    ],
)
def test_what_may_be_changed(name: str, asked: dict[str, object]) -> None:
    rules = PROFILES[name].ruleset(asked)
    assert {key: getattr(rules, key) for key in asked} == asked


@pytest.mark.parametrize(
    ("name", "asked", "problem"),
    [
        ("delphi", {"captures": (2,)}, "delphi has no --captures; it has --size and --line"),
        ("csharp", {"size": 15}, "csharp has no --size; its rules can't be changed"),
        ("cmput", {"size": 8}, "--size in cmput is one of 7, 9, 11, 13, 15, 17, 19"),
        ("cmput", {"size": 21}, "--size in cmput is one of 7, 9, 11, 13, 15, 17, 19"),
        ("prolog", {"size": 5}, "--size in prolog is one of 7, 9, 11, 13, 15, 17, 19, 21, 23, 25"),
        ("prolog", {"second_move": "g-pente"}, "--second-move in prolog is one of free, tournament"),
    ],
)
def test_what_may_not_be_changed(name: str, asked: dict[str, object], problem: str) -> None:
    with pytest.raises(NotInProfile, match=re.escape(problem)):
        PROFILES[name].ruleset(asked)


def test_rules_that_nobody_can_play_are_refused() -> None:
    with pytest.raises(InvalidRuleset):
        PROFILES["delphi"].ruleset({"size": 4, "line": 5})


def test_players_by_their_names_there() -> None:
    assert PROFILES["delphi"].player("Offensive") == "weights:mode=offensive"
    assert PROFILES["csharp"].player("alphabeta:depth=1") == "alphabeta:depth=1"
    assert PROFILES["prolog"].player("2:padding=1,width=4,3") == "patterns:level=2,padding=1,width=4,3"
    with pytest.raises(NotInProfile, match="cmput has the players priorities, random"):
        PROFILES["cmput"].player("patterns")


@each
def test_each_word_is_one_that_is_understood(profile: GameProfile) -> None:
    for word, line in profile.words.lines.items():
        assert profile.words.line(word.replace("*", "D4")) == line.replace("*", "d4")
        parse_input(line.replace("*", "d4"), 19)


@each
def test_all_words_are_listed(profile: GameProfile) -> None:
    listed = profile.words.answer("Commands.")
    assert all(word.replace(" *", "") in listed for word in profile.words.lines)


def test_help_of_an_option_is_typed_as_in_prolog() -> None:
    words = PROFILES["prolog"].words
    assert words.answer("help( depth ).").startswith("depth: ")
    assert "padding" in words.answer("help")
    assert words.answer("help(colour)") == words.answer("help")  # it is no chat
    assert words.answer("(colour)") == ""


def test_a_point_of_prolog_may_end_in_a_full_stop() -> None:
    assert PROFILES["prolog"].words.line("K10.") == "k10"
    assert PROFILES["prolog"].words.line("'Well played.") == "'Well played."
    assert PROFILES["delphi"].words.line("K10.") == "K10."


def test_a_game_without_own_words_has_none() -> None:
    assert OwnWords().line(" K10 ") == " K10 "
    assert OwnWords().answer("commands") == ""


@each
def test_the_help_lists_it(profile: GameProfile, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["local", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"{profile.name} {profile.about}" in text


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--profile", "cmput", "--against", "3"), "cmput has the players priorities, random"),
        (("--profile", "cmput", "--ruleset", "keryo-pente"), "--ruleset can't be changed in cmput"),
        (("--profile", "csharp", "--line", "4"), "csharp has no --line; its rules can't be changed"),
        (("--profile", "prolog", "--size", "12"), "--size in prolog is one of 7, 9,"),
        (("--against", "1", "--between", "1", "2"), "choose one of them"),
        (("--between", "1"), "this game needs 2 players; --between has 1"),
        (("--between", "1", "2", "--colour", "white"), "--colour is for games against a computer player"),
        (("--against", "patterns:width=0"), "width can't be '0'"),
    ],
)
def test_what_can_not_be_begun(
    words: tuple[str, ...], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["local", "--plain", *words]) == 2
    assert problem in capsys.readouterr().err
