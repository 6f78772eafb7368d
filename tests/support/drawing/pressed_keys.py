"""Keys that go straight to a page, and which of its bindings act on them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from prompt_toolkit.application import Application
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_bindings import Binding
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from tests.support.waiting import until

Scene = Callable[[], AbstractAsyncContextManager[Application[Any]]]
"""Runs a page, in some state, for the time of a block."""

_DATA: dict[Keys | str, str] = {
    Keys.Any: "z",
    Keys.BracketedPaste: "pasted",
    Keys.Vt100MouseEvent: "\x1b[<0;5;5M",
}


def press(app: Application[Any], text: str) -> None:
    """Press keys, as a terminal sends them; they have acted afterwards."""
    Vt100Parser(app.key_processor.feed).feed_and_flush(text)
    app.key_processor.process_keys()


async def never_acted(scenes: Sequence[Scene]) -> list[str]:
    """The bindings that act in none of the scenes, when every key is pressed that could act there."""
    acted, names = set[int](), list[str]()
    for scene in scenes:
        async with scene() as app:
            bindings = _bindings(app)
            names = [_name(binding) for binding in bindings]
            may = [number for number, binding in enumerate(bindings) if binding.filter()]
        for number in may:
            if number not in acted:
                acted |= await _acting(scene, number)
    return [name for number, name in enumerate(names) if number not in acted]


async def _acting(scene: Scene, number: int) -> set[int]:
    """The bindings, by their places, that act when the keys of one of them are pressed."""
    async with scene() as app:
        bindings = _bindings(app)
        with _recorded() as calls:
            app.key_processor.feed_multiple([*map(_pressed, bindings[number].keys)])
            app.key_processor.process_keys()
            if Keys.Escape in bindings[number].keys:  # it waits for what may follow
                await until(lambda: bool(calls))
        return {place for place, binding in enumerate(bindings) if any(binding is call for call in calls)}


def _pressed(key: Keys | str) -> KeyPress:
    return KeyPress("z" if key is Keys.Any else key, _DATA.get(key))


def _bindings(app: Application[Any]) -> list[Binding]:
    assert app.key_bindings is not None
    return [*app.key_bindings.bindings]


def _name(binding: Binding) -> str:
    return " ".join(getattr(key, "value", key) for key in binding.keys) + f" ({binding.handler.__qualname__})"


@contextmanager
def _recorded() -> Iterator[list[Binding]]:
    calls: list[Binding] = []
    usual = Binding.call

    def call(binding: Binding, event: Any) -> None:
        calls.append(binding)
        usual(binding, event)

    with patch.object(Binding, "call", call), patch.object(Application, "suspend_to_background"):
        yield calls
