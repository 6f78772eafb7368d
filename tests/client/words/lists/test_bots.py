"""The bots that a server brings with it, in words."""

import re

from pente_bots.players.levels import LEVELS, MOST_UNCOMPILED
from pente_client.options.house_levels import HOUSE_LEVELS, HOUSE_LEVELS_HELP
from pente_client.words.bots.house_bots import (
    HOUSE_BOTS,
    bot_order,
    bot_text,
    is_called_bot,
    may_play,
    strength_text,
)
from pente_client.words.bots.levels import LEVELS as IN_WORDS
from pente_client.words.bots.levels import UNCOMPILED
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_server.house_bots.house_bot import LEVELS as OF_THE_HOUSE
from pente_server.house_bots.house_bot import REVIEWER, house_bots

OF_THE_SERVER = (*house_bots(is_compiled=True), *house_bots(is_compiled=False))


def test_every_bot_of_the_house_is_described() -> None:
    assert HOUSE_BOTS.keys() == {bot.name for bot in OF_THE_SERVER}


def test_the_levels_that_people_choose_are_those_of_the_house_and_get_stronger() -> None:
    assert list(HOUSE_LEVELS.values()) == list(OF_THE_HOUSE)
    for level, name in HOUSE_LEVELS.items():
        assert strength_text(name) == f"{level}, {strength_text(OF_THE_HOUSE[name])}"
    usual = [level for level in HOUSE_LEVELS if level != "master"]
    numbers = [OF_THE_HOUSE[HOUSE_LEVELS[level]].removeprefix("level-") for level in usual]
    told = [*usual, *numbers, str(len(LEVELS)), "master", str(MOST_UNCOMPILED), "expert"]
    assert told == re.findall("easy|medium|strong|master|expert|[0-9]+", HOUSE_LEVELS_HELP)
    assert OF_THE_HOUSE["master-bot"] == f"level-{MOST_UNCOMPILED}"
    assert f"levels 1 to {MOST_UNCOMPILED};" in UNCOMPILED
    places = [list(LEVELS).index(level) for level in OF_THE_HOUSE.values()]
    assert places == sorted(set(places))
    assert places[-1] == len(LEVELS) - 1


def test_levels_are_called_what_they_are() -> None:
    """The client has their words, as it imports no bots."""
    assert len(IN_WORDS) == len(LEVELS)
    assert all(strength_text(name) for name in LEVELS)
    assert strength_text("level-13") == ""


def test_the_weakest_comes_first_and_strangers_after_those_of_the_house() -> None:
    names = ("zoe-bot", "random-bot", "strong-bot", "a-bot", "easy-bot")
    bots = [Identity(PlayerId(f"{n:032x}"), name, PlayerKind.BOT) for n, name in enumerate(names)]
    ordered = [bot.name for bot in sorted(bots, key=bot_order)]
    assert ordered == ["easy-bot", "strong-bot", "random-bot", "a-bot", "zoe-bot"]
    assert bot_text(bots[2]) == f"strong-bot ({strength_text('strong-bot')})"


def test_a_bot_that_reviews_games_is_no_opponent() -> None:
    def bot(name: str) -> Identity:
        return Identity(PlayerId("1" * 32), name, PlayerKind.BOT)

    assert {other.name for other in OF_THE_SERVER if not may_play(bot(other.name))} == {REVIEWER}
    assert not may_play(bot(f"{REVIEWER}-2"))
    assert may_play(bot(f"my-{REVIEWER}"))
    assert may_play(Identity(PlayerId("1" * 32), REVIEWER))


def test_a_bot_whose_name_says_so_is_not_called_one_again() -> None:
    hexa = Identity(PlayerId("1" * 32), "hexa", PlayerKind.BOT)
    assert is_called_bot(hexa)
    assert not is_called_bot(Identity(hexa.id, "hexa-bot", PlayerKind.BOT))
    assert not is_called_bot(Identity(hexa.id, "anna"))
    assert not is_called_bot(None)
