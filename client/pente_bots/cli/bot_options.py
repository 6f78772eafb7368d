"""All options of a bot: the rows from which the command line, the keys of a file of bots, completion, the
manual and docs/bot-options.md are made.

A row is all that an option needs besides what it does, which `chosen_behaviour`, `chosen_engine` and
`bot_service` say.
"""

from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

from pente_bots.cli.program_options import CONNECTION_OPTIONS, ENGINE, ENGINE_LIMITS, BotOption
from pente_bots.foreign_engines.engine_command import DEFAULT_LIMITS, EngineProtocol
from pente_bots.play.behaviour import CLAIM_AFTER, DRAWS_AFTER
from pente_bots.play.policy import OpponentKind
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.player_options import (
    MOVE_TIME,
    PLAYER,
    SEED,
    PlayerOption,
    split_option,
    split_options,
)
from pente_client.options.connection_options import CONNECTION, KEY, NAME, SECONDS
from pente_client.options.record_options import AT
from pente_client.options.ruleset_options import ruleset_option, time_option
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.game_options import TIME
from pente_protocol.option import Listed, OneOf, Option, OptionSection, Parsed, Text, Whole, YesNo
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import check_name

T = TypeVar("T")

_WORD: Final = Parsed(str, "kind.word")
_SWITCH: Final = tell("cli-bot.switch")

_PLAYER: Final = OptionSection("player")
_ACCOUNT: Final = OptionSection("account")
_INVITATIONS: Final = OptionSection("invitations")
_BEHAVIOUR: Final = OptionSection("behaviour")
_SHOWCASE: Final = OptionSection("showcase")
_REVIEWS: Final = OptionSection("reviews")
_CHALLENGES: Final = OptionSection("challenges")
_EXPLAINING: Final = OptionSection("explaining")


class _PlayerOptions(Listed[tuple[str, str]], gc=True):
    """Options of a player with their values, in which there may be commas."""

    def parse(self, text: str) -> tuple[tuple[str, str], ...]:
        return tuple(split_options(text))


def _opponents(text: str) -> tuple[OpponentKind, tuple[str, ...]]:
    """A kind of players, or some players by name. Raises BadName."""
    if text in list(OpponentKind):
        return OpponentKind(text), ()
    return OpponentKind.ANYONE, tuple(check_name(name) for name in text.split(","))


def _format_opponents(opponents: tuple[OpponentKind, tuple[str, ...]]) -> str:
    """The twin of `_opponents`."""
    kind, names = opponents
    return ",".join(names) or kind


class _Message(Text):
    """A text that fits one chat message."""

    longest: int = 200

    @property
    def expects(self) -> str:
        return tell("kind.message", longest=self.longest)

    def parse(self, text: str) -> str:
        if not text.strip():
            raise self.wrong(text)
        return super().parse(text)


class PlayerFlag(BotOption[T], Generic[T], kw_only=True):
    """An option of players that ship, which say themselves what it is."""

    about: str

    @property
    def help(self) -> str:
        return self.about


def player_flags() -> dict[str, dict[str, PlayerOption]]:
    """All options of the players that ship by name, each with the players that have it."""
    flags: dict[str, dict[str, PlayerOption]] = {}
    for entry in PLAYERS.values():
        for option in entry.options:
            flags.setdefault(option.name, {})[entry.name] = option
    return flags


def _of_players() -> Iterator[Option[Any]]:
    """A row for each option of a player that ships; the player checks its value."""
    for name, options in player_flags().items():
        yield PlayerFlag[Any](
            name=name,
            kind=YesNo() if all(each.values == _SWITCH for each in options.values()) else _WORD,
            metavar=name[0].upper(),
            about="; ".join(f"{player}: {each.help} ({each.values})" for player, each in options.items()),
            section=_PLAYER,
        )


PLAYER_FLAGS: Final = tuple(_of_players())

