"""How a requested game begins: its rules, its clocks, and the position that it may begin from."""

from pente_core.clock.clock import BadTimeControl, TimeControl, parse_time_control
from pente_core.room.options import check_odds
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import BadSetup
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.rooms import Create
from pente_server.limits.errors import RequestDenied, requested_ruleset


def requested_start(request: Create) -> tuple[Ruleset, TimeControl]:
    """The rules and clocks of a requested game, which fit each other and the position that it begins from.

    Raises RequestDenied when no game can begin like that.
    """
    ruleset = requested_ruleset(request.ruleset)
    try:
        time = parse_time_control(request.time)
        check_odds(time, ruleset)
    except BadTimeControl as error:
        raise RequestDenied(ErrorCode.BAD_TIME_CONTROL, str(error)) from None
    if request.setup is not None:
        try:
            request.setup.position(ruleset)
        except BadSetup as error:
            raise RequestDenied(ErrorCode.BAD_POSITION, str(error)) from None
    return ruleset, time
