"""The keys of a page with a list, from which a line is typed now and then."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindingsBase, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys

from pente_client.terminal.page_parts import leaving_keys
from pente_client.terminal.pages.page_action import PageAction, bind
from pente_client.terminal.pages.page_cover import PageCover


class ListPort(Protocol):
    """What the keys need of a page."""

    @property
    def actions(self) -> Sequence[PageAction]: ...
    @property
    def cover(self) -> PageCover: ...
    def move(self, steps: int) -> None: ...
    def enter(self) -> None:
        """Take the line that is typed."""

    def escape(self) -> None: ...


def list_keys(
    page: ListPort, steps: Mapping[str, int], is_typed: Callable[[], bool], leave: Callable[[], None]
) -> KeyBindingsBase:
    """The keys of a page. ``steps``: how far each key moves in the list. ``is_typed``: whether a line is
    typed now, so that letters belong to it.
    """
    is_typing = Condition(is_typed)
    keys = leaving_keys(leave)
    bind(keys, page.actions, ~is_typing)
    for name, by in steps.items():
        keys.add(name, filter=~is_typing)(lambda _, by=by: page.move(by))
    keys.add("enter", filter=is_typing)(lambda _: page.enter())
    keys.add("escape", filter=is_typing)(lambda _: page.escape())

    @keys.add(Keys.Any, filter=~is_typing)
    def _(_: KeyPressEvent) -> None:
        """Ignore other keys, so that they are not typed."""

    return merge_key_bindings([keys, page.cover.keys()])
