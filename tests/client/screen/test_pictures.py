"""The pictures of the documents."""

import pytest

from tests.support.client.pictures import PICTURES, PLACE, picture


def test_every_picture_is_there() -> None:
    assert {*PICTURES} <= {path.stem for path in PLACE.glob("*.svg")}


@pytest.mark.parametrize("name", ["game", "narrow"])
async def test_a_picture_shows_the_screen_as_it_is(name: str) -> None:
    """``make pictures`` draws them anew."""
    assert (PLACE / f"{name}.svg").read_text(encoding="utf-8") == await picture(name)
