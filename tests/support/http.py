"""Plain HTTP requests, as a load balancer makes them."""

import asyncio

from tests.support.waiting import patience


async def get(port: int, path: str) -> tuple[int, str]:
    """The status and body of what a server on this machine answers to a GET."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        async with patience(f"an answer to GET {path}"):
            head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
    finally:
        writer.close()
        await writer.wait_closed()
    return int(head.split()[1]), body
