"""Advice: when it may be given, and how every output shows it."""

import asyncio
import json
from pathlib import Path

import pytest

from pente_bots.local.advice import advise, danger
from pente_client.cli.steps.computer_players import ComputerAdvisor
from pente_client.connection import RoomAdvanced
from pente_client.play.advising import MOST_ASKED
from pente_client.play.room_controller import RoomController
from pente_client.play.shown.advisor import AdviceKind, GivenAdvice, objection_to_advice
from pente_client.play.shown.guidance import Guidance
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.plain.plain_text import Plain
from pente_client.terminal.session_terminal import SessionTerminal, at_terminal
from pente_core.clock.clock import parse_time_control
from pente_core.room import Options, Refused, Room, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.refusals import Reason
from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from tests.client.play.test_room_controller import RememberingFrontEnd
from tests.support.client.fake_client import ADA, BOB, ROOM, START, FakeClient, done, room_of
from tests.support.client.piped_terminal import on_stage
from tests.support.games.local_games import game_of, local_client

FOUR = "K10 A1 K13 A3 K11 A5 K12 A7"
"""White has four in a column, open at both ends; black has nothing."""


class HereAndNow:
    """Advises without a thread."""

    def __init__(self, *, warns: bool = False) -> None:
        self.warns = warns

    async def advise(self, position: Position) -> object:
        return advise(position)

    async def danger(self, position: Position) -> object:
        return danger(position)


def with_options(room: Room, *, rated: bool = False, hints: bool = False) -> Room:
    return replace(room, created=replace(room.created, options=Options(rated=rated, hints=hints)))


def asking(room: Room) -> tuple[RoomController, RememberingFrontEnd]:
    client = FakeClient(room)
    front = RememberingFrontEnd(client)
    return RoomController(client, front, guidance=Guidance(HereAndNow())), front  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["/hint", "/why", "/eval"])
async def test_advice_in_a_room_that_allows_it(word: str) -> None:
    controller, front = asking(with_options(room_of(turns=FOUR), hints=True))
    assert controller.enter(word)
    await front.work.pop()
    (given,) = front.advice
    assert given.kind == word[1:]
    assert given.lines


async def test_one_answer_is_thought_out_at_a_time_and_few_wait() -> None:
    controller, front = asking(with_options(room_of(turns=FOUR), hints=True))
    assert all(controller.enter("/eval") for _ in range(MOST_ASKED))
    assert not controller.enter("/eval")
    assert front.codes == ["busy"]
    await asyncio.gather(*front.work)
    assert len(front.advice) == MOST_ASKED
    assert controller.enter("/eval")
    front.work.pop().close()


