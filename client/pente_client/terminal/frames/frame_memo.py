"""What several parts of a page ask for in one frame, made once."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from prompt_toolkit.application import get_app

_T = TypeVar("_T")


class FrameMemo:
    """Values that hold until the next frame is drawn. Mutable."""

    def __init__(self) -> None:
        self._frame = -1
        self._kept: dict[Hashable, Any] = {}

    def get(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """The value of a key in this frame."""
        frame = get_app().render_counter
        if frame != self._frame:
            self._frame = frame
            self._kept.clear()
        if key not in self._kept:
            self._kept[key] = make()
        kept: _T = self._kept[key]
        return kept
