"""The commands that can be typed: their help, and the arguments that they need."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

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


class TypedCommand(NamedTuple):
    """A command that can be typed."""

    argument: str
    """What it needs, or can have; empty: nothing."""
    explanation: str
    """What it does, in a sentence: for menus, where it stands alone."""
    gives: str = ""
    """The class of the command of a room that it is; by its name, as `--help` need not import rooms."""


def _explained(arguments: Mapping[str, str], explanations: Mapping[str, str]) -> dict[str, TypedCommand]:
    return {word: TypedCommand(argument, explanations[word]) for word, argument in arguments.items()}


_PEOPLE: Final = {
    "/people": "Show who is online.",
    "/friends": "Show your friends.",
    "/friend": "Be told when a player arrives.",
    "/unfriend": "Take that back.",
    "/msg": "Write to a player, also to one who is away.",
    "/messages": "Show the messages to you.",
    "/challenge": "Invite a player to a game.",
    "/report": "Tell the host of the server what a player did.",
    "/vacation": "Let your own clocks rest in games of days, for so many days; /vacation off ends that.",
}
_ANALYSIS: Final = {
    "/goto": "Look at a move by its number.",
    "/forward": "Look a move on.",
    "/back": "Look a move back.",
    "/live": "Look at the game as it is now, or at its end.",
    "/game": "Go back to the moves of the game itself.",
    "/try": "Try other moves from here on.",
    "/autoplay": "Step through the game by itself.",
    "/flip": "Turn the board round.",
    "/comment": "Write a comment on the move that you look at.",
    "/mark": "Mark points for good.",
    "/point": "Show points to the others for now.",
    "/follow": "Look where another person looks.",
    "/roam": "Look where you like again.",
    "/notes": "Show all that was added to the game.",
    "/remove": "Remove a comment, mark or variation by its number.",
}
_VIEWS: Final = {
    "/row": "Say in words what stands on a row.",
    "/column": "Say in words what stands on a column.",
    "/around": "Say in words what stands around a point.",
    "/stones": "Say in words where all stones are.",
    "/clock": "Say the time on all clocks.",
}
COMMANDS: Final[Mapping[str, TypedCommand]] = {
    "/say": TypedCommand(_TEXT, "Chat with everybody here."),
    "/watchers": TypedCommand(_TEXT, "Chat with viewers only, or choose who may watch your room."),
    "/draw": TypedCommand("", "Offer a draw."),
    "/pause": TypedCommand("", "Offer to stop the clocks until all want to go on."),
    "/takeback": TypedCommand("", "Ask to take back your last turn."),
    "/cancel": TypedCommand("", "Offer to end the game without a result."),
    "/rematch": TypedCommand("", "Play again, with seats exchanged."),
    "/accept": TypedCommand("", "Accept what is offered to you."),
    "/decline": TypedCommand(
        "", "Decline what is offered to you, or an invitation; withdraw what you have offered."
    ),
    "/resign": TypedCommand("", "Resign.", gives="Resign"),
    "/abort": TypedCommand("", "End a game that has hardly begun, without a result.", gives="Abort"),
    "/claim": TypedCommand("win or cancel", "End the game after an opponent has been away for too long."),
    "/if": TypedCommand("MOVE ANSWER", "Plan answers to moves that you expect, in games of days."),
    "/premove": TypedCommand("K10", "Play a point the moment it is your turn."),
    "/conditions": TypedCommand("", "Show the answers that you have planned."),
    "/more": TypedCommand("", "Give your opponent more time.", gives="GiveTime"),
    "/resume": TypedCommand("", "Say that you want to go on after a pause.", gives="Resume"),
    "/join": TypedCommand("", "Take an open seat.", gives="Join"),
    "/leave": TypedCommand("", "Give up your seat before the game, else leave.", gives="Leave"),
    "/ready": TypedCommand("", "Start the game, once all players are ready.", gives="Ready"),
    "/mute": TypedCommand(_NAME, "In your own room: silence a viewer."),
    "/unmute": TypedCommand(_NAME, "In your own room: let a viewer chat again."),
    "/kick": TypedCommand(_NAME, "In your own room: remove a viewer."),
    "/ban": TypedCommand(
        _NAME, "In your own room: remove a viewer for good, from chat and company; it hides no public game."
    ),
    "/unban": TypedCommand(_NAME, "In your own room: let a viewer come back."),
    "/block": TypedCommand(_NAME, "No more chat, invitations or company of a player."),
    "/unblock": TypedCommand(_NAME, "Take that back."),
    "/who": TypedCommand("", "Show who is here, and how fast the server answers."),
    "/bot": TypedCommand("", "Play a bot instead of waiting."),
    "/next": TypedCommand("", "Go to the next game in which it is your turn."),
    "/learn": TypedCommand("", "Learn from the mistakes of a reviewed game."),
    "/solution": TypedCommand("", "In learning and in puzzles: show what to play."),
    "/tv": TypedCommand(
        "next, back, best, people, bots or a ruleset", "Watch another game of TV, or another channel."
    ),
    "/code": TypedCommand("", "Show how a friend can join."),
    "/qr": TypedCommand("", "Show how a friend can join, as a QR code too."),
    **_explained(PEOPLE_COMMANDS, _PEOPLE),
    "/help": TypedCommand("", "Show what can be typed."),
    "/rules": TypedCommand("", "Show the rules of this game."),
    "/quit": TypedCommand("", "Leave."),
    "/setup": TypedCommand("", "In a game without a server: set up a position by hand."),
    "/hint": TypedCommand("", "Show a good point and why, where advice is allowed."),
    "/why": TypedCommand("", "Show the best points with their reasons."),
    "/eval": TypedCommand("", "Say who stands better."),
    **_explained(ANALYSIS_ARGUMENTS, _ANALYSIS),
    **_explained(VIEW_ARGUMENTS, _VIEWS),
}
"""By the word that is typed."""
"""The commands that Tab completes, each with the argument that it needs."""

MODERATION: Final = frozenset(f"/{action}" for action in ModerationAction)

BLOCKING: Final = frozenset({"/block", "/unblock"})
