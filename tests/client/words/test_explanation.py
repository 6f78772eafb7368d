from pente_client.connection import MoveExplained
from pente_client.words.lists.explanation import explanation_lines
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId

BOT = Identity(PlayerId("b" * 32), "patterns", PlayerKind.BOT)


def test_levels_are_marked() -> None:
    explained = MoveExplained(RoomId("room-0001"), BOT, ("main line: K10", "  K10 5", "    L9 -5"))
    said = ["patterns thinks:", "main line: K10", "> K10 5", ">> L9 -5"]
    assert list(explanation_lines(explained)) == said


def test_what_is_said_is_clean() -> None:
    explained = MoveExplained(RoomId("room-0001"), BOT, ("\x1b[31mred",))
    assert "\x1b" not in "".join(explanation_lines(explained))
