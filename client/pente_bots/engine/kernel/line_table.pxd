cimport cython

cdef int NO_ROW
cdef int TWO
cdef int FOUR
cdef int OPEN_FOUR
cdef int FIVE

@cython.final
cdef class LineTable:
    cdef public bint exact
    cdef public bint takes_two
    cdef public bint takes_three
    cdef public int reach
    cdef public int[::1] entries
    cdef public signed char[::1] classes

    @cython.locals(entry=int)
    cpdef int fill(self, int key) noexcept nogil
    @cython.locals(known=int, found=int)
    cpdef int class_of(self, int key, int side) noexcept nogil
    @cython.locals(fives=int, best=int, reached=int, place=int)
    cdef int _class_with_more(self, int key, int side) noexcept nogil
    cdef int _run(self, int key, int stone, int step) noexcept nogil
    cdef bint _has_line(self, int key, int stone) noexcept nogil
    cpdef int cell(self, int key, int offset) noexcept nogil
    @cython.locals(taken=int, step=int, length=int)
    cdef int _taken(self, int key, int own, int other) noexcept nogil
    @cython.locals(runs=int, step=int, length=int)
    cdef int _threatened(self, int key, int other) noexcept nogil
    @cython.locals(after=int, before=int, first=int, last=int)
    cdef int _exposed(self, int key, int own, int other) noexcept nogil
    cdef bint _can_take(self, int length) noexcept nogil
