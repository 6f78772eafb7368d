"""The palette: what can be done now, narrowed down by what is typed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pente_client.input.commands import COMMANDS
from pente_client.input.explanations import EXPLANATIONS
from pente_client.screen.actions.action import Action, key_label
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.model.screen_model import ScreenModel

_ANNOTATIONS: Final = frozenset(
    {"/game", "/try", "/comment", "/mark", "/point", "/follow", "/roam", "/notes", "/remove"}
)
"""Commands for a game that is over."""


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line of the palette: an action, or else a command to type."""

    name: str
    explanation: str
    key: str = ""
    """Its first key, as people know it; empty: none."""
    action: Action | None = None
    argument: str = ""
    """What a command needs behind it."""


def palette_entries(model: ScreenModel, keys: KeyTable, typed: str) -> tuple[PaletteEntry, ...]:
    """What can be done and has every word that is typed; names that begin with it come first."""
    words = typed.lower().lstrip("/").split()
    found = [entry for entry in _all(model, keys) if _has(entry, words)]
    return tuple(sorted(found, key=lambda entry: not _begins(entry, words)))


def _has(entry: PaletteEntry, words: list[str]) -> bool:
    text = f"{entry.name} {entry.explanation}".lower()
    return all(word in text for word in words)


def _begins(entry: PaletteEntry, words: list[str]) -> bool:
    return bool(words) and entry.name.lstrip("/").startswith(words[0])


def _all(model: ScreenModel, keys: KeyTable) -> Iterator[PaletteEntry]:
    for action in GAME_ACTIONS:
        if action.when(model):
            bound = keys.of_action(action)
            key = key_label(bound[0]) if bound else ""
            yield PaletteEntry(action.name, action.explanation, key, action)
    lines = {action.line for action in GAME_ACTIONS} | {"/help", "/quit", "/accept", "/decline", "/say"}
    for word, argument in COMMANDS.items():
        if word not in lines and (word not in _ANNOTATIONS or model.is_after_the_game):
            yield PaletteEntry(word, EXPLANATIONS[word], argument=argument)
