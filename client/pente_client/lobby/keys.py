"""The key bindings of the lobby."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyBindingsBase, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys

from pente_client.lobby.choice import ShowExplorer, ShowGames, ShowLeaders, ShowProfile
from pente_client.lobby.lobby_controller import LobbyController
from pente_client.lobby.new_game.form_cover import FormCover
from pente_client.terminal.page_parts import page_keys

_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}


def key_bindings(controller: LobbyController, form: FormCover, buffer: Buffer) -> KeyBindingsBase:
    """All keys of the lobby; while something is typed, most of them are letters."""
    is_helped = Condition(lambda: controller.model.shows_help)
    is_filled_in = Condition(lambda: form.shown is not None)
    keys = page_keys(
        lambda: form.close() if form.shown else controller.leave(), is_helped, controller.hide_help
    )
    is_typing = Condition(lambda: controller.model.is_searching)
    is_choosing = ~is_helped & ~is_typing & ~is_filled_in

    def bind(name: str, steps: int) -> None:
        condition = is_choosing if len(name) == 1 else ~is_helped & ~is_filled_in

        @keys.add(name, filter=condition)
        def _(_: KeyPressEvent) -> None:
            controller.move(steps)

    for name, steps in _STEPS.items():
        bind(name, steps)
    _bind_letters(keys, controller, is_choosing)
    keys.add("n", filter=is_choosing)(lambda _: form.show({}, controller.bot_names))
    _bind_typing(keys, controller, buffer, is_typing & ~is_helped)

    @keys.add(Keys.Any, filter=is_choosing)
    def _(_: KeyPressEvent) -> None:
        """Ignore other keys, so that they are not typed."""

    return merge_key_bindings([keys, form.keys(~is_helped)])


def _bind_letters(keys: KeyBindings, controller: LobbyController, is_choosing: Filter) -> None:
    acts = {
        "p": controller.play,
        "b": controller.play_bot,
        "w": controller.watch,
        "o": controller.show_online,
        "d": controller.decline,
        "l": lambda: controller.show_page(ShowLeaders()),
        "v": controller.watch_boards,
        "g": lambda: controller.show_page(ShowGames()),
        "e": lambda: controller.show_page(ShowExplorer()),
        "t": controller.take_tutorial,
        "i": lambda: controller.show_page(ShowProfile()),
        "/": controller.begin_search,
        "q": controller.leave,
        "escape": controller.escape,
        "enter": controller.choose,
        "?": controller.show_help,
        "f1": controller.show_help,
    }
    for name, act in acts.items():
        keys.add(name, filter=is_choosing)(lambda _, act=act: act())


def _bind_typing(keys: KeyBindings, controller: LobbyController, buffer: Buffer, is_typing: Filter) -> None:
    @keys.add("enter", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        controller.enter(buffer.text)
        buffer.reset()

    @keys.add("escape", filter=is_typing)
    def _(_: KeyPressEvent) -> None:
        buffer.reset()
        controller.escape()
