"""The model that is on the screen, and how it is changed."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pente_client.screen.model.remarks import Remark, RemarkKind
from pente_client.screen.model.screen_model import Notice, ScreenModel
from pente_client.screen.ports import PagePort
from pente_protocol.untrusted_text import clean


class ShownModel:
    """Holds the model. Mutable: every change puts another one in its place."""

    def __init__(self, page: PagePort, model: ScreenModel) -> None:
        self._page = page
        self._clock_changed = asyncio.Event()
        """Set when the clocks that are shown may run differently."""
        self.model = model

    def _replace(self, model: ScreenModel) -> None:
        """Show another model, whose clocks may run differently."""
        self.model = model
        self._clock_changed.set()

    def change(self, **changes: Any) -> None:
        self.model = replace(self.model, **changes)

    def notify(self, text: str, *, is_error: bool = False) -> None:
        """Show one sentence in the status line."""
        self.change(notice=Notice(clean(text), is_error=is_error))
        self._page.changed()

    def say(self, *lines: str) -> None:
        """Show lines where the chat is."""
        self._replace(self.model.saying(tuple(Remark(RemarkKind.HAPPENED, line) for line in lines)))
        self._page.changed()

    def warn(self, problems: Sequence[str]) -> None:
        """Say what is wrong with what the player has set up."""
        self.model = self.model.saying(tuple(Remark(RemarkKind.HAPPENED, text) for text in problems))
