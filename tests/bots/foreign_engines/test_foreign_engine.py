"""Foreign engines: what they are told, and what becomes of those that go wrong."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pente_bots.foreign_engines import engine_time
from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineProtocol
from pente_bots.foreign_engines.engine_session import RulesRefused
from pente_bots.foreign_engines.foreign_engine import ForeignEngine, introduce
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer, parse_time_control
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.engines.programs import QUICK, bad, good

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
BOTH = (GTP, PISKVORK)
LINES = ruleset_from({"base": "freestyle", "size": 15})
EXACT = ruleset_from({"base": "gomoku", "size": 15})


def game_of(*names: str, rules: object = LINES) -> Game:
    game = Game.new(rules)  # type: ignore[arg-type]
    for name in names:
        _, game = game.play(parse_point(name, game.rules.size))
    return game


def played(engine: ForeignEngine, game: Game, limit: Limit = NO_LIMIT) -> Game:
    decision = engine.decide(game.position, limit)
    assert isinstance(decision, cmd.Play)
    return game.play(decision.point)[1]


def answered(game: Game, name: str) -> Game:
    return game.play(parse_point(name, game.rules.size))[1]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "told.txt"


def commands_in(log: Path, *without: str) -> list[str]:
    lines = log.read_text().splitlines()
    return [line for line in lines if not line.startswith(without)]


def test_a_brain_gets_the_last_stone_only_where_it_knows_the_rest(log: Path) -> None:
    with closing(ForeignEngine(good(PISKVORK, "--log", str(log)))) as engine:
        game = answered(played(engine, game_of()), "H8")
        game = played(engine, game)
        # and the whole board after a takeback, or in another game
        played(engine, game_of("A15", "K10"))
        played(engine, game_of("H8"))
    assert game.tokens == ("A15", "H8", "B15")
    assert commands_in(log, "INFO") == [
        *("ABOUT", "START 15", "BEGIN", "TURN 7,7"),
        *("START 15", "BOARD", "0,0,1", "9,5,2", "DONE"),
        *("START 15", "BOARD", "7,7,2", "DONE", "END"),
    ]


def test_a_brain_is_told_the_rule_and_the_clock(log: Path) -> None:
    clock = PlayerClock(Fischer(Millis(300_000), Millis(3000)), Millis(123_456))
    command = replace(good(PISKVORK, "--log", str(log)), limits=replace(QUICK, memory=1 << 30))
    with closing(ForeignEngine(command)) as engine:
        played(engine, game_of("H8", "H9", rules=EXACT), Limit(Millis(7000), clock))
        played(engine, game_of("H8", "H9"))
    infos = [line for line in log.read_text().splitlines() if line.startswith("INFO")]
    assert infos[:6] == [
        *("INFO rule 1", "INFO game_type 1", "INFO max_memory 1073741824"),
        *("INFO timeout_turn 7000", "INFO timeout_match 300000", "INFO time_left 123456"),
    ]
    assert infos[6:] == [
        *("INFO rule 0", "INFO game_type 1", "INFO max_memory 1073741824"),
        *("INFO timeout_turn 100", "INFO timeout_match 0", "INFO time_left 2147483647"),
    ]


def test_a_suggestion_is_followed() -> None:
    with closing(ForeignEngine(good(PISKVORK, "--suggest"))) as engine:
        assert played(engine, game_of()).tokens == ("A15",)


def test_gtp_gets_the_stones_that_it_does_not_know_of(log: Path) -> None:
    with closing(ForeignEngine(good(GTP, "--log", str(log), "--no-times"))) as engine:
        game = answered(played(engine, game_of()), "H8")
        game = played(engine, game)
        played(engine, game_of("A1", "K10"))
    assert game.tokens == ("A1", "H8", "B1")
    assert commands_in(log) == [
        *("name", "list_commands", "boardsize 15", "clear_board", "genmove b"),
        *("play w H8", "genmove b"),
        *("boardsize 15", "clear_board", "play b A1", "play w K10", "genmove b", "quit"),
    ]


def test_gtp_is_told_the_clock_once_a_game_and_what_is_left_each_time(log: Path) -> None:
    def limit(left: int) -> Limit:
        return Limit(Millis(1000), PlayerClock(parse_time_control("5+3"), Millis(left)))

    with closing(ForeignEngine(good(GTP, "--log", str(log)))) as engine:
        game = answered(played(engine, game_of(), limit(300_000)), "H8")
        played(engine, game, limit(299_999))
        played(engine, game_of("H8"))
    times = [line for line in log.read_text().splitlines() if line.startswith("time_")]
    assert times == [
        *("time_settings 300 3 1", "time_left b 300 0", "time_left b 299 0"),
        "time_settings 0 1 1",
    ]


def test_gtp_may_resign() -> None:
    with closing(ForeignEngine(good(GTP, "--resign", "2"))) as engine:
        assert engine.decide(game_of("H8", "H9").position, NO_LIMIT) == cmd.Resign()


@pytest.mark.parametrize("protocol", BOTH)
def test_the_only_legal_point_is_played_without_asking(protocol: EngineProtocol) -> None:
    with closing(ForeignEngine(bad(protocol, "slow"))) as engine:
        assert played(engine, game_of(rules=EXACT)).tokens == ("H8",)


@pytest.mark.parametrize("protocol", BOTH)
def test_the_extension_gets_whole_positions(protocol: EngineProtocol, log: Path) -> None:
    game = game_of("K10", "L10", "A2", "M10", "N10", rules=RULESETS["pente"])
    assert game.position.taken == (2, 0)
    with closing(ForeignEngine(good(protocol, "--extension", "--log", str(log)))) as engine:
        assert engine.about().has_extension_for(RULESETS["pente"])
        played(engine, game)
    word = "pente-position" if protocol is GTP else "POSITION"
    expected = f"{word} 19/19/19/19/19/19/19/19/19/9X2X6/19/19/19/19/19/19/19/X18/19 2,0 1O1 - - 5 pente"
    assert expected in log.read_text().splitlines()


def test_the_extension_of_gtp_is_told_the_increment(log: Path) -> None:
    limit = Limit(Millis(1000), PlayerClock(parse_time_control("5+3"), Millis(300_000)))
    with closing(ForeignEngine(good(GTP, "--extension", "--log", str(log)))) as engine:
        played(engine, game_of("K10", rules=RULESETS["pente"]), limit)
    assert "pente-time_settings 5+3" in log.read_text().splitlines()


def test_the_extension_makes_choices() -> None:
    game = game_of("K10", "L10", "A2", rules=RULESETS["swap2-pente"])
    with closing(ForeignEngine(good(PISKVORK, "--extension"))) as engine:
        assert engine.decide(game.position, NO_LIMIT) == cmd.Choose(Choice.STAY)


def test_engines_say_who_they_are() -> None:
    assert introduce(good(GTP)) == EngineAbout("First Empty")
    assert introduce(good(GTP, "--extension")) == EngineAbout("First Empty", ("pente", "keryo-pente"))
    assert introduce(good(PISKVORK, "--extension")) == EngineAbout("first-empty", ("*",))


@pytest.mark.parametrize(("protocol", "size"), [(GTP, 25), (PISKVORK, 4)])
def test_a_board_that_an_engine_refuses_is_said(protocol: EngineProtocol, size: int) -> None:
    rules = ruleset_from({"base": "freestyle", "size": size, "line": 4})
    with closing(ForeignEngine(good(protocol))) as engine, pytest.raises(RulesRefused, match="refused a"):
        engine.try_out(rules)


@pytest.mark.parametrize("protocol", BOTH)
def test_rules_that_were_declared_need_no_board(protocol: EngineProtocol, log: Path) -> None:
    with closing(ForeignEngine(good(protocol, "--extension", "--log", str(log)))) as engine:
        engine.try_out(RULESETS["pente"])
    assert "START" not in log.read_text()
    assert "boardsize" not in log.read_text()


WRONG = {
    "crash": "ended with status 3; its last words were: out of luck | and out of memory",
    "kill": "was killed by SIGKILL",
    "hang": "did not answer in time",
    "flood": "floods us with output",
    "endless": "floods us with output",
    "complain": "floods us with output; its last words were: [2Jbad luck",
    "close": "closed its output",
    "illegal": "which is not legal here",
    "outside": "which is no move",
    "garbage": "which is no move",
    "refuse": "I would rather not",
}


@pytest.mark.parametrize("protocol", BOTH)
@pytest.mark.parametrize("how", WRONG)
def test_what_goes_wrong_is_said_with_the_name_of_the_engine(
    protocol: EngineProtocol, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a busy machine may need long for a flood; only an engine that hangs is waited for in vain
    monkeypatch.setattr(engine_time, "_GRACE", Millis(300 if how == "hang" else 60_000))
    with closing(ForeignEngine(bad(protocol, how))) as engine, pytest.raises(ForeignEngineFailed) as failed:
        engine.decide(game_of("A1").position, NO_LIMIT)
    said = str(failed.value)
    assert said.startswith(f"{how} ")
    assert WRONG[how] in said
    assert said.isprintable()
    assert len(said) < 700


@pytest.mark.parametrize("how", ["slow", "deaf"])
@pytest.mark.parametrize("protocol", BOTH)
def test_who_does_not_start_in_time_is_given_up(protocol: EngineProtocol, how: str) -> None:
    """A deaf one may have closed its input before we write to it, and that is noticed."""
    command = bad(protocol, how, limits=replace(QUICK, start=Millis(300)))
    noticed = "|closed its output" if how == "deaf" else ""
    with pytest.raises(ForeignEngineFailed, match=rf"bad_engine\.py (did not answer in time{noticed})"):
        introduce(command)


@pytest.mark.parametrize("protocol", BOTH)
def test_after_a_failure_it_is_started_again_and_told_the_position(
    protocol: EngineProtocol, tmp_path: Path
) -> None:
    once = str(tmp_path / "once")
    with closing(ForeignEngine(bad(protocol, "crash", once))) as engine:
        with pytest.raises(ForeignEngineFailed):
            engine.decide(game_of("A1").position, NO_LIMIT)
        assert played(engine, game_of("A1")).tokens == ("A1", "H8")


def test_what_is_no_program_is_said() -> None:
    command = replace(good(GTP), words=("/no/such/program",))
    with pytest.raises(ForeignEngineFailed, match=r"^program ended with status 127; .* can't be started"):
        introduce(command)


def test_memory_is_limited() -> None:
    code = "x = bytearray(1 << 30); input(); print('name=\"big\"')"
    limits = replace(QUICK, memory=256 << 20)
    command = replace(good(PISKVORK), limits=limits)
    command = replace(command, words=(command.words[0], "-c", code))
    with pytest.raises(ForeignEngineFailed, match="MemoryError"):
        introduce(command)


@pytest.mark.parametrize("protocol", EngineProtocol)
def test_an_interrupt_that_comes_after_the_answer_is_no_failure_later(protocol: EngineProtocol) -> None:
    position = game_of("H8").position
    with closing(ForeignEngine(good(protocol))) as engine:
        first = engine.decide(position, NO_LIMIT)
        engine.interrupt()
        with pytest.raises(ForeignEngineFailed):
            engine.decide(position, NO_LIMIT)
        engine.interrupt()
        engine.reset()
        assert engine.decide(position, NO_LIMIT) == first
