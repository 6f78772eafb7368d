from pente_client.input.commands import COMMANDS
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.actions.palette import palette_entries
from pente_client.screen.model.screen_model import ScreenModel
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from tests.support.client.fake_client import ADA, BOB, EVE, ROOM, done, room_of


def found(room: Room, typed: str = "", me: object = ADA) -> list[str]:
    model = ScreenModel(me=ADA if me is ADA else EVE, room_id=ROOM).showing(room)
    return [entry.name for entry in palette_entries(model, KeyTable.of(), typed)]


def test_every_command_is_explained() -> None:
    assert all(each.explanation[0].isupper() and each.explanation.endswith(".") for each in COMMANDS.values())


def test_the_palette_has_what_can_be_done_now() -> None:
    playing = found(room_of(turns="K10 L10"))
    assert {"draw", "resign", "takeback", "quit", "/kick"} <= {*playing}
    assert not {"accept", "rematch", "/comment", "bot"} & {*playing}
    offered = found(done(room_of(), cmd.Offer(OfferKind.DRAW), BOB))
    assert {"accept", "decline"} <= {*offered}
    ended = found(done(room_of(), cmd.Resign(), BOB))
    assert {"rematch", "back", "/comment"} <= {*ended}
    assert not {"draw", "resign"} & {*ended}


def test_a_viewer_is_offered_nothing_of_the_players() -> None:
    assert not {"draw", "resign", "takeback", "abort"} & {*found(room_of(), me=EVE)}


def test_typing_narrows_it_down_and_names_come_first() -> None:
    room = room_of(turns="K10 L10")
    assert found(room, "offer")[0] == "draw"
    assert found(room, "resi") == ["resign"]
    assert found(room, "take")[0] == "takeback"
    assert found(room, "/ki") == ["/kick"]
    assert found(room, "no such thing") == []
