"""What people type to name a player."""

import pytest

from pente_bots.foreign_engines.engine_command import EngineProtocol
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.levels import LEVELS
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.roster.named_player import EnginePlayerMaker
from pente_bots.roster.player_text import parse_player, parse_players, plain_name
from pente_bots.thinking.think_request import CataloguePlayerMaker
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.support.engines.programs import QUICK, good, line_of

FOUR = CataloguePlayerMaker("patterns", (("level", "4"),))


@pytest.mark.parametrize(
    ("text", "player", "options"),
    [
        ("random", "random", ()),
        ("priorities:captures=on", "priorities", (("captures", "on"),)),
        ("alphabeta:values=0,1,5,depth=1", "alphabeta", (("values", "0,1,5"), ("depth", "1"))),
        ("weights:", "weights", ()),
        ("patterns-4", "patterns", (("level", "4"),)),
        ("Patterns-4", "patterns", (("level", "4"),)),
        ("patterns-level-4", "patterns", (("level", "4"),)),
        ("patterns-4-width-4_3", "patterns", (("level", "4"), ("width", "4,3"))),
        ("weights-defensive", "weights", (("mode", "defensive"),)),
        ("patterns:level=4,depth=3", "patterns", (("level", "4"), ("depth", "3"))),
    ],
)
def test_a_player_with_options(text: str, player: str, options: tuple[tuple[str, str], ...]) -> None:
    named = parse_player(text)
    assert (named.label, named.make) == (text, CataloguePlayerMaker(player, options))


def test_every_player_and_level_is_found_and_found_again() -> None:
    for text in [*PLAYERS, *LEVELS]:
        named = parse_player(text)
        assert parse_player(plain_name(named)).make == named.make
    assert [parse_player(str(number)).label for number in range(1, len(LEVELS) + 1)] == list(LEVELS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nobody", "there is no player 'nobody'; choose from random, .*level from 1 to .*mybot.py"),
        ("priorities:level=2", "no option 'level'"),
        ("priorities:captures", "write name=value"),
        ("priorities-3", "priorities has no levels; choose a level from 1 to"),
        ("patterns-9", "level can't be '9'; it is 1 to 5"),
        ("patterns-depth", "depth can't be ''"),
        ("", "there is no player ''"),
        ("0", "there is no level 0; choose one from 1 to"),
        ("level-99", "there is no level 99"),
        ("nobody:level=3", "there is no player 'nobody:level=3'"),
        ("x\x1b[2J", r"there is no player 'x\\x1b\[2J'"),
        ("n" * 5000, r"there is no player 'n{40}'; choose"),
        ("./nowhere.py", "'./nowhere.py': there is no file; write the path"),
        ("\0.py", r"'\\x00.py': is no path"),
        ("gtp:./other", "engines of others play in pente arena"),
    ],
)
def test_what_is_no_player_is_said_with_what_can_be_typed(text: str, says: str) -> None:
    with pytest.raises(InvalidPlayerOption, match=says):
        parse_player(text)


def test_all_are_called_differently() -> None:
    players = parse_players(["random", "patterns-4", "random", "patterns:level=4", "random"])
    assert [one.label for one in players] == [
        "random", "patterns-4", "random#2", "patterns:level=4", "random#3",
    ]  # fmt: skip
    assert players[1].make == players[3].make == FOUR


def test_the_seed_decides() -> None:
    start = Position.initial(RULESETS["pente-casual"])
    random = parse_player("random")
    assert random.player("a").choose(start) == random.player("a").choose(start)
    assert len({random.player(str(seed)).choose(start) for seed in range(10)}) > 1


def test_who_needs_a_process_and_who_ships() -> None:
    assert not parse_player("random").is_heavy
    assert parse_player("5").is_heavy
    assert parse_player("random").is_ours


@pytest.mark.parametrize("protocol", EngineProtocol)
def test_an_engine_is_asked_for_its_name(protocol: EngineProtocol) -> None:
    command = good(protocol)
    engine = parse_player(f"{protocol}:{line_of(command)}", QUICK)
    assert engine.label in ("gtp:First Empty", "piskvork:first-empty")
    assert isinstance(engine.make, EnginePlayerMaker)
    assert (engine.make.command.words, engine.is_heavy, engine.is_ours) == (command.words, True, False)
