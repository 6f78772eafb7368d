cimport cython

from pente_bots.engine.kernel.engine_board cimport EngineBoard
from pente_bots.engine.kernel.hash_table cimport HashTable
from pente_bots.engine.kernel.move_picker cimport MovePicker
from pente_bots.engine.kernel.search_budget cimport SearchBudget

cdef int EXACT
cdef long long SALT

@cython.final
cdef class ForcingSearch:
    cdef public EngineBoard board
    cdef public MovePicker picker
    cdef public HashTable table
    cdef public SearchBudget budget
    cdef public long long last_node
    cdef public int first_cell

    @cython.locals(found=int)
    cpdef int win(self, int depth, int nodes) noexcept nogil
    cpdef int first(self) noexcept nogil
    cdef bint _has_to_end(self) noexcept nogil
    @cython.locals(me=int, key="long long", found=int)
    cdef int _attack(self, int depth) noexcept nogil
    @cython.locals(count=int, index=int, found=int, cell=int)
    cdef int _try_forcing(self, int me, int depth) noexcept nogil
    @cython.locals(count=int, index=int, found=int, longest=int)
    cdef int _defend(self, int depth) noexcept nogil
