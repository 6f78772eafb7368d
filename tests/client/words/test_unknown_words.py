"""Values of a later version, which are shown as they are."""

import re
from enum import StrEnum

import pytest

from pente_client.words.events import event_text, retired_text
from pente_client.words.lists.people import player_description
from pente_client.words.outcome import room_outcome_text
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.records import Contestant, Record
from pente_core.records.pgn.writer import format_pgn
from pente_core.records.sgf.writer import format_sgf
from pente_core.room import events as ev
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.ruleset import RULESETS
from pente_core.value import WORD, replace, unknown_values
from pente_protocol.spec.catalogue import vocabulary
from tests.support.client.fake_client import ADA, room_of

with unknown_values():
    ADJUDICATION = Termination("adjudication")
    TEAM = PlayerKind("team")
    FLOOD = ev.Closing("flood")


@pytest.mark.parametrize(
    ("winners", "text"),
    [((0,), "ada won: adjudication."), ((), "The game is over without a winner: adjudication.")],
)
def test_an_ending(winners: tuple[int, ...], text: str) -> None:
    room = room_of(turns="K10")
    ended = replace(room, game=room.game.ended(Outcome(ADJUDICATION, winners)))
    assert room_outcome_text(ended) == text


def test_a_player_who_is_out_of_the_game() -> None:
    assert retired_text("ada", ADJUDICATION) == "ada is out of the game (adjudication)."


def test_a_kind_of_player() -> None:
    assert player_description(replace(ADA, kind=TEAM)) == "ada, team"


def test_a_room_that_was_closed() -> None:
    room = room_of()
    assert event_text(ev.Closed(Instant(1), FLOOD), room, room) == "The room is closed: flood."


def test_files_leave_the_kind_out() -> None:
    players = (Contestant("ada", kind=TEAM), Contestant("bob"))
    record = Record(ruleset=RULESETS["pente"], players=players)
    assert "team" not in format_sgf(record)
    assert "?" in format_pgn(record)


def test_no_other_text_becomes_a_value() -> None:
    with unknown_values(), pytest.raises(ValueError, match="x1b"):
        Termination("\x1b[2J")
    with pytest.raises(ValueError, match="team"):
        PlayerKind("team")


def test_all_values_have_the_form_that_later_ones_may_have() -> None:
    types = [type_ for type_ in vocabulary().values() if isinstance(type_, type)]
    values = [str(value) for enum in types if issubclass(enum, StrEnum) for value in enum]
    assert [value for value in values if not re.fullmatch(WORD, value)] == []
