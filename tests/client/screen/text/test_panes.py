"""The moves and the talk: lists that scroll."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.screen.model.remarks import Remark, RemarkKind
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.chat import chat_pane
from pente_client.screen.text.move_list_pane import moves_pane
from pente_client.terminal.glyphs import UNICODE
from pente_client.terminal.scroll_pane import filled, pane_of, rule
from pente_client.terminal.styled_text import line_width, plain
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.fake_client import ADA, ROOM, room_of
from tests.support.games.real_games import load_real_games

GAME = load_real_games()[1]


def model_of(turns: str = "") -> ScreenModel:
    return ScreenModel(me=ADA).showing(room_of(GAME.ruleset, turns=turns))


@given(st.integers(0, 30), st.integers(0, 10), st.integers(0, 50))
def test_a_pane_shows_a_stretch_of_its_list(count: int, height: int, back: int) -> None:
    pane = pane_of(count, lambda index: (("", str(index)),), height, back)
    shown = [int(plain(line)) for line in pane.lines]
    assert len(shown) == min(count, height)
    assert shown == list(range(shown[0], shown[0] + len(shown))) if shown else True
    assert 0 <= pane.most_back <= count
    if back == 0 and shown:
        assert shown[-1] == count - 1


def test_the_latest_moves_are_visible() -> None:
    pane = moves_pane(model_of(" ".join(GAME.moves[:37])), 38, 4)
    assert [plain(line).rstrip() for line in pane.lines] == [
        "── moves ─────────────────────────────",
        " 33 ○ F11           34 ● E14",
        " 35 ○ E13           36 ● D14x2",
        " 37 ○ E13",
    ]
    assert pane.most_back == 16


def test_scrolled_back_the_first_moves_are_visible() -> None:
    model = replace(model_of(" ".join(GAME.moves[:37])), moves_back=99)
    pane = moves_pane(model, 38, 4)
    assert plain(pane.lines[0]).endswith(" 16 lines back ─")
    assert plain(pane.lines[1]).startswith("  1 ○ K10            2 ● H9")


@pytest.mark.parametrize("columns", [26, 38, 50, 78])
def test_moves_fit_their_columns(columns: int) -> None:
    pane = moves_pane(model_of(" ".join(GAME.moves)), columns, 30)
    assert all(line_width(line) <= columns for line in pane.lines)


def test_two_stones_of_a_turn_stand_together() -> None:
    model = ScreenModel(me=ADA).showing(room_of("connect6", turns="K10 A1 C1 E1"))
    assert [plain(line).split() for line in moves_pane(model, 38, 4).lines[1:]] == [
        ["1", "○", "K10", "2", "●", "A1", "C1"],
        ["3", "○", "E1"],
    ]


def test_talk_wraps_and_tells_players_from_others() -> None:
    said = (
        Remark(RemarkKind.SAID, "good luck to all of you", "ada", 0),
        Remark(RemarkKind.SAID, "hi", "ada"),
        Remark(RemarkKind.ASIDE, "who wins?", "eve"),
        Remark(RemarkKind.HAPPENED, "bob is away."),
        Remark(RemarkKind.CALLED, "tria at K10", "bob", 1),
    )
    model = replace(model_of().saying(said), presence=RoomPresence(ROOM, (True, True), 2))
    assert [plain(line) for line in chat_pane(model, 26, 20).lines] == [
        "── chat ────── 2 viewers ─",
        "○ ada: good luck to all of",
        "  you",
        "  ada: hi",
        "  eve (viewers): who wins?",
        "· bob is away.",
        "● bob: tria at K10",
    ]


def test_the_latest_talk_is_visible() -> None:
    model = model_of().saying(tuple(Remark(RemarkKind.SAID, str(n), "eve") for n in range(30)))
    pane = chat_pane(model, 38, 4)
    assert [plain(line) for line in pane.lines[1:]] == ["  eve: 27", "  eve: 28", "  eve: 29"]
    assert pane.most_back == 27
    back = chat_pane(replace(model, chat_back=27), 38, 4)
    assert plain(back.lines[1]) == "  eve: 0"


@given(st.text(st.sampled_from("ab 漢😀"), min_size=1, max_size=200), st.text("ab", min_size=1, max_size=20))
def test_talk_fits_its_columns(text: str, who: str) -> None:
    model = model_of().saying((Remark(RemarkKind.ASIDE, text, who, 1),))
    assert all(line_width(line) <= 30 for line in chat_pane(model, 30, 40).lines)


def test_no_height_no_lines() -> None:
    assert chat_pane(model_of(), 38, 0).lines == ()
    assert moves_pane(model_of(), 38, 0).lines == ()
    assert moves_pane(ScreenModel(me=ADA), 38, 5).lines == ()


def test_rules_are_cut_where_they_must() -> None:
    assert plain(rule("chat", "99 watching", 12, UNICODE)) == "── chat "
    assert len(filled([()], 3)) == 3
