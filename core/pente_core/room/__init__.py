"""The room as a pure state machine: commands are decided into events, events add up to a room."""

from pente_core.room.absence import Absence, grace
from pente_core.room.analysis import NO_ANALYSIS, Analysis, AnalysisTree, NodeComment, NodeMarks, Variation
from pente_core.room.annotating import check_points
from pente_core.room.apply import apply, replay
from pente_core.room.conditions import MOST_PLANNED, Conditions, PlannedLine, lines_of
from pente_core.room.deadlines import deadline
from pente_core.room.decide import Step, decide, step, was_too_late
from pente_core.room.ending import may_continue, opening
from pente_core.room.first_moves import FirstMoves
from pente_core.room.offers import OfferKind, OpenOffer
from pente_core.room.options import (
    DEFAULT_OPTIONS,
    BadOptions,
    BotPolicy,
    ChatPolicy,
    Options,
    RatingRange,
    ViewerDelay,
    WatchPolicy,
)
from pente_core.room.permissions import (
    check_chatting,
    could_watch_all,
    ends_watching,
    hides_game,
    is_expected,
    may_watch,
)
from pente_core.room.refusals import SENTENCES, Reason, Refused
from pente_core.room.room import Room, opened
from pente_core.room.seating import create
from pente_core.room.snapshot import BadSnapshot, Snapshot, UnknownTurn, restore, snapshot
from pente_core.room.turns import allows_conditions
from pente_core.room.view import (
    NOTHING_DUE,
    TurnDue,
    Viewer,
    count_shown,
    end_shown_at,
    hides_end,
    is_seen_later,
    may_know_all,
    next_shown_at,
    turn_due,
    view,
)

__all__ = [
    "DEFAULT_OPTIONS",
    "MOST_PLANNED",
    "NOTHING_DUE",
    "NO_ANALYSIS",
    "SENTENCES",
    "Absence",
    "Analysis",
    "AnalysisTree",
    "BadOptions",
    "BadSnapshot",
    "BotPolicy",
    "ChatPolicy",
    "Conditions",
    "FirstMoves",
    "NodeComment",
    "NodeMarks",
    "OfferKind",
    "OpenOffer",
    "Options",
    "PlannedLine",
    "RatingRange",
    "Reason",
    "Refused",
    "Room",
    "Snapshot",
    "Step",
    "TurnDue",
    "UnknownTurn",
    "Variation",
    "Viewer",
    "ViewerDelay",
    "WatchPolicy",
    "allows_conditions",
    "apply",
    "check_chatting",
    "check_points",
    "could_watch_all",
    "count_shown",
    "create",
    "deadline",
    "decide",
    "end_shown_at",
    "ends_watching",
    "grace",
    "hides_end",
    "hides_game",
    "is_expected",
    "is_seen_later",
    "lines_of",
    "may_continue",
    "may_know_all",
    "may_watch",
    "next_shown_at",
    "opened",
    "opening",
    "replay",
    "restore",
    "snapshot",
    "step",
    "turn_due",
    "view",
    "was_too_late",
]
