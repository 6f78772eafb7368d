"""The commands that can be typed: their help, and the arguments that they need."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from pente_client.input.analysis import ARGUMENTS as ANALYSIS_ARGUMENTS
from pente_client.input.board_views import ARGUMENTS as VIEW_ARGUMENTS
from pente_client.input.people_orders import PEOPLE_COMMANDS
from pente_core.rules.ruleset import RULESETS
from pente_protocol.choices.tv_channel import BEST, BOTS, PEOPLE, TvChannel
from pente_protocol.sentences import tell


class ModerationAction(StrEnum):
    """What a host can do about a player."""

    MUTE = "mute"
    UNMUTE = "unmute"
    KICK = "kick"
    BAN = "ban"
    UNBAN = "unban"


HELP: Final = tuple(tell("typed.lines").splitlines())
"""What can be typed, one line each."""

CHANNELS: Final[Sequence[TvChannel]] = (BEST, PEOPLE, BOTS, *map(TvChannel, sorted(RULESETS)))
"""The channels of TV."""

_NAME, _TEXT = "NAME", "TEXT"


class TypedCommand(NamedTuple):
    """A command that can be typed."""

    word: str
    argument: str = ""
    """What it needs, or can have; empty: nothing."""
    gives: str = ""
    """The class of the command of a room that it is; by its name, as `--help` need not import rooms."""

    @property
    def explanation(self) -> str:
        """What it does, in a sentence: for menus, where it stands alone."""
        return tell(f"typed.{self.word[1:]}")


_ALL: Final = (
    TypedCommand("/say", _TEXT),
    TypedCommand("/watchers", _TEXT),
    TypedCommand("/draw"),
    TypedCommand("/pause"),
    TypedCommand("/takeback"),
    TypedCommand("/cancel"),
    TypedCommand("/rematch"),
    TypedCommand("/accept"),
    TypedCommand("/decline"),
    TypedCommand("/resign", gives="Resign"),
    TypedCommand("/abort", gives="Abort"),
    TypedCommand("/claim", tell("typed.claim-needs")),
    TypedCommand("/if", "MOVE ANSWER"),
    TypedCommand("/premove", "K10"),
    TypedCommand("/conditions"),
    TypedCommand("/more", gives="GiveTime"),
    TypedCommand("/resume", gives="Resume"),
    TypedCommand("/join", gives="Join"),
    TypedCommand("/leave", gives="Leave"),
    TypedCommand("/ready", gives="Ready"),
    TypedCommand("/mute", _NAME),
    TypedCommand("/unmute", _NAME),
    TypedCommand("/kick", _NAME),
    TypedCommand("/ban", _NAME),
    TypedCommand("/unban", _NAME),
    TypedCommand("/block", _NAME),
    TypedCommand("/unblock", _NAME),
    TypedCommand("/who"),
    TypedCommand("/bot"),
    TypedCommand("/next"),
    TypedCommand("/learn"),
    TypedCommand("/solution"),
    TypedCommand("/tv", tell("typed.tv-needs")),
    TypedCommand("/code"),
    TypedCommand("/qr"),
    *(TypedCommand(*each) for each in PEOPLE_COMMANDS.items()),
    TypedCommand("/help"),
    TypedCommand("/rules"),
    TypedCommand("/quit"),
    TypedCommand("/setup"),
    TypedCommand("/hint"),
    TypedCommand("/why"),
    TypedCommand("/eval"),
    *(TypedCommand(*each) for each in ANALYSIS_ARGUMENTS.items()),
    *(TypedCommand(*each) for each in VIEW_ARGUMENTS.items()),
)
COMMANDS: Final[Mapping[str, TypedCommand]] = {each.word: each for each in _ALL}
"""By the word that is typed, in the order in which menus show them."""

MODERATION: Final = frozenset(f"/{action}" for action in ModerationAction)

BLOCKING: Final = frozenset({"/block", "/unblock"})
