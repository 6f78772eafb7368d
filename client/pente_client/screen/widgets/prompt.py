"""The prompt: the line that the player types."""

from collections.abc import Callable, Iterable
from typing import Final

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from pente_client.input.completion import completions
from pente_client.screen.model.screen_model import ScreenModel

LONGEST: Final = 250
"""Characters of a line at most."""


class InputCompleter(Completer):
    """Completes commands, and the choices that are due."""

    def __init__(self, model: Callable[[], ScreenModel]) -> None:
        self._model = model

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        del complete_event
        model = self._model()
        for text in completions(document.text, model.choices, model.names, is_local=model.is_local):
            yield Completion(text, start_position=-len(document.text))


def prompt_buffer(model: Callable[[], ScreenModel], typed: Callable[[str], None]) -> Buffer:
    """A line to type in; ``typed`` is called with it whenever it changes."""
    buffer = Buffer(
        multiline=False,
        completer=InputCompleter(model),
        complete_while_typing=False,
        history=InMemoryHistory(),
    )
    buffer.on_text_changed += lambda changed: typed(changed.text)
    return buffer


def is_rejected(buffer: Buffer) -> bool:
    """Whether the line is one that was rejected, and nothing was typed since."""
    return buffer.selection_state is not None


def keep_rejected(buffer: Buffer) -> None:
    """Keep a line that was rejected, so that it can be corrected.

    A single word is selected, so that the next key replaces it, mostly by another point; a sentence would be
    lost by that.
    """
    if len(buffer.text.split()) != 1:
        return
    buffer.cursor_position = 0
    buffer.start_selection()
    assert buffer.selection_state is not None
    buffer.selection_state.enter_shift_mode()
    buffer.cursor_position = len(buffer.text)
