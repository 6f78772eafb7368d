"""The key bindings of the lobby."""

from collections.abc import Sequence

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys

from pente_client.lobby.lobby_controller import LobbyController
from pente_client.lobby.new_game.form_cover import FormCover
from pente_client.terminal.page_parts import leaving_keys
from pente_client.terminal.pages.page_action import PageAction, bind
from pente_client.terminal.pages.page_cover import PageCover

_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}


def key_bindings(
    controller: LobbyController,
    actions: Sequence[PageAction],
    cover: PageCover,
    form: FormCover,
    buffer: Buffer,
) -> KeyBindingsBase:
    """All keys of the lobby; while something is typed, most of them are letters."""
    is_filled_in = Condition(lambda: form.shown is not None)
    keys = leaving_keys(lambda: form.close() if form.shown else controller.leave())
    is_typing = Condition(lambda: controller.model.is_searching)
    is_asked = Condition(lambda: controller.model.is_leaving)
    is_choosing = ~is_typing & ~is_filled_in

    def step(name: str, steps: int) -> None:
        keys.add(name, filter=is_choosing if len(name) == 1 else ~is_filled_in)(
            lambda _: controller.move(steps)
        )

    for name, steps in _STEPS.items():
        step(name, steps)
    bind(keys, actions, is_choosing)
    keys.add("escape", filter=is_choosing)(lambda _: controller.escape())
    _bind_typing(keys, controller, buffer, is_typing)

    @keys.add(Keys.Any, eager=True, filter=is_asked)
    def _(event: KeyPressEvent) -> None:
        """Take an answer; clicks and what else arrives like a key are none."""
        key = event.key_sequence[0].key
        if key in {"y", "Y"}:
            controller.leave()
        elif key in {"n", "N", Keys.Escape, Keys.Enter, Keys.Backspace}:
            controller.stay()

    @keys.add(Keys.Any, filter=is_choosing)
    def _(_: KeyPressEvent) -> None:
        """Ignore other keys, so that they are not typed."""

    return merge_key_bindings([keys, form.keys(Condition(lambda: not cover.is_open)), cover.keys()])


def _bind_typing(keys: KeyBindings, controller: LobbyController, buffer: Buffer, is_typing: Filter) -> None:
    @keys.add("enter", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        controller.enter(buffer.text)
        buffer.reset()

    @keys.add("escape", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        buffer.reset()
        controller.escape()
