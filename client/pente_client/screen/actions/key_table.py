"""Which keys do what: the usual keys, or those that a person has chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from prompt_toolkit.key_binding import KeyBindings

from pente_client.screen.actions.action import Action
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.settings.settings import OwnKeys
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

RESERVED: Final = frozenset(
    {"c-c", "enter", "c-m", "c-j", "escape", "tab", "c-i", "backspace", "c-h", "up", "down", "left", "right"}
)
"""Keys that always edit the line, move the cursor or leave."""


@dataclass(frozen=True, slots=True)
class KeyTable:
    """The keys of every action by its name, and what is wrong with what a person has chosen."""

    keys: Mapping[str, tuple[str, ...]]
    problems: tuple[str, ...] = ()
    """Sentences for that person."""

    @classmethod
    def of(cls, own: Sequence[OwnKeys] = ()) -> "KeyTable":
        """The table with the keys that a person has chosen for some of the actions."""
        keys = {action.name: action.keys for action in GAME_ACTIONS}
        problems: list[str] = []
        for chosen in own:
            wrong = tuple(_problems(chosen))
            problems += wrong
            if not wrong:
                keys[chosen.action] = chosen.keys
        return cls(MappingProxyType(keys), tuple(problems))

    def of_action(self, action: Action) -> tuple[str, ...]:
        return self.keys.get(action.name, ())

    def bound(self) -> Iterator[tuple[str, Action]]:
        """Every key with what it does; one key may do several things at different times."""
        for action in GAME_ACTIONS:
            for key in self.of_action(action):
                yield key, action


def is_letter(key: str) -> bool:
    """Whether a key also begins a point or a word."""
    return len(key) == 1 and key.isalnum()


def _problems(chosen: OwnKeys) -> Iterator[str]:
    name = clean(chosen.action, 20)
    if chosen.action not in {action.name for action in GAME_ACTIONS}:
        yield tell("status.no-action", name=name)
        return
    for key in chosen.keys:
        shown = clean(key, 20)
        if key in RESERVED:
            yield tell("status.fixed-key", key=shown, name=name)
        elif not _is_key(key):
            yield tell("status.no-key", key=shown, name=name)


def _is_key(key: str) -> bool:
    try:
        KeyBindings().add(key)(lambda _: None)
    except ValueError:
        return False
    return True
