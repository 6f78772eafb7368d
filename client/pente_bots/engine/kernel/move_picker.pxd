cimport cython

from pente_bots.engine.kernel.engine_board cimport EngineBoard

cdef int WIDTH
cdef int PLIES
cdef int MARGIN
cdef int CAPTURE_BITS
cdef int FEW
cdef int TAKE_ORDER
cdef int SAVE_ORDER
cdef int THREAT_ORDER
cdef int SHELTER_ORDER
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
    cdef public long long inside
    cdef public int columns[67]

    @cython.locals(slot=int)
    cpdef int add(self, int count, int cell, int rank) noexcept nogil
    @cython.locals(first=int, end=int, best=int, slot=int, cell=int, rank=int)
    cpdef int next_best(self, int start, int count) noexcept nogil
    @cython.locals(me=int, point="long long", own=int, other=int, rank=int)
    cpdef int rank(self, int cell) noexcept nogil
    @cython.locals(me=int, is_restricted=bint, count=int, row=int, bits="long long", columns="long long", last=int, cell=int)
    cpdef int list_all(self) noexcept nogil
    @cython.locals(first=int, last=int)
    cdef long long _columns_in_box(self) noexcept nogil
    @cython.locals(near="long long", lined="long long")
    cdef inline long long _promising_in(self, int row) noexcept nogil
    @cython.locals(column=int)
    cdef inline int _first_of(self, long long bits, int row) noexcept nogil
    @cython.locals(count=int, cell=int)
    cdef int _list_empty(self, bint is_restricted) noexcept nogil
    @cython.locals(me=int, count=int, row=int, bits="long long", cell=int)
    cpdef int list_answers(self) noexcept nogil
    cdef inline long long _winning_in(self, int row, int side) noexcept nogil
    @cython.locals(me=int, count=int, row=int, bits="long long", captures="long long", cell=int)
    cpdef int list_defences(self) noexcept nogil
    @cython.locals(me=int, count=int, row=int, bits="long long", cell=int, is_near_goal=bint)
    cpdef int list_forcing(self) noexcept nogil
    @cython.locals(row=int, bits="long long", cell=int)
    cpdef int winning_cell(self) noexcept nogil
