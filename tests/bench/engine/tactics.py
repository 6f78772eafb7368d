"""Which forced wins the engine finds with so many nodes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.player_text import parse_player
from pente_bots.search.request import SearchRequest
from tests.bench.engine.kernel_build import NOT_COMPILED, affordable
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.support.tactics.forced_wins import ForcedWin, load_forced_wins

NODES: Final = (1000, 10_000, 100_000)
REFERENCE: Final = "patterns-3"


@dataclass(slots=True)
class Tally:
    """How a player did on some positions. Mutable."""

    solved: dict[int, int] = field(default_factory=dict)
    """How many, by the stones that the win takes."""
    tried: dict[int, int] = field(default_factory=dict)
    proven: int = 0
    """Where it reported a win in so many stones, and did not only place the right one."""
    others: int = 0
    """Where it reported a win by a first stone that the suite does not know; those count as solved."""

    def add(self, one: ForcedWin, plays_win: bool, reports_win: bool) -> None:
        """Count a position."""
        self.tried[one.win_in] = self.tried.get(one.win_in, 0) + 1
        self.solved[one.win_in] = self.solved.get(one.win_in, 0) + (plays_win or reports_win)
        self.proven += reports_win
        self.others += reports_win and not plays_win

    @property
    def percent(self) -> float:
        """The solved share."""
        return 100 * sum(self.solved.values()) / sum(self.tried.values())

    @property
    def note(self) -> str:
        """The lengths of the wins, and how sure the player was.

        >>> Tally({5: 1, 3: 2}, {5: 4, 3: 2}, proven=2).note
        '3: 2/2, 5: 1/4; 2 reported as won'
        """
        lengths = ", ".join(
            f"{length}: {self.solved[length]}/{self.tried[length]}" for length in sorted(self.tried)
        )
        unknown = f", {self.others} of them by other stones" if self.others else ""
        return f"{lengths}; {self.proven} reported as won{unknown}"

    @property
    def parts(self) -> Mapping[str, float]:
        """The solved share by length."""
        return {
            f"wins in {length}, %": 100 * self.solved[length] / self.tried[length]
            for length in sorted(self.tried)
        }


@benchmark
def engine_tactics(run: Run) -> Iterator[Figure]:
    """The share of forced wins that is found: by a stone known to win, or a reported win; by length."""
    suite = load_forced_wins()[:: 3 if run.quick else 1]
    limits = affordable(NODES)
    if limits != list(NODES):
        run.progress(f"{NOT_COMPILED}: no more than {limits[-1]:,} nodes a position")
    yield from shares(run, suite, limits)


def shares(run: Run, suite: Sequence[ForcedWin], limits: Sequence[int]) -> Iterator[Figure]:
    """What the engine solves with each limit of nodes, and what the reference solves."""
    reference = tally(parse_player(REFERENCE), suite)
    run.progress(REFERENCE)
    for nodes in limits:
        label = f"engine, {nodes:,} nodes"
        own = tally(parse_player(f"engine:nodes={nodes}"), suite)
        run.progress(label)
        ratio = own.percent / reference.percent if reference.percent else None
        yield Figure(label, own.percent, "% solved", ratio, REFERENCE, own.note, own.parts)
    yield Figure(REFERENCE, reference.percent, "% solved", note=reference.note, parts=reference.parts)


def tally(contestant: NamedPlayer, suite: Sequence[ForcedWin]) -> Tally:
    """Ask a player about each position; it remembers nothing of the others."""
    found = Tally()
    for one in suite:
        player = contestant.make(Random(1))
        try:
            best = player.search(SearchRequest(one.position)).best
        finally:
            player.close()
        win_in = best.score.win_in
        found.add(one, best.points[0] in one.wins, win_in is not None and win_in > 0)
    return found
