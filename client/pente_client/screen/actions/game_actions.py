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
    is_elsewhere,
    is_game,
    is_later_lesson,
    is_learning,
    is_lesson,
    is_offered,
    is_tv,
    is_waiting,
    may_advise,
    may_learn,
    may_look_back,
    may_play_bot,
    may_rematch,
    may_set_up,
)
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.rules.move import Choice

GAME_ACTIONS: Final = (
    Action("help", lambda page: page.show_help(), ("f1", "?")),
    Action("actions", lambda page: page.open_palette(), ("c-p",)),
    typed("accept", "y", ("y",), when=is_offered, on_bar=True),
    typed("decline", "n", ("n",), when=is_offered, on_bar=True),
    Action("here", lambda page: page.take_back(), when=is_elsewhere, on_bar=True),
    typed("next", "/next", ("c-n",), when=is_lesson, on_bar=True),
    typed("again", "/again", when=is_lesson, on_bar=True),
    typed("previous", "/previous", when=is_later_lesson, on_bar=True),
    typed("solution", "/solution", when=is_lesson),
    typed("learn", "/learn", ("l",), when=may_learn, on_bar=True),
    typed("better", "/solution", when=is_learning, on_bar=True),
    typed("swap", "/swap", when=allows(cmd.Choose(Choice.SWAP)), on_bar=True),
    typed("stay", "/stay", when=allows(cmd.Choose(Choice.STAY)), on_bar=True),
    typed("pass", "/pass", when=allows(cmd.Choose(Choice.PASS)), on_bar=True),
    typed("draw", "/draw", when=allows(cmd.Offer(OfferKind.DRAW)), on_bar=True),
    typed("takeback", "/takeback", when=allows(cmd.Offer(OfferKind.TAKEBACK)), on_bar=True),
    typed("why", "/why", when=may_advise),
    typed("eval", "/eval", when=may_advise),
    typed("setup", "/setup", when=may_set_up),
    typed("resign", "/resign", when=allows(cmd.Resign()), on_bar=True),
    typed("hint", "/hint", ("f3",), when=may_advise, on_bar=True),
    typed("rules", "/rules", ("f4",), when=has_room, on_bar=True),
    typed("abort", "/abort", when=allows(cmd.Abort())),
    typed("pause", "/pause", when=allows(cmd.Offer(OfferKind.PAUSE))),
    typed("resume", "/resume", when=allows(cmd.Resume()), on_bar=True),
    typed("cancel", "/cancel", when=allows(cmd.Offer(OfferKind.CANCEL))),
    typed("more", "/more", when=allows(cmd.GiveTime())),
    typed("ready", "/ready", when=allows(cmd.Ready()), on_bar=True),
    typed("bot", "/bot", ("b",), when=may_play_bot, on_bar=True),
    typed("rematch", "/rematch", ("r",), when=may_rematch, on_bar=True),
    typed("leave", "/leave", when=allows(cmd.Leave()), on_bar=True),
    typed("code", "/code", when=is_waiting, on_bar=True),
    typed("qr", "/qr", when=is_waiting),
    typed("who", "/who", when=has_room),
    typed("conditions", "/conditions", when=has_seat),
    typed("next-game", "/next", ("c-n",), when=is_game),
    Action("back", lambda page: page.step(-1), ("[",), may_look_back, line="/back"),
    Action("forward", lambda page: page.step(1), ("]",), may_look_back, line="/forward"),
    Action("start", lambda page: page.look_at(0), ("home",), may_look_back),
    Action("live", lambda page: page.look_at(None), ("end",), may_look_back, line="/live"),
    typed("flip", "/flip", ("c-f",), when=may_look_back, on_bar=True),
    Action("autoplay", lambda page: page.play_on(is_faster=True), (">",), may_look_back, line="/autoplay"),
    Action("slower", lambda page: page.play_on(is_faster=False), ("<",), may_look_back),
    Action("tv-next", lambda page: page.tune(TuneInput()), ("n",), is_tv, on_bar=True),
    Action("tv-back", lambda page: page.tune(TuneInput(back=True)), ("p",), is_tv, on_bar=True),
    Action("channel", lambda page: page.next_channel(), ("c",), is_tv, on_bar=True),
    Action("chat-back", lambda page: page.scroll_pages(chat=1), ("pageup",)),
    Action("chat-on", lambda page: page.scroll_pages(chat=-1), ("pagedown",)),
    Action("moves-back", lambda page: page.scroll_pages(moves=1), ("c-pageup",)),
    Action("moves-on", lambda page: page.scroll_pages(moves=-1), ("c-pagedown",)),
    Action("settings", lambda page: page.show_settings(), ("f2",)),
    Action("suspend", lambda page: page.suspend(), ("c-z",)),
    Action("quit", lambda page: page.quit(), ("c-q", "c-d"), on_bar=True),
)
"""In the order in which help, palette and bar show them."""