def test_the_settings_of_the_session_say_whether_to_warn(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("beginner = true\n", "utf-8")
    with at_terminal(SessionTerminal({"PENTE_CONFIG": str(tmp_path)}, "utf-8")):
        assert ComputerAdvisor().warns
    with at_terminal(SessionTerminal({"PENTE_CONFIG": str(tmp_path / "another")}, "utf-8")):
        assert not ComputerAdvisor().warns


@pytest.mark.parametrize(
    ("options", "why"),
    [({}, "without hints"), ({"rated": True}, "rated"), ({"rated": True, "hints": True}, "rated")],
)
def test_no_advice_in_other_rooms(options: dict[str, bool], why: str) -> None:
    room = with_options(room_of(turns=FOUR), **options)
    controller, front = asking(room)
    assert not controller.enter("/hint")
    assert front.codes == ["no-advice"]
    assert why in objection_to_advice(room, is_local=False)
    assert not front.work


async def test_advice_once_the_game_is_over_even_a_rated_one() -> None:
    room = done(with_options(room_of(turns=FOUR), rated=True), cmd.Resign(), ADA)
    controller, front = asking(room)
    for line in ("/hint", "/back 3", "/eval"):
        assert controller.enter(line)
    while front.work:
        await front.work.pop(0)
    assert [given.game.stones for given in front.advice] == [8, 5]
    controller.look_back.close()


def test_no_advice_where_the_board_has_decided() -> None:
    controller, front = asking(room_of(turns=f"{FOUR} K14"))
    assert not controller.enter("/hint")
    assert front.codes == ["no-advice"]


def test_always_in_a_local_game() -> None:
    assert not objection_to_advice(room_of(), is_local=True)
    assert objection_to_advice(room_of(), is_local=False)


def test_a_rated_room_can_not_be_opened_with_hints() -> None:
    with pytest.raises(Refused) as refused:
        create(
            RULESETS["pente"],
            parse_time_control("5+3"),
            by=ADA,
            now=START,
            options=Options(rated=True, hints=True),
        )
    assert refused.value.reason is Reason.HINTS_RATED


def given_at(turns: str, kind: AdviceKind = AdviceKind.WHY) -> GivenAdvice:
    game: Game = room_of(turns=turns).game
    return GivenAdvice(kind, game, advise(game.position))


def test_a_win_is_seen_and_said() -> None:
    said: list[str] = []
    Plain(said.append).advice(ROOM, given_at(FOUR, AdviceKind.HINT))
    assert said[0] in ("Hint: K14 wins.", "Hint: K9 wins.")
    Plain(said.append).advice(ROOM, given_at(FOUR, AdviceKind.EVAL))
    assert said[1] == "White wins (1.00)."


def test_a_threat_is_stopped() -> None:
    best = given_at("K10 L14 K13 A3 K11 A5 K12").advice.points[0]
    assert "stops a win" in best.reason


def test_a_capture_is_named() -> None:
    given = given_at("K10 L10 N13 M10 A1 Q16")
    reasons = {each.point: each.reason for each in given.advice.points}
    assert any("captures" in reason for reason in reasons.values())


def test_advice_as_json() -> None:
    said: list[str] = []
    JsonLines(said.append).advice(ROOM, given_at(FOUR, AdviceKind.HINT))
    line = json.loads(said[0])
    assert (line["t"], line["kind"], line["colour"], line["value"]) == ("advice", "hint", "white", 1.0)
    assert line["points"][0]["reason"] == "wins"


@pytest.mark.parametrize("base", sorted(RULESETS))
def test_there_is_advice_under_every_ruleset(base: str) -> None:
    game = Game.new(RULESETS[base])
    while game.position.choices or game.stones < 7:
        if game.position.choices:
            game = game.choose(game.position.choices[0])
            continue
        advice = advise(game.position)
        assert -1 <= advice.value <= 1
        assert advice.points[0].point in game.position.legal_points
        game = game.play(advice.points[0].point)[1]


@pytest.mark.parametrize("sides", [3, 4])
def test_there_is_advice_for_more_than_two_sides(sides: int) -> None:
    game = room_of({"base": "pente", "sides": sides}).game
    advice = advise(game.position)
    assert advice.points[0].point in game.position.legal_points


async def test_a_hint_is_marked_on_the_board_until_the_game_goes_on(tmp_path: Path) -> None:
    async with (
        local_client(tmp_path) as client,
        on_stage(client, room=client.begin(game_of()), advisor=HereAndNow()) as stage,  # type: ignore[arg-type]
    ):
        await stage.until("anna, your move")
        stage.type("/hint\r")
        await stage.until("Hint: K10")
        assert stage.screen.controller.model.advised
        stage.type("/why\r")
        await stage.until("Best: K10")
        stage.type("k10\r")
        await stage.until("boris, your turn")
        assert not stage.screen.controller.model.advised
        stage.type("/eval\r")
        await stage.until("stand")


def test_why_explains_what_a_hint_only_names() -> None:
    """The points are those of `pente_bots`; what they are good for is told by /why alone."""
    for turns in ("", "K10 L10 K13 L11", "K10 L10 N10 L11 N11 L12 N12"):
        game = room_of("pente", turns=turns).game
        hint, why = (
            GivenAdvice(kind, game, advise(game.position)).lines for kind in (AdviceKind.HINT, AdviceKind.WHY)
        )
        told = hint[0].removeprefix("Hint: ").removesuffix(".")
        assert why[0].startswith("Best: ")
        assert len(why[0]) > len(told) + 20
        assert why[0].count(".") > 1


FREE = {"base": "pente", "opening": "free", "second_move": "free"}


@pytest.mark.parametrize(
    ("turns", "wins", "fours", "captures"),
    [
        ("K10 A1", 0, 0, 0),
        ("A1 K10 A3 K11 A5 K12", 0, 2, 0),
        ("A1 K10 A3 K11 A5 K12 K9 K13", 1, 0, 0),
        ("K10 A1 L11 M12", 0, 0, 1),
    ],
)
def test_dangers(turns: str, wins: int, fours: int, captures: int) -> None:
    """White is to move: black has an open tria, then a four, then can take a pair."""
    seen = danger(room_of(FREE, turns=turns).game.position)
    assert (len(seen.wins), len(seen.fours), len(seen.captures)) == (wins, fours, captures)


async def test_a_beginner_is_warned_when_their_turn_comes(tmp_path: Path) -> None:
    advisor = HereAndNow(warns=True)
    async with (
        local_client(tmp_path) as client,
        on_stage(client, room=client.begin(game_of(FREE)), advisor=advisor) as stage,  # type: ignore[arg-type]
    ):
        await stage.until("anna, your turn")
        for point in ("K10", "A9", "K11", "A1", "K12"):
            stage.type(f"{point}\r")
            await stage.until(f"played {point}" if point != "K12" else "Careful")
        await stage.until("Careful: an open tessera comes")
        advisor.warns = False
        stage.type("A2\r")
        await stage.until("anna, your turn")


def test_nobody_is_warned_where_hints_are_not_allowed() -> None:
    client = FakeClient(room_of(FREE, turns="K10 L10 H10 A1 J10"), me=BOB)
    front = RememberingFrontEnd(client)
    controller = RoomController(client, front, guidance=Guidance(HereAndNow(warns=True)))  # type: ignore[arg-type]
    room = client.room()
    controller.noticed(RoomAdvanced(ROOM, room.version, ev.Started(START), room, room))
    assert not front.work
