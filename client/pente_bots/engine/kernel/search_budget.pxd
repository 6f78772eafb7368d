cimport cython

cdef int EVERY

@cython.final
cdef class SearchBudget:
    cdef public long long most
    cdef public object is_over
    cdef public object error
    cdef public long long nodes
    cdef public long long next_look
    cdef public bint stopped

    cdef void spend(self) noexcept nogil
    cpdef void stop(self) noexcept nogil
    cdef void _plan(self) noexcept nogil
    cdef void _look(self) noexcept with gil
