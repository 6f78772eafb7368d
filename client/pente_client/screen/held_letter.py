"""Letters that act: only on an empty line, and when no other key follows soon.

Points begin with letters, and so do words: a letter is typed first, and acts after a while.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from prompt_toolkit.buffer import Buffer

from pente_client.screen.actions.action import Action

HOLD: Final = 0.3
"""Seconds without a second key after which a letter acts."""


class HeldLetter:
    """The letter that waits. Mutable.

    ``meaning`` gives what a letter does now; ``act`` empties the line and does it.
    """

    def __init__(
        self, buffer: Buffer, meaning: Callable[[str], Action | None], act: Callable[[Action], None]
    ) -> None:
        self._buffer, self._meaning, self._act = buffer, meaning, act
        self._timer: asyncio.TimerHandle | None = None
        buffer.on_text_changed += lambda _: self._forget()
        buffer.on_text_insert += lambda _: self._hold()

    def act_now(self) -> bool:
        """Do what the line stands for, if it is such a letter; whether it is one."""
        action = self._meaning(self._buffer.text)
        if action is not None:
            self._forget()
            self._act(action)
        return action is not None

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _hold(self) -> None:
        """A letter was typed: wait for the next one, if it stands for something alone."""
        letter = self._buffer.text
        if self._meaning(letter) is not None:
            self._timer = asyncio.get_running_loop().call_later(HOLD, self._after, letter)

    def _after(self, letter: str) -> None:
        if self._buffer.text == letter:
            self.act_now()
