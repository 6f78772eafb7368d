"""Settings as text: what is understood, what is reported, and what a change leaves alone."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.settings.setting_field import InvalidSetting, field_named, setting_fields
from pente_client.settings.settings import OwnKeys, Settings
from pente_client.settings.settings_text import UnchangeableText, read_settings, with_word

COMMENTED = """\
# mine
theme = "light"   # for the garden
window = "tall"

[keys]
draw = ["c-d", "f5"]
flip = "f6"
"""


def test_a_file_sets_what_it_names_and_nothing_else() -> None:
    read = read_settings('theme = "light"\nmouse = false\nascii = true\ncolours = 256\n')
    assert read.settings == Settings(theme="light", mouse=False, ascii=True, colours="256")
    assert not read.problems


def test_own_keys_are_a_table_of_actions() -> None:
    read = read_settings(COMMENTED)
    assert read.settings.keys == (OwnKeys("draw", ("c-d", "f5")), OwnKeys("flip", ("f6",)))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("window = 1", "window"),
        ("mouse = 3", "mouse"),
        ('board = "huge"', "board"),
        ("keys = 1", "keys"),
        ("[keys]\ndraw = 5", "keys.draw"),
        ("[theme]\na = 1", "theme"),
    ],
)
def test_a_mistake_is_one_sentence_that_names_the_key_and_spoils_no_other(text: str, named: str) -> None:
    read = read_settings(f"bell = false\n{text}\n")
    assert len(read.problems) == 1
    assert named in read.problems[0]
    assert "\n" not in read.problems[0]
    assert read.settings == Settings(bell=False)


def test_what_is_no_toml_changes_nothing_and_is_reported() -> None:
    read = read_settings("bell = false\ntheme = \n")
    assert read.settings == Settings()
    assert read.problems[0].startswith("it is no valid TOML")


def test_a_change_leaves_comments_unknown_keys_and_tables_as_they_are() -> None:
    changed = with_word(COMMENTED, field_named("mouse"), "no")
    assert changed == COMMENTED.replace('window = "tall"\n\n', 'window = "tall"\n\nmouse = false\n')
    assert with_word(changed, field_named("mouse"), "yes") == changed.replace("mouse = false", "mouse = true")


def test_a_value_of_several_lines_is_replaced_as_a_whole() -> None:
    text = 'theme = """\nlight\\\n"""\nbell = false\n'
    assert with_word(text, field_named("theme"), "dark") == 'theme = "dark"\nbell = false\n'


def test_a_form_that_cannot_be_changed_says_what_to_write() -> None:
    with pytest.raises(UnchangeableText, match='theme = "dark"'):
        with_word("[theme]\nname = 1\n", field_named("theme"), "dark")


def test_auto_is_a_word_where_nothing_has_to_be_said() -> None:
    text = with_word("ascii = true\n", field_named("ascii"), "auto")
    assert read_settings(text) == read_settings("")


@pytest.mark.parametrize(
    ("name", "word"), [("mouse", "auto"), ("mouse", ""), ("board", "tall"), ("theme", " ")]
)
def test_a_word_that_a_setting_cannot_have_is_refused(name: str, word: str) -> None:
    with pytest.raises(InvalidSetting, match=name):
        field_named(name).read(word)


def test_every_setting_has_a_title_an_explanation_and_words_that_it_reads() -> None:
    for field in setting_fields():
        assert field.title
        assert field.explanation.endswith(".")
        for word in field.words:
            assert field.word_in(field.changed(Settings(), word)) == word


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.sampled_from(setting_fields()))
def test_no_text_makes_it_raise_anything_else(text: str, field) -> None:  # type: ignore[no-untyped-def]
    read_settings(text)
    word = field.words[-1] if field.words else "dark"
    try:
        changed = with_word(text, field, word)
    except UnchangeableText:
        return
    assert field.word_in(read_settings(changed).settings) == word
    assert field.name in tomllib.loads(changed)
