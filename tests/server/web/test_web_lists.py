"""What the page's lists say and ask for: the same as the terminal, whatever an address or a server says."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from pente_client.words.lists.profile import streaks_text
from pente_client.words.phrases import rules_name
from pente_core.clock.time_control import format_time_control, parse_time_control
from pente_core.notation import format_position
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.codec import plain
from pente_protocol.messages.people import Streaks
from tests.support.client.node import needs_node, run_node

SCRIPTS = Path(__file__).with_name("node")
TIMES = ("-", "1+1", "5+3", "1:30+2", "10", "10d5", "0+5x30", "20+3x30", "40/move", "3d/move", "5+3,10+3")
SPECS: tuple[Any, ...] = (
    *RULESETS,
    {"base": "pente", "size": 13},
    {"base": "pente", "goal": 6},
    {"base": "gomoku", "size": 15},
    {"base": "pente", "sides": 4},
)
DAY = 86_400_000

pytestmark = needs_node


def _game(termination: str, *winners: int) -> dict[str, Any]:
    players = [{"id": "0" * 32, "name": "anna"}, {"id": "1" * 32, "name": "boris"}]
    return {"termination": termination, "winners": list(winners), "players": players}


async def test_times_and_rules_have_the_names_that_a_terminal_gives_them() -> None:
    controls, rules = [parse_time_control(text) for text in TIMES], [ruleset_from(spec) for spec in SPECS]
    told = await run_node(
        SCRIPTS / "phrases.mjs",
        stdin={
            "controls": list(map(plain, controls)),
            "rulesets": list(map(plain, rules)),
            "games": [_game("line", 0), _game("agreement"), _game("aborted"), _game("later-reason", 1)],
            "names": ["anna", "<b>eve\u202e</b>", "", "x" * 40],
        },
    )
    short = [text.replace("×", "x") for text in told["times"]]
    assert short[1:8] == [format_time_control(control) for control in controls[1:8]]
    assert (short[0], *short[8:]) == ("no clock", "40 s a move", "3 days a move", "5+3 : 10+3")
    assert [text.replace("×", "x") for text in told["rules"]] == list(map(rules_name, rules))
    assert told["ends"] == [["won", "lost"], ["drawn", "drawn"], ["aborted", "aborted"], ["lost", "won"]]
    assert told["results"] == ["anna won by a row", "Draw by agreement", "Aborted", "boris won"]
    assert told["names"] == ["anna", "_b_eve___b_", "_", "x" * 20]


async def test_an_address_of_finished_games_asks_for_what_makes_sense_in_local_days(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(
        "TZ", "Pacific/Auckland"
    )  # 13 hours before UTC in summer, and clocks change on 27 September 2026
    room = "room-0001"
    rows = [{"room": {"id": f"room-000{n}"}, "activity": {"last_activity": n}} for n in range(4)]
    told = await run_node(
        SCRIPTS / "searches.mjs",
        stdin={
            "searches": [
                "/games",
                "/games?player=anna&ruleset=pente&result=won&position=3/3/3%200",
                "/games?player=&ruleset=nonsense&result=won&from=2026-02-30&until=yesterday",
                "/games?from=2026-09-27&until=2026-09-27",
            ],
            "boards": [
                ["/grid", 9],
                [f"/grid?rooms=,{room},%3Cb%3E", 9],
                ["/grid?boards=99", 9],
                ["/grid?boards=9", 2],
            ],
            "choices": [
                [["", ""], [None, None], rows],
                [["", ""], ["room-0000", None], rows],
                [["", "room-0003"], ["room-0003", "room-0001"], rows],
                [["", "", ""], [None, None, None], rows[:1]],
            ],
        },
    )
    assert told["searches"][0] == ["/games", {}]
    assert told["searches"][1][1] == {
        "player": "anna",
        "ruleset": "pente",
        "result": "won",
        "position": "3/3/3 0",
    }
    assert told["searches"][2] == ["/games?result=won", {}]
    dates = told["searches"][3][1]
    assert dates["until"] - dates["since"] == DAY * 23 // 24
    assert told["boards"] == [
        [["", "", "", ""], "/grid?boards=4"],
        [["", room, "", ""], f"/grid?boards=4&rooms=,{room},,"],
        [[""] * 9, "/grid?boards=9"],
        [["", ""], "/grid?boards=2"],
    ]
    assert told["choices"] == [
        ["room-0003", "room-0002"],
        ["room-0000", "room-0003"],
        ["room-0002", "room-0003"],
        ["room-0000", None, None],
    ]


async def test_streaks_and_ratings_are_summed_up_as_in_a_terminal() -> None:
    streaks = [{}, {"won": 3, "best": 5}, {"lost": 2, "best": 1}]
    points = [{"ruleset": "pente", "speed": "blitz", "at": n, "rating": 1500 + 10 * n} for n in range(3)]
    history = [{"ruleset": "gomoku", "speed": "rapid", "at": 0, "rating": 1400}, *points]
    told = await run_node(
        SCRIPTS / "scores.mjs",
        stdin={"streaks": streaks, "histories": [history], "scales": [[1500, 1500], [1247, 1470], [0, 9000]]},
    )
    assert told["streaks"] == [streaks_text(Streaks(**fields)) for fields in streaks]
    assert told["pools"] == [[["pente", "blitz", 3], ["gomoku", "rapid", 1]]]
    assert told["graphs"] == ["4 ratings: first 1400, last 1520, lowest 1400, highest 1520."]
    for scale, (low, high) in zip(told["scales"], [(1500, 1500), (1247, 1470), (0, 9000)], strict=True):
        assert scale[0] < low
        assert high < scale[-1]
        assert len(scale) <= 7


async def test_lists_are_asked_anew_after_a_reconnect_and_by_another_account_until_their_page_is_closed() -> (
    None
):
    told = await run_node(SCRIPTS / "feeds.mjs")
    browse = {"t": "browse", "filter": {"ruleset": "pente"}}
    assert told["beforeConnecting"] == 0
    assert told["first"] == [True, ["b", "a"]]
    assert told["updated"] == ["a", "c", "d"]
    assert told["reconnected"] == [["z"], ["browse", "browse"]]
    assert told["otherAccount"] == [[], [browse]]
    assert told["closed"] == {"t": "unbrowse"}
    assert told["afterClose"] == 0


async def test_a_page_that_closes_does_not_end_what_the_next_page_has_asked_for() -> None:
    told = await run_node(SCRIPTS / "feeds.mjs")
    follow = {"t": "follow", "channel": "people"}
    first = {"t": "follow", "channel": "best"}
    assert told["tv"] == [None, "people", [first, follow, {**follow, "beside": "for-people", "back": True}]]


async def test_a_list_that_could_not_be_loaded_can_be_asked_for_once_more() -> None:
    told = await run_node(SCRIPTS / "feeds.mjs")
    assert told["failed"] == ["Too many questions.", False]
    assert told["retried"] == [None, True, 7, 1]


def _position(spec: Any, *turns: str) -> str:
    rules = ruleset_from(spec)
    game = Game.new(rules)
    for turn in turns:
        game = game.with_turn(parse_turn(turn, rules.size))
    return format_position(game.position)


async def test_an_address_of_the_explorer_is_a_position_and_the_turns_that_the_rules_allow_from_there() -> (
    None
):
    keryo = _position("keryo-pente", "K10", "L10")
    custom = _position({"base": "pente", "size": 13, "goal": 6}, "G7")
    turn = {"notations": ["K10", "L9"], "games": 4, "wins": [1, 3]}
    told = await run_node(
        SCRIPTS / "explored.mjs",
        stdin={
            "queries": [
                "",
                "ruleset=swap2-pente&moves=K10,L10,M9,swap",
                urlencode({"position": keryo, "moves": "N10"}),
                urlencode({"position": custom, "moves": "G8,time:1,A1"}),
                "moves=K10,L10,K10,N10",
                "ruleset=nonsense&position=nonsense&moves=A1",
                urlencode({"position": keryo.replace("19", "18", 1)}),
                urlencode({"position": custom.replace('"size":13', '"size":99')}),
                urlencode({"position": custom.replace('"goal":6', '"captures":6')}),
                urlencode({"position": custom.replace('"goal":6', '"poof":{"0":2}')}),
                urlencode({"position": custom.replace('"base":"pente"', '"base":"toString"')}),
            ],
            "row": "30000000",
            "explored": [{}, {"games": 4, "wins": [1, 3], "turns": [turn]}],
        },
    )
    assert told["positions"] == [
        _position("pente"),
        _position("swap2-pente", "K10", "L10", "M9", "swap"),
        _position("keryo-pente", "K10", "L10", "N10"),
        _position({"base": "pente", "size": 13, "goal": 6}, "G7", "G8", "A1"),
        _position("pente", "K10", "L10", "N10"),
        *[_position("pente")] * 6,
    ]
    assert told["stones"] < 100, "a link must not fill the memory"
    assert told["paths"][1] == "/explore?ruleset=swap2-pente&moves=K10,L10,M9,swap"
    assert told["backs"][1] == "/explore?ruleset=swap2-pente&moves=K10,L10,M9"
    assert told["paths"][2] == f"/explore?{urlencode({'position': keryo, 'moves': 'N10'})}".replace(
        "%2C", ","
    )
    assert told["texts"] == ["no games", "4 games: white won 25 %, black won 75 %, drawn 0 %"]
    assert told["heat"][1] == [[[180, "4"], [162, "4"]], [[180, "75"], [162, "75"]]]
