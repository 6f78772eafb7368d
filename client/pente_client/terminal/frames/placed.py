"""A layout of which the page itself says where everything goes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from prompt_toolkit.layout.containers import AnyContainer, Container, to_container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part of a page goes: columns and rows from the left and the top."""

    part: Container
    left: int
    top: int
    columns: int
    rows: int


class PlacedParts(Container):
    """Draws parts one after the other; later ones lie over earlier ones.

    ``parts`` are all that there may be; ``places(columns, rows)`` gives those that are shown now.
    """

    def __init__(self, parts: Sequence[AnyContainer], places: Callable[[int, int], Iterable[Place]]) -> None:
        self._parts = [to_container(part) for part in parts]
        self._places = places

    def write_to_screen(  # noqa: PLR0917 - as prompt_toolkit has it
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,  # noqa: FBT001
        z_index: int | None,
    ) -> None:
        left, top = write_position.xpos, write_position.ypos
        for place in self._places(write_position.width, write_position.height):
            at = WritePosition(left + place.left, top + place.top, max(0, place.columns), max(0, place.rows))
            place.part.write_to_screen(screen, mouse_handlers, at, parent_style, erase_bg, z_index)

    def reset(self) -> None:
        for part in self._parts:
            part.reset()

    def get_children(self) -> list[Container]:
        return self._parts

    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension(preferred=max_available_width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        del width
        return Dimension(preferred=max_available_height)
