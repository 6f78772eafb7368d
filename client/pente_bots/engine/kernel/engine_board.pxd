cimport cython

from pente_bots.engine.kernel.line_table cimport LineTable

cdef int FIVE_KIND
cdef int VALUE
cdef int KIND
cdef int GAIN
cdef int TAKES
cdef int THREATS
cdef int EXPOSED
cdef int BOX
cdef int SUMS
cdef int MOST_PLIES
cdef int MOST_GAIN
cdef int MOST_CHANGES
cdef int CHANGES_A_PLY
cdef int MOST_COUNTED

@cython.final
cdef class EngineBoard:
    cdef public LineTable table
    cdef public int size
    cdef public int reach
    cdef public int stride
    cdef public int span
    cdef public int[::1] goals
    cdef public int[::1] steps
    cdef public long long[::1] random
    cdef public int[::1] values
    cdef public signed char[::1] kinds
    cdef public int[::1] orders
    cdef public int[::1] cells
    cdef public int[::1] line_keys
    cdef public int[::1] codes
    cdef public long long[::1] traits
    cdef public int[::1] near
    cdef public int[::1] sums
    cdef public int[::1] old_sums
    cdef public int[::1] change_cells
    cdef public int[::1] change_codes
    cdef public long long[::1] change_traits
    cdef public int changes
    cdef public int[::1] change_starts
    cdef public int[::1] placed_cells
    cdef public long long[::1] old_keys
    cdef public int[::1] taken_cells
    cdef public int[::1] taken_counts
    cdef public int[::1] taken
    cdef public int side
    cdef public int plies
    cdef public long long key

    cpdef int cell_of(self, int point) noexcept nogil
    cpdef int point_of(self, int cell) noexcept nogil
    cdef long long _taken_key(self, int side) noexcept nogil
    cpdef bint is_full(self) noexcept nogil
    @cython.locals(ply=int, side=int, start=int, taken=int, index=int)
    cpdef void place(self, int cell) noexcept nogil
    @cython.locals(ply=int, side=int, start=int, taken=int, index=int, captured=int, cell=int)
    cpdef void undo(self) noexcept nogil
    cpdef void pass_turn(self) noexcept nogil
    @cython.locals(change=int, cell=int)
    cdef void _restore(self, int start) noexcept nogil
    @cython.locals(axis=int, offset=int, base=int, step=int, reach=int)
    cdef void _mark(self, int cell, int stone, int by) noexcept nogil
    @cython.locals(row=int, other=int, stride=int)
    cdef void _count_near(self, int cell, int by) noexcept nogil
    @cython.locals(own=int, other=int, count=int, axis=int, step=int, length=int, index=int)
    cdef void _find_taken(self, int cell, int side, int ply) noexcept nogil
    cdef void _put(self, int cell, int side) noexcept nogil
    cdef void _take(self, int cell, int side) noexcept nogil
    @cython.locals(axis=int, offset=int, step=int, reach=int)
    cdef void _shift(self, int cell, int stone) noexcept nogil
    @cython.locals(slot=int, old_key=int, new_key=int, before="long long", after="long long", changed="long long")
    cdef inline void _change(self, int cell, int axis, int bits) noexcept nogil
    @cython.locals(slot=int, code=int, kinds=int)
    cdef inline void _set_code(self, int cell, int side, int axis, int row_class) noexcept nogil
    @cython.locals(change=int)
    cdef inline void _log(self, int cell) noexcept nogil
    @cython.locals(first=int, second=int, traits="long long", entry="long long", axis=int, key=int)
    cdef void _enter(self, int cell) noexcept nogil
    cdef void _leave(self, int cell) noexcept nogil
    @cython.locals(side=int, code=int)
    cdef void _count_codes(self, int cell, int by) noexcept nogil
    @cython.locals(side=int, gain=int, traits="long long")
    cdef void _count_traits(self, int cell, int by) noexcept nogil
    @cython.locals(count=int, lacking=int, gain=int)
    cpdef int wins(self, int side) noexcept nogil
    cpdef int lacking(self, int side) noexcept nogil
    cpdef bint wins_at(self, int cell, int side) noexcept nogil
    cpdef int gain_at(self, int cell, int side) noexcept nogil
    cpdef int threats_at(self, int cell, int side) noexcept nogil
    cpdef int exposed_at(self, int cell, int side) noexcept nogil
    cpdef int kind_at(self, int cell, int side) noexcept nogil
