"""The table of all actions of the game page.

Key bindings, the help, the palette, the bar and the keys that people choose themselves are made from it.
"""

from typing import Final

from pente_client.input.inputs import TuneInput
from pente_client.screen.actions.action import Action, typed
from pente_client.screen.actions.conditions import (
    allows,
    has_room,
    has_seat,
    is_local,
    is_offered,
    is_tv,
    is_waiting,
    may_advise,
    may_look_back,
    may_play_bot,
    may_rematch,
)
from pente_core.room import Abort, GiveTime, Leave, Offer, OfferKind, Ready, Resign, Resume

GAME_ACTIONS: Final = (
    Action("help", "Show the keys, and what can be typed.", lambda page: page.show_help(), ("f1", "?")),
    Action("actions", "Search all that can be done.", lambda page: page.open_palette(), ("c-p",)),
    typed("accept", "y", "Accept what is offered to you.", ("y",), when=is_offered, on_bar=True),
    typed("decline", "n", "Decline what is offered to you.", ("n",), when=is_offered, on_bar=True),
    typed("draw", "/draw", "Offer a draw.", when=allows(Offer(OfferKind.DRAW)), on_bar=True),
    typed(
        "takeback",
        "/takeback",
        "Ask to take back your last turn.",
        when=allows(Offer(OfferKind.TAKEBACK)),
        on_bar=True,
    ),
    typed("hint", "/hint", "Mark the best point, and say why.", when=may_advise, on_bar=True),
    typed("rules", "/rules", "Show the rules of this game.", ("f3",), when=has_room, on_bar=True),
    typed("why", "/why", "Say more about the best points.", when=may_advise),
    typed("eval", "/eval", "Say who stands better.", when=may_advise),
    typed("setup", "/setup", "Set up a position.", when=is_local),
    typed("resign", "/resign", "Resign; you are asked first.", when=allows(Resign()), on_bar=True),
    typed("abort", "/abort", "End a game that has hardly begun, without a result.", when=allows(Abort())),
    typed("pause", "/pause", "Offer to stop the clocks.", when=allows(Offer(OfferKind.PAUSE))),
    typed("resume", "/resume", "Start the clocks again.", when=allows(Resume()), on_bar=True),
    typed("cancel", "/cancel", "Offer to end without a result.", when=allows(Offer(OfferKind.CANCEL))),
    typed("more", "/more", "Give your opponent more time.", when=allows(GiveTime())),
    typed("ready", "/ready", "Start the game, once all are ready.", when=allows(Ready()), on_bar=True),
    typed("bot", "/bot", "Play a bot instead of waiting.", ("b",), when=may_play_bot, on_bar=True),
    typed("rematch", "/rematch", "Play again, with seats exchanged.", ("r",), when=may_rematch, on_bar=True),
    typed("leave", "/leave", "Give up your seat before the game.", when=allows(Leave()), on_bar=True),
    typed("code", "/code", "Show how a friend can join.", when=is_waiting, on_bar=True),
    typed("qr", "/qr", "Show how a friend can join, as a QR code too.", when=is_waiting),
    typed("who", "/who", "Show who is here.", when=has_room),
    typed("conditions", "/conditions", "Show the answers that you have planned.", when=has_seat),
    typed("next-game", "/next", "Go to the next game in which it is your turn.", ("c-n",)),
    Action("back", "Look a move back.", lambda page: page.step(-1), ("[",), may_look_back, line="/back"),
    Action("forward", "Look a move on.", lambda page: page.step(1), ("]",), may_look_back, line="/forward"),
    Action(
        "start",
        "Look at the beginning of the game.",
        lambda page: page.look_at(0),
        ("home",),
        may_look_back,
    ),
    Action(
        "live",
        "Look at the game as it is now, or at its end.",
        lambda page: page.look_at(None),
        ("end",),
        may_look_back,
        line="/live",
    ),
    Action(
        "autoplay",
        "Step through the game by itself; again: faster.",
        lambda page: page.play_on(is_faster=True),
        (">",),
        may_look_back,
        line="/autoplay",
    ),
    Action(
        "slower",
        "Step more slowly, and at last no more.",
        lambda page: page.play_on(is_faster=False),
        ("<",),
        may_look_back,
    ),
    Action(
        "tv-next",
        "Watch the next game of TV.",
        lambda page: page.tune(TuneInput()),
        ("n",),
        is_tv,
        on_bar=True,
    ),
    Action(
        "tv-back",
        "Watch the game of TV before this one.",
        lambda page: page.tune(TuneInput(back=True)),
        ("p",),
        is_tv,
        on_bar=True,
    ),
    Action(
        "channel",
        "Turn TV to the next channel.",
        lambda page: page.next_channel(),
        ("c",),
        is_tv,
        on_bar=True,
    ),
    Action("chat-back", "Scroll the chat back.", lambda page: page.scroll_pages(chat=1), ("pageup",)),
    Action("chat-on", "Scroll the chat on.", lambda page: page.scroll_pages(chat=-1), ("pagedown",)),
    Action("moves-back", "Scroll the moves back.", lambda page: page.scroll_pages(moves=1), ("c-pageup",)),
    Action("moves-on", "Scroll the moves on.", lambda page: page.scroll_pages(moves=-1), ("c-pagedown",)),
    Action("settings", "Change theme, mouse, bell and more.", lambda page: page.show_settings(), ("f2",)),
    Action("suspend", "Go to the shell; `fg` there comes back.", lambda page: page.suspend(), ("c-z",)),
    Action("quit", "Leave; in your own game you are asked first.", lambda page: page.quit(), ("c-q", "c-d")),
)
"""In the order in which help, palette and bar show them."""
