"""Each request says its reply: one that does not is refused when it is imported."""

from collections.abc import Callable

import pytest

from pente_protocol.messages.archive import GameList, Games
from pente_protocol.messages.base import Ok, Request, RequestId, Right
from pente_protocol.spec.catalogue import requests


def without_a_reply() -> object:
    class Yawn(Request, tag="yawn"):
        id: RequestId

    return Yawn


def with_that_of_another() -> object:
    class GamesAgain(Games, tag="games_again"):
        """Find finished games, and find them again."""

    return GamesAgain


@pytest.mark.parametrize("declare", [without_a_reply, with_that_of_another])
def test_a_request_that_does_not_say_its_reply_is_refused(declare: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match="must say its own reply"):
        declare()


def test_a_request_needs_all_rights_until_it_says_that_it_is_for_all() -> None:
    class Stretch(Request, tag="stretch"):
        reply = Ok

        id: RequestId

    class GamesAnew(Games, tag="games_anew"):
        reply = GameList

    assert Games.needs is Right.PLAY
    assert Stretch.needs is GamesAnew.needs is Right.ACCOUNT


def test_facts_are_no_fields() -> None:
    fields = {name for request in requests().values() for name in request.__struct_fields__}
    assert not {"reply", "needs"} & fields
    assert Games.reply is GameList
    assert Games.__struct_fields__ == ("id", "which", "cursor", "count")
