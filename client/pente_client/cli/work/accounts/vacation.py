"""`pente account vacation`: the days on which one's own correspondence clocks stand still."""

import argparse
import json
from typing import Any, Final

from pente_client.cli.online.connect import with_client
from pente_client.connection import Client
from pente_client.input.people_orders import MOST_DAYS
from pente_client.options.exit_status import ExitStatus, fail
from pente_client.words.lists.people import vacation_text
from pente_protocol.messages import VacationFound

_USAGE: Final = "Type vacation on DAYS (1 to 20), vacation off, or just vacation"


def vacation(args: argparse.Namespace) -> int:
    """Start or end a vacation, or tell of it; the exit status."""
    is_on = args.change == "on"
    if is_on != (args.days is not None) or not 1 <= (args.days or 1) <= MOST_DAYS:
        return fail(args, _USAGE, ExitStatus.USAGE)
    days = args.days if is_on else 0 if args.change == "off" else None

    async def work(client: Client) -> int:
        found = await client.take_vacation(days)
        print(json.dumps(_fields(found)) if args.json else vacation_text(found, "pente account vacation off"))
        return 0

    return with_client(args, work)


def _fields(found: VacationFound) -> dict[str, Any]:
    return {"t": "vacation", "until": found.until, "days_left": found.days_left}
