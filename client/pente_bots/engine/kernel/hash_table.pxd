cimport cython

cdef int OFFSET
cdef int AGES

@cython.final
cdef class HashTable:
    cdef public long long mask
    cdef public long long[::1] slots
    cdef public long long age
    cdef public long long found

    cpdef void renew(self) noexcept nogil
    @cython.locals(slot="long long")
    cpdef void clear(self) noexcept nogil
    @cython.locals(slot="long long")
    cpdef bint probe(self, long long key) noexcept nogil
    @cython.locals(slot="long long", old="long long", entry="long long")
    cpdef void store(self, long long key, int value, int cell, int depth, int bound) noexcept nogil
    cpdef int value(self) noexcept nogil
    cpdef int cell(self) noexcept nogil
    cpdef int depth(self) noexcept nogil
    cpdef int bound(self) noexcept nogil
