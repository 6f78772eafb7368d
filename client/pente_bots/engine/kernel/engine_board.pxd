cimport cython

from pente_bots.engine.kernel.line_table cimport LineTable

cdef int MOST_PLIES
cdef int MOST_GAIN
cdef int MOST_CHANGES
cdef int MOST_COUNTED
cdef int FIVE_KIND
cdef int FIRST_COUNTED

# 1080 cells (MOST_CELLS): 25 rows and 11 closed ones, of 25 columns and 5 closed ones; 160 plies (MOST_PLIES).
@cython.final
cdef class EngineBoard:
    cdef public LineTable table
    cdef public int[::1] entries
    cdef public int[::1] facts
    cdef public int size
    cdef public int reach
    cdef public int stride
    cdef public int span
    cdef public int goals[2]
    cdef public int steps[4]
    cdef public long long[::1] random
    cdef public long long units[8]
    cdef public short rows[1080]
    cdef public short shifts[1080]
    cdef public short cells[1080]
    cdef public int line_keys[4320]
    cdef public long long points[1080]
    cdef public long long stones[29]
    cdef public long long shapes[50]
    cdef public long long captures[50]
    cdef public int box[4]
    cdef public int balance
    cdef public long long kind_counts[2]
    cdef public long long taking
    cdef public int gain_counts[64]
    cdef public int[::1] change_cells
    cdef public long long[::1] change_points
    cdef public int changes
    cdef public int notes
    cdef public int note_starts[160]
    cdef public int[::1] note_cells
    cdef public int[::1] note_flags
    cdef public long long[::1] note_points
    cdef public int change_starts[160]
    cdef public int placed_cells[160]
    cdef public long long old_keys[160]
    cdef public int old_boxes[640]
    cdef public long long old_sums[480]
    cdef public int[::1] taken_cells
    cdef public int taken_counts[160]
    cdef public int taken[2]
    cdef public int side
    cdef public int plies
    cdef public long long key

    @cython.locals(row=int, column=int, cell=int, axis=int, step=int, key=int, offset=int)
    cdef void _clear(self) noexcept
    cdef void _forget_changes(self) noexcept
    cpdef int cell_of(self, int point) noexcept nogil
    cpdef int point_of(self, int cell) noexcept nogil
    cdef long long _taken_key(self, int side) noexcept nogil
    cpdef bint is_full(self) noexcept nogil
    @cython.locals(ply=int, side=int, taken=int, index=int)
    cpdef void place(self, int cell) noexcept nogil
    @cython.locals(ply=int, side=int, taken=int, index=int, captured=int, cell=int)
    cpdef void undo(self) noexcept nogil
    cpdef void pass_turn(self) noexcept nogil
    @cython.locals(index=int)
    cdef void _save(self, int ply) noexcept nogil
    @cython.locals(index=int, note=int)
    cdef void _restore(self, int ply) noexcept nogil
    @cython.locals(axis=int, offset=int, base=int, step=int, reach=int)
    cdef void _mark(self, int cell, int stone) noexcept nogil
    @cython.locals(one="long long")
    cdef inline void _mark_row(self, int cell) noexcept nogil
    @cython.locals(own=int, other=int, count=int, axis=int, step=int, length=int, index=int)
    cdef void _find_taken(self, int cell, int side, int ply) noexcept nogil
    @cython.locals(start=int)
    cdef void _put(self, int cell, int side) noexcept nogil
    cdef inline void _widen(self, int row, int column) noexcept nogil
    @cython.locals(start=int)
    cdef void _take(self, int cell, int side) noexcept nogil
    @cython.locals(axis=int, offset=int, step=int, reach=int)
    cdef void _shift(self, int cell, int stone) noexcept nogil
    @cython.locals(slot=int, old_key=int, new_key=int, before=int, after=int, changed="long long", point="long long")
    cdef inline void _change(self, int cell, int axis, int bits) noexcept nogil
    @cython.locals(point="long long", entry="long long", axis=int, key=int)
    cdef void _enter(self, int cell) noexcept nogil
    @cython.locals(change=int)
    cdef inline void _set_point(self, int cell, long long point) noexcept nogil
    @cython.locals(balance=int, first="long long", second="long long", change=int, cell=int, old="long long", new="long long", before=int, after=int, flags=int)
    cdef void _count_changes(self, int start) noexcept nogil
    @cython.locals(note=int)
    cdef void _note(self, int cell, long long old, long long new, int flags) noexcept nogil
    @cython.locals(slot=int, shapes="long long")
    cdef void _follow(self, int cell, long long old, long long new, int flags) noexcept nogil
    @cython.locals(before=int, after=int, flags="long long")
    cdef inline void _follow_captures(self, int cell, int side, long long old, long long new) noexcept nogil
    @cython.locals(count=int, lacking=int, gain=int)
    cpdef int wins(self, int side) noexcept nogil
    cpdef int lacking(self, int side) noexcept nogil
    cpdef int count(self, int side, int kind) noexcept nogil
    cpdef int takes(self, int side) noexcept nogil
    cpdef int threats(self, int side) noexcept nogil
    cpdef int code_at(self, int cell, int side) noexcept nogil
    cpdef bint wins_at(self, int cell, int side) noexcept nogil
    cpdef int gain_at(self, int cell, int side) noexcept nogil
    cpdef int threats_at(self, int cell, int side) noexcept nogil
    cpdef int exposed_at(self, int cell, int side) noexcept nogil
    cpdef int kind_at(self, int cell, int side) noexcept nogil
