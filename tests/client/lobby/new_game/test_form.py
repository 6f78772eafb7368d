"""The form of a new game as a value: rows, words, lists and mistakes."""

import pytest

from pente_client.lobby.new_game.form import NewGameForm
from pente_client.lobby.new_game.short_line import InvalidLine, read_line
from pente_client.options.new_game import title_of
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.game_options import GAME_OPTIONS

ROWS = {field.name: row for row, field in enumerate(GAME_OPTIONS, 1)}


def at(name: str, **words: str) -> NewGameForm:
    return NewGameForm(words, chosen=ROWS[name], bots=("hexa",))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", {}),
        ("5+3 rated", {"time": "5+3", "rated": "yes"}),
        ("1/2+0", {"time": "1/2+0"}),
        ("0:30+0 Gomoku 15x15", {"time": "0:30+0", "ruleset": "gomoku", "size": "15"}),
        ("- private set second", {"time": "-", "private": "yes", "games": "2", "seat": "1"}),
    ],
)
def test_a_line_is_understood(line: str, words: dict[str, str]) -> None:
    assert read_line(line) == words


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("0+3", "write 0:30\\+3, or 3/move for 3 seconds per turn"),
        ("5/3", "'5/3' is not a time control"),
        ("rated casual", "'casual' is too much"),
        ("chess", "no ruleset 'chess'"),
        ("13x15", "'13x15' is not a time control"),
    ],
)
def test_a_line_that_is_not_understood_is_explained(line: str, why: str) -> None:
    with pytest.raises(InvalidLine, match=why):
        read_line(line)


def test_what_the_line_says_moves_to_the_fields() -> None:
    form = NewGameForm({"size": "13"}).typed("gomoku ").typed("3+2").moved(1)
    assert form.words == {"size": "13", "ruleset": "gomoku", "time": "3+2"}
    assert (form.line, form.chosen) == ("", 1)


def test_a_line_with_a_mistake_is_not_left() -> None:
    form = NewGameForm().typed("0+3").moved(1)
    assert form.chosen == 0
    assert form.problem is not None


def test_arrows_give_the_next_word_and_a_list_any() -> None:
    assert at("rated").stepped(1).finished() == {"rated": "yes"}
    assert at("ruleset").stepped(-1).words["ruleset"] == "freestyle"
    assert at("against").stepped(1).words["against"] == "hexa"
    listed = at("ruleset").with_list().moved(2).taken()
    assert (listed.words["ruleset"], listed.listed) == ("keryo-pente", None)
    assert at("position").with_list().listed is None


def test_text_is_written_and_erased_where_there_is_text() -> None:
    assert at("time").typed("5+").typed("3\x1b").erased().words["time"] == "5+"
    assert at("time", time="5+3").emptied().words["time"] == ""
    assert at("rated").typed("x").words == {}


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ({"size": "99"}, "size"),
        ({"size": "big"}, "size"),
        ({"rated": "yes", "hints": "yes"}, "rated"),
        ({"rated": "yes", "size": "13"}, "rated"),
        ({"rated": "yes", "room_password": "secret"}, "accepts_rating"),
        ({"needs": "6,10", "goals": "6,10"}, "needs"),
        ({"give": "K10", "position": "K10"}, "give"),
        ({"position": "K10 Z9"}, "position"),
        ({"seat": "3"}, "seat"),
        ({"ruleset": "gomoku", "line": "25"}, "line"),
        ({"ruleset": "/etc/passwd.toml"}, "ruleset"),
        ({"viewer_delay": "0"}, "viewer_delay"),
        ({"room_password": "x" * 101}, "room_password"),
    ],
)
def test_a_mistake_is_at_its_field(words: dict[str, str], name: str) -> None:
    with pytest.raises(InvalidOption) as bad:
        NewGameForm(words).finished()
    assert bad.value.option == name
    assert "--" not in bad.value.text(title_of)
    assert "_" not in bad.value.text(title_of)
    assert NewGameForm(words).blaming(name, bad.value.text(title_of)).chosen == ROWS[name]
