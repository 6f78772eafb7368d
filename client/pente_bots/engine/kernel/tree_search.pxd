cimport cython

from pente_bots.engine.kernel.engine_board cimport EngineBoard
from pente_bots.engine.kernel.evaluation cimport PositionJudge
from pente_bots.engine.kernel.forcing_search cimport ForcingSearch
from pente_bots.engine.kernel.hash_table cimport HashTable
from pente_bots.engine.kernel.move_picker cimport MovePicker
from pente_bots.engine.kernel.search_budget cimport SearchBudget

cdef int EXACT
cdef int AT_LEAST
cdef int AT_MOST
cdef int MAKES_FOUR
cdef int MAKES_FOUR_AND_THREE
cdef int MAKES_OPEN_FOUR
cdef int WIN
cdef int WON
cdef int INFINITE
cdef int PLIES
cdef int WIDTH
cdef int HASH_RANK
cdef int KILLER_RANK
cdef int MOST_HISTORY
cdef int LEAF_FOURS
cdef int LEAF_NODES
cdef int FEW_FOURS
cdef int NODE_FOURS
cdef int NODE_NODES

@cython.final
cdef class TreeSearch:
    cdef public EngineBoard board
    cdef public MovePicker picker
    cdef public HashTable table
    cdef public SearchBudget budget
    cdef public PositionJudge judge
    cdef public ForcingSearch forcing
    cdef public int[::1] root_cells
    cdef public int root_count
    cdef public int best_cell
    cdef public int best_value
    cdef public int[::1] line_cells
    cdef public int[::1] line_lengths
    cdef public int[::1] killers

    @cython.locals(value=int)
    cpdef int search_root(self, int depth, int alpha, int beta, int first) noexcept
    @cython.locals(value=int)
    cpdef int win_by_force(self, int depth, int nodes) noexcept
    @cython.locals(index=int, cell=int, value=int)
    cdef int _search_root(self, int depth, int alpha, int beta, int first) noexcept nogil
    @cython.locals(value=int)
    cdef int _root_value(self, int cell, int depth, int alpha, int beta, bint is_later) noexcept nogil
    @cython.locals(cell=int)
    cdef void _move_to_front(self, int index, int first) noexcept nogil
    @cython.locals(ply=int, length=int, start=int, index=int)
    cdef void _extend_line(self, int cell) noexcept nogil
    @cython.locals(ply=int, me=int, threats=int, cell=int, value=int, bound=int)
    cdef int _search(self, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(value=int)
    cdef int _known(self, int ply) noexcept nogil
    @cython.locals(ply=int)
    cdef void _store(self, int value, int cell, int depth, int bound) noexcept nogil
    @cython.locals(worth=int)
    cdef int _leaf(self, int enough) noexcept nogil
    @cython.locals(me=int, stones=int)
    cdef int _forced(self, int fours, int nodes, int few) noexcept nogil
    @cython.locals(better=int)
    cdef int _fours(self, int side) noexcept nogil
    @cython.locals(count=int, other=int, ply=int, best=int, start=int, best_cell=int, index=int, cell=int, value=int)
    cdef int _answer(self, int depth, int alpha, int beta, int hash_cell) noexcept nogil
    @cython.locals(ply=int, base=int, slot=int, listed=int)
    cdef void _prefer(self, int count, int cell) noexcept nogil
    @cython.locals(me=int, other=int, is_main=bint, worth=int, has_to_defend=bint, won=int, count=int)
    cdef int _explore(self, int depth, int alpha, int beta, int hash_cell) noexcept nogil
    @cython.locals(me=int, is_main=bint, best=int, best_cell=int, start=int, most=int, tried=int, index=int, cell=int, is_forcing=bint, value=int)
    cdef int _try(self, int depth, int alpha, int beta, int count, int worth, bint has_to_defend) noexcept nogil
    @cython.locals(less=int, value=int)
    cdef int _child(self, int depth, int alpha, int beta, int tried, bint is_forcing) noexcept nogil
    @cython.locals(ply=int, slot=int, index=int)
    cdef void _reward(self, int side, int cell, int depth) noexcept nogil
