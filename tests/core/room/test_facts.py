"""Each event and each command says its own facts: one that does not is refused when it is imported."""

from collections.abc import Callable
from typing import get_args

import pytest

from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import Value

SILENT = ev.Muted.facts


def without_facts() -> object:
    class Yawned(ev.RoomEvent, tag="yawned"):
        seat: int

    return Yawned


def with_those_of_another() -> object:
    class MovedTwice(ev.Moved, tag="moved_twice"):
        """A stone was placed, and placed again."""

    return MovedTwice


def with_one_left_out() -> object:
    return ev.EventFacts(seen_by=ev.SeenBy.EVERYBODY)  # type: ignore[call-arg]


def a_command_without_facts() -> object:
    class Yawn(cmd.TaggedCommand, tag="yawn"):
        """Yawn."""

    return Yawn


def a_command_of_the_keeper_without_facts() -> object:
    class Sweep(cmd.KeeperCommand):
        """Sweep the room."""

    return Sweep


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (without_facts, "Yawned must say its own facts"),
        (with_those_of_another, "MovedTwice must say its own facts"),
        (with_one_left_out, "missing 5 required"),
        (a_command_without_facts, "Yawn must say its own facts"),
        (a_command_of_the_keeper_without_facts, "Sweep must say its own facts"),
    ],
)
def test_a_class_that_leaves_out_a_fact_is_refused(declare: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        declare()


class Turned(ev.RoomEvent, tag="turned"):
    """A turn that the union of turns does not have."""

    facts = ev.Moved.facts._replace()


class Rested(ev.RoomEvent, tag="rested"):
    """An event that stops clocks, and does not have what remains on them."""

    facts = SILENT._replace(clocked=True)


class Whispered(ev.RoomEvent, tag="whispered"):
    """An event that not everybody sees, and of nobody."""

    facts = SILENT._replace(seen_by=ev.SeenBy.ITS_PLAYER)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Turned, "TurnEvent must have"),
        (Rested, "Rested .* must have what remains"),
        (Whispered, "Whispered must have the player"),
    ],
)
def test_facts_that_do_not_fit_the_fields_are_refused(event: type, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        ev.check_events([*get_args(ev.Event), event], get_args(ev.TurnEvent))


def test_facts_are_no_fields() -> None:
    classes: tuple[type[Value], ...] = (*get_args(ev.Event), *get_args(cmd.Command))
    assert [each.__name__ for each in classes if "facts" in each.__struct_fields__] == []
    assert ev.Muted.__struct_fields__ == ("at", "player")
