"""The bots that a server brings with it, in words."""

from pente_bots.players.levels import LEVELS
from pente_client.words.lists.bots import HOUSE_BOTS, bot_order, bot_text, is_called_bot
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_server.house_bots.house_bot import HOUSE_BOTS as OF_THE_SERVER


def test_every_bot_of_the_house_is_described_and_at_its_level() -> None:
    assert HOUSE_BOTS.keys() == {bot.name for bot in OF_THE_SERVER}
    for bot in OF_THE_SERVER:
        options = {name: str(bot.options[name]) for name in ("level",) if name in bot.options}
        for level, (player, given) in LEVELS.items():
            if player == bot.options["player"] and given.get("level") == options.get("level"):
                assert f"level {level[-1]} of {len(LEVELS)}" in HOUSE_BOTS[bot.name]


def test_the_weakest_comes_first_and_strangers_after_those_of_the_house() -> None:
    names = ("zoe-bot", "random-bot", "patterns-bot", "a-bot", "priorities-bot")
    bots = [Identity(PlayerId(f"{n:032x}"), name, PlayerKind.BOT) for n, name in enumerate(names)]
    ordered = [bot.name for bot in sorted(bots, key=bot_order)]
    assert ordered == ["priorities-bot", "patterns-bot", "random-bot", "a-bot", "zoe-bot"]
    assert bot_text(bots[2]) == "patterns-bot (level 4 of 5: looks ahead)"


def test_a_bot_whose_name_says_so_is_not_called_one_again() -> None:
    hexa = Identity(PlayerId("1" * 32), "hexa", PlayerKind.BOT)
    assert is_called_bot(hexa)
    assert not is_called_bot(Identity(hexa.id, "hexa-bot", PlayerKind.BOT))
    assert not is_called_bot(Identity(hexa.id, "anna"))
    assert not is_called_bot(None)
