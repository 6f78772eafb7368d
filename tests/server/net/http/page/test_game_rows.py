"""The rows of a game's options as the page gets them."""

import json
from typing import Any

import pytest

from pente_protocol.game_options import GAME_OPTIONS, offered_words
from pente_protocol.option import sections
from pente_server.net.http.page.game_rows import game_rows


def page_rows() -> dict[str, dict[str, Any]]:
    told = json.loads(game_rows().decode().removeprefix("export const TABLES = ").removesuffix(";\n"))
    return {row["name"]: row for section in told["en"] for row in section["rows"]}


def test_the_page_has_every_option_in_the_order_of_the_terminal() -> None:
    assert list(page_rows()) == [row.name for _, rows in sections(GAME_OPTIONS) for row in rows]


@pytest.mark.parametrize("row", GAME_OPTIONS, ids=lambda row: row.name)
def test_the_page_offers_what_the_terminal_offers(row: Any) -> None:
    shown = page_rows()[row.name]
    words = [word for word, _ in shown.get("words", [])]
    if shown["kind"] != "switch" and len(offered_words(row)) > 1:
        assert {*words} - {""} == {*offered_words(row)} - {""}
        assert "" in words or row.usual_text in words
    assert shown["title"] == row.title
    assert shown.get("hint") or all(label for _, label in shown["words"] if label != "")


def test_what_is_usual_stands_first_and_no_password_is_shown() -> None:
    rows = page_rows()
    assert [rows[name]["words"][0] for name in ("time", "watch", "teams")] == [
        ["10+5", "10+5"],
        ["anybody", "Anybody"],
        ["", ""],
    ]
    assert rows["takebacks"]["usual"] is True
    assert rows["room_password"]["kind"] == "secret"