BOT_OPTIONS: Final[tuple[Option[Any], ...]] = (
    replace(PLAYER, section=_PLAYER),
    replace(SEED, section=_PLAYER),
    BotOption(
        name="option",
        kind=_PlayerOptions(Parsed(split_option, "kind.player-option", "=".join), repeats=True),
        metavar="NAME=VALUE",
        default=(),
        section=_PLAYER,
    ),
    *PLAYER_FLAGS,
    BotOption(
        name="engine",
        kind=_WORD,
        metavar="COMMAND",
        section=ENGINE,
    ),
    BotOption(
        name="protocol",
        kind=OneOf.of(*EngineProtocol),
        section=ENGINE,
    ),
    BotOption(
        name="engine_processes",
        kind=Whole(1),
        default=1,
        section=ENGINE,
    ),
    replace(MOVE_TIME, key="move_time-engine", default=DEFAULT_LIMITS.move, usual="", section=ENGINE),
    *ENGINE_LIMITS,
    replace(NAME, usual="PLAYER-bot", section=_ACCOUNT),
    replace(KEY, section=_ACCOUNT),
    *CONNECTION_OPTIONS,
    BotOption(
        name="accept_from",
        kind=Parsed(_opponents, "kind.opponents", _format_opponents),
        metavar="WHO",
        default=(OpponentKind.ANYONE, ()),
        section=_INVITATIONS,
    ),
    BotOption(
        name="accept_rulesets",
        kind=Listed(OneOf.of(*RULESETS)),
        metavar="R,R",
        default=(),
        usual="all-supported",
        section=_INVITATIONS,
    ),
    BotOption(
        name="accept_speeds",
        places=(("speeds", ", ".join(Speed)),),
        kind=Listed(OneOf.of(*Speed)),
        metavar="S,S",
        default=(),
        usual="all",
        section=_INVITATIONS,
    ),
    BotOption(
        name="fastest",
        kind=TIME.kind,
        metavar="T",
        section=_INVITATIONS,
    ),
    BotOption(
        name="slowest",
        kind=TIME.kind,
        metavar="T",
        section=_INVITATIONS,
    ),
    BotOption(
        name="rated",
        kind=YesNo(),
        default=False,
        section=_INVITATIONS,
    ),
    BotOption(
        name="accepts_rating",
        kind=YesNo(),
        default=False,
        section=_INVITATIONS,
    ),
    BotOption(
        name="max_games",
        kind=Whole(1),
        default=20,
        section=_INVITATIONS,
    ),
    BotOption(
        name="max_each",
        kind=Whole(1),
        usual="no-limit",
        section=_INVITATIONS,
    ),
    BotOption(
        name="greet",
        kind=_Message(),
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="thank",
        kind=_Message(),
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="no_draws",
        kind=YesNo(),
        default=False,
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="pace",
        kind=SECONDS,
        metavar="SECONDS",
        usual="pace-with-people",
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="draws_after",
        kind=Whole(),
        default=DRAWS_AFTER,
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="resign_after",
        kind=Whole(1),
        usual="play-on",
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="claim_after",
        kind=SECONDS,
        metavar="SECONDS",
        default=CLAIM_AFTER,
        excludes=("no_claims",),
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="no_claims",
        kind=YesNo(),
        default=False,
        excludes=("claim_after",),
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="answer_why",
        kind=YesNo(),
        default=False,
        section=_BEHAVIOUR,
    ),
    BotOption(
        name="showcase",
        kind=_WORD,
        metavar="NAME",
        section=_SHOWCASE,
    ),
    BotOption(
        name="rest",
        kind=SECONDS,
        metavar="SECONDS",
        usual="three-paces",
        section=_SHOWCASE,
    ),
    BotOption(
        name="seat",
        kind=OneOf.of(0, 1),
        metavar="N",
        usual="drawn",
        section=_SHOWCASE,
    ),
    replace(ruleset_option("pente"), section=_SHOWCASE),
    replace(time_option("-", "-"), section=_SHOWCASE),
    BotOption(
        name="challenge",
        kind=_WORD,
        metavar="NAME",
        section=_CHALLENGES,
    ),
    BotOption(
        name="games",
        kind=Whole(1),
        default=1,
        section=_CHALLENGES,
    ),
    BotOption(
        name="concurrency",
        kind=Whole(1),
        default=1,
        section=_CHALLENGES,
    ),
    BotOption(
        name="reviews",
        kind=Whole(1),
        metavar="NODES",
        section=_REVIEWS,
    ),
    BotOption(
        name="explain",
        kind=_WORD,
        metavar="WHAT",
        section=_EXPLAINING,
    ),
    replace(AT, key="at-explain", section=_EXPLAINING),
)
"""All of them, in the order of the help."""
_NOT_IN_A_FILE: Final = (CONNECTION, _CHALLENGES, _EXPLAINING)
FILE_OPTIONS: Final = tuple(row for row in BOT_OPTIONS if row.section not in _NOT_IN_A_FILE)
"""Those that a bot may have which is one of many: in a file of bots each name is a key."""
_OF_ANY_PLAYER: Final = (_ACCOUNT, CONNECTION, _INVITATIONS, _BEHAVIOUR)
OWN_OPTIONS: Final = tuple(row for row in BOT_OPTIONS if row.section in _OF_ANY_PLAYER)
"""Those of a program of one's own, which is its player itself."""
