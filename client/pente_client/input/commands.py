"""The commands that can be typed: their help, and the arguments that they need."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from pente_client.input.analysis import ARGUMENTS as ANALYSIS_ARGUMENTS
from pente_client.input.analysis import HELP as ANALYSIS_HELP
from pente_client.input.board_views import ARGUMENTS as VIEW_ARGUMENTS
from pente_client.input.board_views import HELP as VIEW_HELP
from pente_client.input.people_orders import PEOPLE_COMMANDS, PEOPLE_HELP
from pente_client.input.setup_orders import HELP as SETUP_HELP
from pente_core.rules.ruleset import RULESETS
from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE, TvChannel


class ModerationAction(StrEnum):
    """What a host can do about a player."""

    MUTE = "mute"
    UNMUTE = "unmute"
    KICK = "kick"
    BAN = "ban"
    UNBAN = "unban"


HELP: Final = (
    "K10                   place a stone: the letter of the column, then the number of the row",
    "swap, stay, pass      choose in a swap opening",
    "'TEXT, /say TEXT      chat; /watchers TEXT is for viewers only",
    "/draw, /cancel        offer a draw, or to end the game without a result",
    "/takeback             ask to take back your last turn",
    "/pause, /resume       offer to stop the clocks; want to go on",
    "y, n                  answer an offer; /accept draw or /decline draw says which one",
    "/decline              refuse an invitation; withdraw your own offer",
    *ANALYSIS_HELP,
    "/if K10 L11, M12 N13  plan answers to moves that you expect, in games of days; longer lines go on",
    "/premove K10          play K10 the moment it is your turn, while you are here; /premove clear: no more",
    "/conditions           show the answers that you have planned; /conditions clear withdraws them",
    "/more                 give your opponent more time",
    "/resign, /abort       resign; end the game without a result before the second move",
    "/claim win|cancel     end the game after an opponent has been away for too long",
    "/join, /leave         take a seat (/join 2: the second one); give it up",
    "/join accept          also join a private rated game, whose result the rating shows to everyone",
    "/ready                start the game, when all players have typed it",
    "/rematch              play again after the end, with seats exchanged",
    "/mute, /kick, /ban NAME  in your own room: silence or remove a viewer; /unmute and /unban undo it",
    "/block NAME           no more chat, invitations or company of a player, in any room; /unblock undoes it",
    "/watchers invited     in your own room: only invited people may watch; /watchers anybody undoes it",
    "/who                  show who is here in this room",
    "/code, /qr            show how a friend can join; /qr also as a QR code",
    *PEOPLE_HELP,
    "/board, /moves        show the board or the moves again",
    *VIEW_HELP,
    "/rules                show the rules of this game, with diagrams",
    "/hint, /why, /eval    advice where it is allowed: the best point, the reasons, who stands better",
    *SETUP_HELP,
    "/bot, /bot NAME       play a bot instead of waiting for a player: the one that is offered, or NAME",
    "/next                 go to the next of your games in which it is your turn",
    "/learn                in a reviewed game: find better stones than the mistakes; /learn NAME: NAME's",
    "/again, /previous     in the tutorial and in puzzles: try once more, go back one; /next goes on",
    "/solution             in the tutorial, in puzzles and in learning: show what to play",
    "/tv next, /tv back    while watching TV: another game of the channel",
    "/tv people            while watching TV: another channel: best, people (no bots), bots, or a ruleset",
    "/quit                 leave; the game goes on, and `pente play` comes back to it; an open room closes",
)
"""What can be typed, one line each."""

CHANNELS: Final[Sequence[TvChannel]] = (BEST, PEOPLE, BOTS, *map(TvChannel, sorted(RULESETS)))
"""The channels of TV."""

_NAME, _TEXT = "NAME", "TEXT"

COMMANDS: Final = {
    "/say": _TEXT,
    "/watchers": _TEXT,
    "/draw": "",
    "/pause": "",
    "/takeback": "",
    "/cancel": "",
    "/rematch": "",
    "/accept": "",
    "/decline": "",
    "/resign": "",
    "/abort": "",
    "/claim": "win or cancel",
    "/if": "MOVE ANSWER",
    "/premove": "K10",
    "/conditions": "",
    "/more": "",
    "/resume": "",
    "/join": "",
    "/leave": "",
    "/ready": "",
    "/mute": _NAME,
    "/unmute": _NAME,
    "/kick": _NAME,
    "/ban": _NAME,
    "/unban": _NAME,
    "/block": _NAME,
    "/unblock": _NAME,
    "/who": "",
    "/bot": "",
    "/next": "",
    "/learn": "",
    "/solution": "",
    "/tv": "next, back, best, people, bots or a ruleset",
    "/code": "",
    "/qr": "",
    **PEOPLE_COMMANDS,
    "/help": "",
    "/rules": "",
    "/quit": "",
    "/setup": "",
    "/hint": "",
    "/why": "",
    "/eval": "",
    **ANALYSIS_ARGUMENTS,
    **VIEW_ARGUMENTS,
}
"""The commands that Tab completes, each with the argument that it needs."""

MODERATION: Final = frozenset(f"/{action}" for action in ModerationAction)

BLOCKING: Final = frozenset({"/block", "/unblock"})
