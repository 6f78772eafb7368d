"""What actions do on the page: they open the palette, scroll, or ask the controller."""

from dataclasses import replace
from typing import Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document

from pente_client.input.inputs import TuneInput
from pente_client.screen.actions.action import Action
from pente_client.screen.actions.key_table import KeyTable, is_letter
from pente_client.screen.actions.palette import palette_entries
from pente_client.screen.game_controller import GameController
from pente_client.terminal.line_widgets import PaneWidget
from pente_client.terminal.pages.palette import PaletteEntry, PaletteState


class ShellPort(Protocol):
    """The shell under the page; `pente_client.terminal.shell.TerminalShell` is one."""

    def suspend(self) -> None: ...

    def show_settings(self) -> None: ...


class PageActions:
    """The `ActionPort` of the page. Mutable: its parts are."""

    def __init__(
        self,
        controller: GameController,
        buffer: Buffer,
        keys: KeyTable,
        panes: tuple[PaneWidget, PaneWidget],
        shell: ShellPort,
    ) -> None:
        """``panes`` are the moves and the chat."""
        self._controller, self._buffer, self.keys = controller, buffer, keys
        self._moves, self._chat = panes
        self._shell = shell

    def do(self, action: Action) -> None:
        """Do an action if it can be done now."""
        if action.when(self._controller.model):
            action.do(self)

    def meaning(self, letter: str) -> Action | None:
        """What a letter does on an empty line now."""
        model = self._controller.model
        if not is_letter(letter) or model.covers or model.question is not None:
            return None
        return next((act for key, act in self.keys.bound() if key == letter and act.when(model)), None)

    # What actions ask for ----------------------------------------------------------------------------

    def enter(self, text: str) -> bool:
        return self._controller.enter(text)

    def show_help(self) -> None:
        self._controller.show_help()

    def step(self, moves: int) -> None:
        self._controller.looking.step(moves)

    def look_at(self, node: int | None) -> None:
        self._controller.looking.look_at(node)

    def play_on(self, *, is_faster: bool) -> None:
        self._controller.looking.play_on(is_faster=is_faster)

    def tune(self, order: TuneInput) -> None:
        self._controller.tune(order)

    def next_channel(self) -> None:
        self._controller.tv.next_channel()

    def scroll_pages(self, *, moves: int = 0, chat: int = 0) -> None:
        if moves:
            self._moves.page(moves)
        if chat:
            self._chat.page(chat)

    def take_back(self) -> None:
        self._controller.take_back()

    def suspend(self) -> None:
        self._shell.suspend()

    def show_settings(self) -> None:
        self._shell.show_settings()

    def quit(self) -> None:
        self._controller.quit()

    # The palette -------------------------------------------------------------------------------------

    def open_palette(self) -> None:
        self._controller.show_palette(PaletteState(self._buffer.text))

    def close_palette(self) -> None:
        self._controller.show_palette(None)
        self._buffer.reset()
        self._controller.typed()

    @property
    def entries(self) -> tuple[PaletteEntry[Action], ...]:
        """What the palette shows."""
        model = self._controller.model
        return palette_entries(model, self.keys, model.palette.typed) if model.palette else ()

    def search(self, text: str) -> None:
        """Show what has these words."""
        if self._controller.model.palette is not None:
            self._controller.show_palette(PaletteState(text))

    def choose_by(self, steps: int) -> None:
        """Choose the entry so many lines further down."""
        palette, most = self._controller.model.palette, len(self.entries) - 1
        if palette is not None:
            chosen = min(max(0, palette.chosen + steps), max(0, most))
            self._controller.show_palette(replace(palette, chosen=chosen))

    def do_chosen(self) -> None:
        """Close the palette, and do what was chosen, or begin a line for it."""
        palette, entries = self._controller.model.palette, self.entries
        self.close_palette()
        if palette is None or not entries:
            return
        entry = entries[min(palette.chosen, len(entries) - 1)]
        if entry.action is not None:
            self.do(entry.action)
        elif entry.argument:
            self._buffer.document = Document(f"{entry.name} ")
        else:
            self._controller.enter(entry.name)
