"""The table of all that can be done in the lobby: its keys, help, palette and bar are made from it."""

from collections.abc import Callable

from pente_client.lobby.choice import ShowExplorer, ShowGames, ShowLeaders, ShowProfile
from pente_client.lobby.lobby_controller import LobbyController
from pente_client.lobby.lobby_model import LobbySection
from pente_client.terminal.pages.page_action import (
    HelpPort,
    PageAction,
    SettingsPort,
    shared_actions,
)


def lobby_actions(
    controller: LobbyController,
    open_form: Callable[[], None],
    open_challenge: Callable[[], None],
    cover: HelpPort,
    shell: SettingsPort,
) -> tuple[PageAction, ...]:
    """In the order in which help, palette and bar show them. ``open_form`` begins a new game,
    ``open_challenge`` one with the selected bot.
    """
    return (
        *_of_the_selected(controller, open_challenge),
        PageAction("play", "Join an open game, or open one and wait.", controller.play, ("p",), on_bar=True),
        PageAction("new", "Open a new game with rules of your choice.", open_form, ("n",), on_bar=True),
        PageAction("bot", "Play the selected bot, or any.", controller.play_bot, ("b",), on_bar=True),
        PageAction("people", "See who is online: challenge, write, add friends.", controller.show_online,
                   ("o",), on_bar=True),
        PageAction("tv", "Watch the best game, and the next one after it.", controller.watch, ("w",),
                   on_bar=True),
        PageAction("learn", "Learn Pente in two minutes.", controller.take_tutorial, ("t",), on_bar=True),
        PageAction("boards", "Watch several games at once.", controller.watch_boards, ("v",)),
        PageAction("games", "See finished games, and step through one.",
                   lambda: controller.show_page(ShowGames()), ("g",), on_bar=True),
        PageAction("explorer", "See what was played in openings.",
                   lambda: controller.show_page(ShowExplorer()), ("e",)),
        PageAction("leaders", "See who has the best ratings.",
                   lambda: controller.show_page(ShowLeaders()), ("l",)),
        PageAction("results", "See your own results.", lambda: controller.show_page(ShowProfile()), ("i",)),
        PageAction("search", "Search the list for names, rules or times; Esc shows all again.",
                   controller.begin_search, ("/",)),
        *shared_actions(cover, shell),
        PageAction("leave", "Leave.", controller.leave, ("q",), stays=True),
    )  # fmt: skip


def _of_the_selected(
    controller: LobbyController, open_challenge: Callable[[], None]
) -> tuple[PageAction, ...]:
    """What can be done with the selected line."""

    def in_sections(*sections: LobbySection) -> Callable[[], bool]:
        def holds() -> bool:
            entry = controller.model.selected
            return entry is not None and entry.section in sections

        return holds

    def chooses(name: str, explanation: str, *sections: LobbySection) -> PageAction:
        when = in_sections(*sections)
        return PageAction(name, explanation, controller.choose, ("enter",), when, stays=True)

    return (
        chooses("return", "Return to the selected game of yours.", LobbySection.MINE),
        chooses("join", "Join the selected game.", LobbySection.INVITATIONS, LobbySection.SEATS),
        chooses("challenge", "Challenge the selected bot.", LobbySection.BOTS),
        PageAction(
            "choose",
            "Choose rules, time and colour of a game with the selected bot.",
            open_challenge,
            ("c",),
            in_sections(LobbySection.BOTS),
            on_bar=True,
        ),
        chooses("watch", "Watch the selected game.", LobbySection.GAMES),
        PageAction(
            "decline",
            "Decline the selected invitation.",
            controller.decline,
            ("d",),
            in_sections(LobbySection.INVITATIONS),
            on_bar=True,
        ),
    )
