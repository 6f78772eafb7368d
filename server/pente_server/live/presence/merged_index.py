"""What all nodes say about players or rooms, merged into one entry for each, in sorted lists."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from pente_server.store.presence_store import NodeName

Id = TypeVar("Id", bound=Hashable)
Entry = TypeVar("Entry")


class MergedIndex(Generic[Id, Entry]):
    """Entries by id, of which each node may have one. A page costs what it contains. Mutable."""

    def __init__(
        self,
        lists_of: Callable[[Entry], Iterable[Hashable]],
        place_of: Callable[[Id, Entry], Any],
        merge: Callable[[Sequence[Entry]], Entry],
    ) -> None:
        """``lists_of`` names the lists that an entry is in, and ``place_of`` gives its place there, which is
        different for each id. ``merge`` makes one entry of those of several nodes.
        """
        self._lists_of = lists_of
        self._place_of = place_of
        self._merge = merge
        self._of_nodes: dict[Id, dict[NodeName, Entry]] = {}
        self._entries: dict[Id, Entry] = {}
        self._lists: dict[Hashable, list[tuple[Any, Id]]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, id_: Id) -> Entry | None:
        return self._entries.get(id_)

    def put(self, node: NodeName, id_: Id, entry: Entry | None) -> None:
        """Set what a node says about an id; None: nothing any more."""
        of_nodes = self._of_nodes.setdefault(id_, {})
        if entry is None:
            of_nodes.pop(node, None)
        else:
            of_nodes[node] = entry
        if not of_nodes:
            del self._of_nodes[id_]
        self._replace(id_, self._merge(tuple(of_nodes.values())) if of_nodes else None)

    def _replace(self, id_: Id, entry: Entry | None) -> None:
        before = self._entries.get(id_)
        if before == entry:
            return
        if before is not None:
            del self._entries[id_]
            place = self._place_of(id_, before), id_
            for name in self._lists_of(before):
                places = self._lists[name]
                del places[bisect_left(places, place)]
        if entry is not None:
            self._entries[id_] = entry
            for name in self._lists_of(entry):
                insort(self._lists.setdefault(name, []), (self._place_of(id_, entry), id_))

    def page(self, name: Hashable, after: Any, count: int) -> list[tuple[Id, Entry]]:
        """The first ``count`` entries of a list whose places are after one; None: from the beginning."""
        places = self._lists.get(name, [])
        start = 0 if after is None else bisect_right(places, after, key=lambda pair: pair[0])
        return [(id_, self._entries[id_]) for _, id_ in places[start : start + count]]
