"""One thing that can be done on the game page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pente_client.input.inputs import TuneInput
from pente_client.screen.model.screen_model import ScreenModel
from pente_protocol.sentences import tell


class ActionPort(Protocol):
    """The page, as far as actions need it."""

    def enter(self, text: str) -> object:
        """Do what a line asks for."""

    def show_help(self) -> None: ...

    def open_palette(self) -> None:
        """Show all that can be done, to choose from."""

    def step(self, moves: int) -> None:
        """Look so many moves on (back when negative)."""

    def look_at(self, node: int | None) -> None:
        """Look at a move of the game; None: at its end, or at the game as it is now."""

    def play_on(self, *, is_faster: bool) -> None:
        """Begin to step by itself, or do so faster; or slower, and then no more."""

    def tune(self, order: TuneInput) -> None: ...

    def next_channel(self) -> None: ...

    def scroll_pages(self, *, moves: int = 0, chat: int = 0) -> None:
        """Scroll the moves or the chat back by so many pages (forward when negative)."""

    def take_back(self) -> None:
        """Show a room here again that was opened at another connection."""

    def suspend(self) -> None:
        """Give the terminal back to its shell, until that brings the page back."""

    def show_settings(self) -> None:
        """Show the settings, to change them."""

    def quit(self) -> None:
        """Leave; a game of one's own only after a question."""


def always(_: ScreenModel) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """A named action: what a key, a click on the bar and a line of the palette do.

    ``keys`` are those it has unless a person has chosen others, as prompt_toolkit names them. A letter acts
    only on an empty line, and when no other key follows soon, because points begin with letters.
    """

    name: str
    do: Callable[[ActionPort], object]
    keys: tuple[str, ...] = ()
    when: Callable[[ScreenModel], bool] = always
    """Whether it can be done now."""
    on_bar: bool = False
    """Whether the bar shows it while it can be done."""
    line: str = ""
    """The line that does the same; empty: there is none."""

    @property
    def label(self) -> str:
        """What a button calls it."""
        return tell(f"label.{self.name}")

    @property
    def explanation(self) -> str:
        """What it does, in a sentence."""
        return tell(f"key.{self.name}")


def typed(
    name: str,
    line: str,
    keys: tuple[str, ...] = (),
    *,
    when: Callable[[ScreenModel], bool] = always,
    on_bar: bool = False,
) -> Action:
    """An action that is a line, which people may type too."""
    return Action(name, lambda page: page.enter(line), keys, when, on_bar, line)
