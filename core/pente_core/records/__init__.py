"""Game records: values, text formats, and replaying.

Readers take the lines of a file and yield its games one at a time, so that files can have any length. Writers
yield the text of one game at a time.
"""

from pente_core.records.model.calendar_day import Day, DayTime
from pente_core.records.model.record import Comment, Contestant, End, Record, RecordVariation
from pente_core.records.model.scanned_record import BadRecord, ScannedRecord
from pente_core.records.pgn.reader import read_pgn, scan_pgn
from pente_core.records.pgn.writer import format_pgn, write_pgn
from pente_core.records.replay import Problem, Unplayable, check, replay_record, steps
from pente_core.records.sgf.reader import read_sgf, scan_sgf
from pente_core.records.sgf.writer import format_sgf, write_sgf
from pente_core.records.timekeeping import Timekeeping, timekeeping_of
from pente_core.records.transcript import record_of, record_of_log

__all__ = [
    "BadRecord",
    "Comment",
    "Contestant",
    "Day",
    "DayTime",
    "End",
    "Problem",
    "Record",
    "RecordVariation",
    "ScannedRecord",
    "Timekeeping",
    "Unplayable",
    "check",
    "format_pgn",
    "format_sgf",
    "read_pgn",
    "read_sgf",
    "record_of",
    "record_of_log",
    "replay_record",
    "scan_pgn",
    "scan_sgf",
    "steps",
    "timekeeping_of",
    "write_pgn",
    "write_sgf",
]
