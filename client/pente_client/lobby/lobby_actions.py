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
from pente_protocol.sentences import tell


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
        PageAction("play", tell("action.play"), controller.play, ("p",), on_bar=True),
        PageAction("new", tell("action.new"), open_form, ("n",), on_bar=True),
        PageAction("bot", tell("action.bot"), controller.play_bot, ("b",), on_bar=True),
        PageAction("people", tell("action.people"), controller.show_online,
                   ("o",), on_bar=True),
        PageAction("tv", tell("action.tv"), controller.watch, ("w",),
                   on_bar=True),
        PageAction("learn", tell("action.tutorial"), controller.take_tutorial, ("t",), on_bar=True),
        PageAction("boards", tell("action.boards"), controller.watch_boards, ("v",)),
        PageAction("games", tell("action.games"),
                   lambda: controller.show_page(ShowGames()), ("g",), on_bar=True),
        PageAction("explorer", tell("action.explorer"),
                   lambda: controller.show_page(ShowExplorer()), ("e",)),
        PageAction("leaders", tell("action.leaders"),
                   lambda: controller.show_page(ShowLeaders()), ("l",)),
        PageAction("results", tell("action.results"), lambda: controller.show_page(ShowProfile()), ("i",)),
        PageAction("search", tell("action.search"),
                   controller.begin_search, ("/",)),
        *shared_actions(cover, shell),
        PageAction("leave", tell("action.leave"), controller.leave, ("q",), stays=True),
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
        chooses("return", tell("action.return"), LobbySection.MINE),
        chooses("join", tell("action.join"), LobbySection.INVITATIONS, LobbySection.SEATS),
        chooses("challenge", tell("action.challenge-bot"), LobbySection.BOTS),
        PageAction(
            "choose",
            tell("action.choose-game"),
            open_challenge,
            ("c",),
            in_sections(LobbySection.BOTS),
            on_bar=True,
        ),
        chooses("watch", tell("action.watch"), LobbySection.GAMES),
        PageAction(
            "decline",
            tell("action.decline-invitation"),
            controller.decline,
            ("d",),
            in_sections(LobbySection.INVITATIONS),
            on_bar=True,
        ),
    )
