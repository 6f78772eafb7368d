"""A message is the same in every form, however it is encoded."""

import pytest

from pente_core.room import NOTHING_DUE, TurnDue
from pente_core.rules.move import Choice
from pente_protocol.codec import encode_event
from pente_protocol.forms import FORMS, Form
from pente_protocol.messages.rooms import Happened
from pente_protocol.spec.samples.from_server import FROM_SERVER
from pente_protocol.spec.samples.room import EVENTS
from pente_protocol.spec.samples.values import MARK, ROOM
from pente_server.live.listening.frames import EventFrames, MessageFrames

TURNS = [NOTHING_DUE, TurnDue(0, 1), TurnDue(3, 2), TurnDue(1, 0, tuple(Choice))]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
class TestForms:
    @pytest.mark.parametrize("name", EVENTS)
    @pytest.mark.parametrize("due", TURNS, ids=str)
    def test_an_event_is_sent_as_it_is_stored(self, form: Form, name: str, due: TurnDue) -> None:
        frames = EventFrames(ROOM, 17, MARK, encode_event(EVENTS[name]), due)
        assert frames.of(form) == form.encode(Happened(ROOM, 17, MARK, EVENTS[name], **due._asdict()))

    @pytest.mark.parametrize("name", ["welcome back", "synced, playing", "lobby"])
    def test_a_message_is_encoded_once(self, form: Form, name: str) -> None:
        frames = MessageFrames(FROM_SERVER[name])
        assert frames.packet(form) == form.packet(form.encode(FROM_SERVER[name]))
        assert frames.packet(form) is frames.packet(form)
