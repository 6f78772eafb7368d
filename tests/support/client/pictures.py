"""The pictures of the documents, drawn anew: ``python -m tests.support.client.pictures``."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pente_client.teaching.tutorial.exercise import RULES
from pente_client.teaching.tutorial.tutor import CourseTutor
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from pente_core.value import replace
from tests.support.client.fake_client import ADA, BOB, FakeClient, room_of
from tests.support.client.screen_picture import svg_of, terminal_of

PLACE: Final = Path(__file__).parents[3] / "docs" / "pictures"
ANNA, BORIS = replace(ADA, name="anna"), replace(BOB, name="boris")
GAME: Final = (
    "K10 L11 N10 L10 L9 M8 K11 K12 J10 H10 M10 O10 N9 L7 L8 M9 K9 K8 J9 M12 H8 G7 J11 J12 H12 G13 L13 H11"
)
MISSED_LESSON, MISS = 5, "H9"
F2: Final = "\x1bOQ"
PICTURES: Final[Mapping[str, tuple[int, int, tuple[str, ...], Mapping[str, str]]]] = {
    "game": (120, 40, (), {}),
    "dark": (80, 24, (), {"PENTE_THEME": "dark"}),
    "light": (80, 24, (), {"PENTE_THEME": "light"}),
    "high-contrast": (80, 24, (), {"PENTE_THEME": "high-contrast"}),
    "colour-blind": (80, 24, (), {"PENTE_THEME": "colour-blind"}),
    "no-colours": (80, 24, (), {"NO_COLOR": "1"}),
    "settings": (80, 24, (F2,), {}),
    "narrow": (60, 24, (), {}),
    "low": (80, 14, (), {}),
}
"""By name: columns, lines, keys and environment."""


async def picture(name: str) -> str:
    """A picture as an SVG document."""
    columns, rows, keys, environ = PICTURES[name]
    client = FakeClient(room_of(players=(ANNA, BORIS), turns=GAME), me=ANNA)
    client.latency = 0.024
    client.happen(cmd.Say("good luck"), BORIS)
    client.happen(cmd.Say("you too, have fun"), ANNA)
    return svg_of(await terminal_of(client, columns, rows, keys=keys, environ=environ))


async def tutorial_picture() -> str:
    """A lesson, once its task was missed."""
    with TemporaryDirectory() as directory:
        tutor = CourseTutor(Path(directory), "anna", "")
        async with tutor.client as client:
            room = await tutor.begin(MISSED_LESSON)
            assert room is not None
            await client.act(room, cmd.Play(parse_point(MISS, RULES.size)))
            await tutor.teacher.settled()
            return svg_of(await terminal_of(client, room=room, tutor=tutor))


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    (PLACE / "tutorial.svg").write_text(asyncio.run(tutorial_picture()), encoding="utf-8")
    for name in PICTURES:
        (PLACE / f"{name}.svg").write_text(asyncio.run(picture(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
