import pytest
from prompt_toolkit.key_binding import KeyBindings

from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.actions.key_table import KeyTable
from pente_client.settings.settings import OwnKeys


def test_every_action_has_a_name_of_its_own_and_one_sentence() -> None:
    names = [action.name for action in GAME_ACTIONS]
    assert len(set(names)) == len(names)
    for action in GAME_ACTIONS:
        assert action.explanation[0].isupper(), action.name
        assert action.explanation.endswith("."), action.name
        assert len(action.explanation) <= 55, action.name


def test_the_usual_keys_are_keys() -> None:
    for key, _ in KeyTable.of().bound():
        KeyBindings().add(key)(lambda _: None)


def test_a_person_may_choose_other_keys_or_none() -> None:
    table = KeyTable.of([OwnKeys("draw", ("c-d", "f5")), OwnKeys("rematch", ())])
    assert table.problems == ()
    assert table.keys["draw"] == ("c-d", "f5")
    assert table.keys["rematch"] == ()
    assert table.keys["help"] == ("f1", "?")
    assert ("f5", "draw") in [(key, action.name) for key, action in table.bound()]


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        (OwnKeys("fly", ("f5",)), "There is no action 'fly' to give keys to. Ctrl-P shows all actions."),
        (OwnKeys("draw", ("enter",)), "The key 'enter' of draw can't be changed."),
        (
            OwnKeys("draw", ("hyper-x",)),
            "There is no key 'hyper-x' for draw. Keys are written like c-n, f5 or x.",
        ),
        (OwnKeys("draw", ("",)), "There is no key '' for draw. Keys are written like c-n, f5 or x."),
    ],
)
def test_what_can_not_be_a_key_is_said_and_changes_nothing(own: OwnKeys, problem: str) -> None:
    table = KeyTable.of([own])
    assert table.problems == (problem,)
    assert table.keys == KeyTable.of().keys
