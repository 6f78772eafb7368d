"""`pente account vacation`: the days on which one's own correspondence clocks stand still."""

import argparse
import json
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.words.phrases import local_time
from pente_protocol.messages import VacationFound

_MOST_DAYS: Final = 20
_USAGE: Final = "Type vacation on DAYS (1 to 20), vacation off, or just vacation"


def vacation(args: argparse.Namespace) -> int:
    """Start or end a vacation, or tell of it; the exit status."""
    is_on = args.change == "on"
    if is_on != (args.days is not None) or not 1 <= (args.days or 1) <= _MOST_DAYS:
        return fail(args, _USAGE, ExitStatus.USAGE)
    days = args.days if is_on else 0 if args.change == "off" else None

    async def work(client: Client) -> int:
        found = await client.take_vacation(days)
        print(json.dumps(_fields(found)) if args.json else vacation_text(found))
        return 0

    return with_client(args, work)


def vacation_text(found: VacationFound) -> str:
    """Until when the player is on vacation, and how many days are left."""
    days = "1 day is" if found.days_left == 1 else f"{found.days_left} days are"
    left = f"{days} left this year."
    if found.until is None:
        return f"You are not on vacation. {left}"
    when = local_time(found.until)
    return f"You are on vacation until {when} (your local time). {left} To end it: pente account vacation off"


def _fields(found: VacationFound) -> dict[str, Any]:
    return {"t": "vacation", "until": found.until, "days_left": found.days_left}
