"""What the keys do in the lobby."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from pente_client.lobby.lobby_controller import LobbyController

_NO_KEYS = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})
_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}


def key_bindings(desk: LobbyController, buffer: Buffer) -> KeyBindings:
    """All keys of the lobby; while something is typed, most of them are letters."""
    keys = KeyBindings()
    is_helped = Condition(lambda: desk.model.shows_help)
    is_typing = Condition(lambda: desk.model.is_searching or desk.model.is_opening)
    is_choosing = ~is_helped & ~is_typing

    def bind(name: str, steps: int) -> None:
        condition = is_choosing if len(name) == 1 else ~is_helped

        @keys.add(name, filter=condition)
        def _(_: KeyPressEvent) -> None:
            desk.move(steps)

    for name, steps in _STEPS.items():
        bind(name, steps)
    _bind_letters(keys, desk, is_choosing)
    _bind_typing(keys, desk, buffer, is_typing & ~is_helped)

    @keys.add("c-c", eager=True)
    @keys.add("c-q", eager=True)
    @keys.add("<sigint>", eager=True)
    def _(_: KeyPressEvent) -> None:
        desk.leave()

    @keys.add(Keys.Any, eager=True, filter=is_helped)
    def _(event: KeyPressEvent) -> None:
        if event.key_sequence[0].key not in _NO_KEYS:
            desk.show_help(shown=False)

    @keys.add(Keys.Any, filter=is_choosing)
    def _(_: KeyPressEvent) -> None:
        """What means nothing is not typed."""

    return keys


def _bind_letters(keys: KeyBindings, desk: LobbyController, is_choosing: Filter) -> None:
    acts = {
        "p": desk.play,
        "b": desk.play_bot,
        "w": desk.watch,
        "n": desk.begin_opening,
        "/": desk.begin_search,
        "q": desk.leave,
        "escape": desk.escape,
        "enter": desk.choose,
        "?": lambda: desk.show_help(shown=True),
        "f1": lambda: desk.show_help(shown=True),
    }
    for name, act in acts.items():
        keys.add(name, filter=is_choosing)(lambda _, act=act: act())


def _bind_typing(keys: KeyBindings, desk: LobbyController, buffer: Buffer, is_typing: Filter) -> None:
    @keys.add("enter", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        if desk.enter(buffer.text):
            buffer.reset()

    @keys.add("escape", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        buffer.reset()
        desk.escape()
