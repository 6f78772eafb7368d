"""What the palette of the game page offers: the actions that can be done, and commands to type."""

from collections.abc import Iterator
from typing import Final

from pente_client.input.commands import COMMANDS
from pente_client.screen.actions.action import Action
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.pages.page_action import key_label
from pente_client.terminal.pages.palette import PaletteEntry, searched

_ANNOTATIONS: Final = frozenset(
    {"/game", "/try", "/comment", "/mark", "/point", "/follow", "/roam", "/notes", "/remove"}
)
"""Commands for a game that is over."""


def palette_entries(model: ScreenModel, keys: KeyTable, typed: str) -> tuple[PaletteEntry[Action], ...]:
    """What can be done and has every word that is typed; names that begin with it come first."""
    return searched(_all(model, keys), typed)


def _all(model: ScreenModel, keys: KeyTable) -> Iterator[PaletteEntry[Action]]:
    for action in GAME_ACTIONS:
        if action.when(model):
            bound = keys.of_action(action)
            key = key_label(bound[0]) if bound else ""
            yield PaletteEntry(action.label, action.explanation, key, action)
    lines = {action.line for action in GAME_ACTIONS} | {"/help", "/quit", "/accept", "/decline", "/say"}
    for word, command in COMMANDS.items():
        if word not in lines and (word not in _ANNOTATIONS or model.is_after_the_game):
            yield PaletteEntry(word, command.explanation, argument=command.argument)
