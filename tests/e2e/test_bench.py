"""The benchmark's driver still speaks to today's servers; what it measures is not judged here."""

from tests.bench.run import Run
from tests.bench.wire.round_trip import wire_round_trip


def test_a_round_trip_can_be_measured() -> None:
    figures = list(wire_round_trip(Run(quick=True, repeats=1)))
    assert figures
    assert all(figure.value > 0 for figure in figures)
