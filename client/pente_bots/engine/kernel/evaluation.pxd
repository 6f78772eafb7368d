cimport cython

from pente_bots.engine.kernel.engine_board cimport EngineBoard

cdef int MAKES_TWO_THREES
cdef int MAKES_FOUR
cdef int MAKES_FOUR_AND_THREE
cdef int MAKES_OPEN_FOUR
cdef int MOST_WORTH
cdef int MOST_TAKEN
cdef int MOVE_WORTH
cdef int FOUR_NOW
cdef int BETTER_FOUR_NOW
cdef int TWO_THREES_NOW
cdef int TAKE_NOW
cdef int TAKE_NEXT
cdef int THREAT_WORTH

@cython.final
cdef class PositionJudge:
    cdef public EngineBoard board
    cdef public int[::1] captures

    @cython.locals(me=int, other=int, worth=int)
    cpdef int worth(self) noexcept nogil
    cdef int _captures_of(self, int side) noexcept nogil
