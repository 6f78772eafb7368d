cimport cython

from pente_bots.engine.kernel.engine_board cimport EngineBoard

cdef int MAKES_FOUR
cdef int MAKES_OPEN_FOUR
cdef int WIDTH
cdef int PLIES
cdef int BOX
cdef int MARGIN
cdef int FEW
cdef int TAKE_ORDER
cdef int SAVE_ORDER
cdef int THREAT_ORDER
cdef int EXPOSED_ORDER

@cython.final
cdef class MovePicker:
    cdef public EngineBoard board
    cdef public signed char[::1] closed
    cdef public bint is_thorough
    cdef public int plies_until_closed
    cdef public int[::1] cells
    cdef public int[::1] ranks
    cdef public int[::1] history

    @cython.locals(slot=int)
    cpdef int add(self, int count, int cell, int rank) noexcept nogil
    @cython.locals(base=int, best=int, slot=int, cell=int, rank=int)
    cpdef int next_best(self, int start, int count) noexcept nogil
    @cython.locals(me=int, span=int, rank=int)
    cpdef int rank(self, int cell) noexcept nogil
    @cython.locals(me=int, is_restricted=bint, count=int, row=int, base=int, cell=int)
    cpdef int list_all(self) noexcept nogil
    cdef bint _is_in_line(self, int cell) noexcept nogil
    @cython.locals(count=int, cell=int)
    cdef int _list_empty(self, bint is_restricted) noexcept nogil
    @cython.locals(me=int, count=int, row=int, base=int, cell=int)
    cpdef int list_answers(self) noexcept nogil
    @cython.locals(me=int, count=int, row=int, base=int, cell=int)
    cpdef int list_defences(self) noexcept nogil
    @cython.locals(me=int, count=int, row=int, base=int, cell=int, lacking=int)
    cpdef int list_forcing(self) noexcept nogil
    @cython.locals(row=int, base=int, cell=int)
    cpdef int winning_cell(self) noexcept nogil
    @cython.locals(edge=int)
    cpdef int low(self, int end) noexcept nogil
    @cython.locals(edge=int)
    cpdef int high(self, int end) noexcept nogil
