"""When actions can be done: functions of the model."""

from collections.abc import Callable

from pente_client.local.speakers import sender
from pente_client.play.shown.advisor import objection_to_advice
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.words.offers import offers_to
from pente_core.room import Refused, decide
from pente_core.room import commands as cmd
from pente_core.room import events as ev


def allows(command: cmd.PlayerCommand) -> Callable[[ScreenModel], bool]:
    """Whether the room, as it was at its latest event, would take a command of the player on a seat."""

    def holds(model: ScreenModel) -> bool:
        if model.room is None or model.seat is None or model.is_over or model.lesson is not None:
            return False
        by = sender(model.room, command) if model.shares_board else model.me
        try:
            decide(model.room, command, by=by, now=model.room.clock.since)
        except Refused:
            return False
        return True

    return holds


def is_offered(model: ScreenModel) -> bool:
    """Whether an offer waits for the player's answer."""
    return model.room is not None and not model.is_over and bool(offers_to(model.room, model.me.id))


def may_rematch(model: ScreenModel) -> bool:
    return model.may_rematch


def may_play_bot(model: ScreenModel) -> bool:
    return model.may_play_bot


def may_advise(model: ScreenModel) -> bool:
    """Whether there is a game about which advice may be given."""
    if not model.may_look_back or model.room is None:
        return False
    return not objection_to_advice(model.room, is_local=model.is_local)


def may_set_up(model: ScreenModel) -> bool:
    return model.is_local and model.lesson is None


def is_lesson(model: ScreenModel) -> bool:
    return model.lesson is not None


def is_game(model: ScreenModel) -> bool:
    """Whether what is shown is no lesson."""
    return model.lesson is None


def is_later_lesson(model: ScreenModel) -> bool:
    return model.lesson is not None and model.lesson.number > 1


def may_look_back(model: ScreenModel) -> bool:
    return model.may_look_back and model.lesson is None


def may_learn(model: ScreenModel) -> bool:
    """Whether there is a review to learn from."""
    return model.review is not None and model.practice is None


def is_learning(model: ScreenModel) -> bool:
    """Whether a better stone is looked for."""
    return model.practice is not None and not model.practice.is_done


def is_elsewhere(model: ScreenModel) -> bool:
    return model.is_elsewhere


def is_tv(model: ScreenModel) -> bool:
    return model.follows


def has_seat(model: ScreenModel) -> bool:
    return model.seat is not None


def has_room(model: ScreenModel) -> bool:
    return model.room is not None


def is_waiting(model: ScreenModel) -> bool:
    """Whether players are awaited before the game."""
    return model.room is not None and model.room.status is ev.Status.WAITING
