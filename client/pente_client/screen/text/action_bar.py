"""The bar: what can be done with a click, at the right of the line that is typed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.screen.actions.action import Action
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.styled_text import Line
from pente_protocol.sentences import tell

HELP: Final = f"? {tell('label.help')}"


@dataclass(frozen=True, slots=True)
class BarButton:
    """A part of the bar, from a column to another one that is not in it."""

    start: int
    end: int
    action: Action


@dataclass(frozen=True, slots=True)
class ActionBar:
    """The line, and where its buttons are."""

    line: Line
    buttons: Sequence[BarButton]

    @property
    def columns(self) -> int:
        return max((button.end for button in self.buttons), default=0)

    def at(self, column: int) -> Action | None:
        """What a click on a column does."""
        return next((each.action for each in self.buttons if each.start <= column < each.end), None)


def action_bar(model: ScreenModel, columns: int) -> ActionBar:
    """The bar with as many actions as fit into the columns, help always among the first to fit."""
    help_ = next(action for action in GAME_ACTIONS if action.name == "help")
    names = [(action.label, action) for action in GAME_ACTIONS if action.on_bar and action.when(model)]
    shown: list[tuple[str, Action]] = []
    used = len(HELP) + 1
    for name, action in names:
        if used + len(name) + 3 > columns:
            break
        shown.append((f"[{name}]", action))
        used += len(name) + 3
    parts = [*shown, (HELP, help_)] if used <= columns else shown
    return _built(parts)


def _built(parts: Sequence[tuple[str, Action]]) -> ActionBar:
    buttons, fragments, at = [], [], 0
    for text, action in parts:
        style = "class:bar" if text.startswith("[") else "class:title"
        fragments.append((style, f" {text}"))
        buttons.append(BarButton(at, at + len(text) + 1, action))
        at += len(text) + 1
    return ActionBar(tuple(fragments), tuple(buttons))
