"""How durable a Redis server is, from what it says about itself."""

from collections.abc import Sequence

import pytest
from redis.exceptions import NoPermissionError, ResponseError

from pente_server.store.durability import Durability
from pente_server.store.redis.wire.durability import judge, state_from

STRICT_CONFIG = {
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory": "0",
    "maxmemory-policy": "noeviction",
}
STRICT_INFO = {
    "aof_enabled": "1",
    "aof_rewrite_in_progress": "0",
    "aof_rewrite_scheduled": "0",
    "aof_last_write_status": "ok",
    "redis_version": "7.0.15",
    "connected_slaves": "0",
}


def answers(config: dict[str, str], info: dict[str, str]) -> Sequence[object]:
    """What a server with these settings and this state answers, on the wire."""
    words = [word.encode() for setting in config.items() for word in setting]
    lines = "".join(f"{name}:{value}\r\n" for name, value in info.items())
    return words, f"# Persistence\r\n{lines}".encode()


def judged(changes: dict[str, str], *, is_log_whole: bool = True, has_waitaof: bool = False) -> Durability:
    """The durability of a strict server with some changes."""
    config = {key: changes.get(key, value) for key, value in STRICT_CONFIG.items()}
    info = {key: changes.get(key, value) for key, value in STRICT_INFO.items()}
    state = state_from(answers(config, info))
    assert not isinstance(state, Durability)
    return judge(state, is_log_whole=is_log_whole, has_waitaof=has_waitaof)


def test_a_server_that_keeps_all_it_acknowledges_is_strict() -> None:
    assert judged({}).is_strict
    assert judged({}, is_log_whole=False).is_strict


@pytest.mark.parametrize(
    ("changes", "level", "remedy"),
    [
        ({"appendonly": "no", "aof_enabled": "0"}, "none", "appendonly yes"),
        ({"aof_enabled": "0"}, "none", "appendonly yes"),
        ({"appendfsync": "everysec"}, "everysec", "appendfsync always"),
        ({"appendfsync": "no"}, "none", "appendfsync always"),
        ({"aof_last_write_status": "err"}, "none", "disk"),
        ({"no-appendfsync-on-rewrite": "yes"}, "none", "no-appendfsync-on-rewrite no"),
        ({"maxmemory": "100", "maxmemory-policy": "allkeys-lru"}, "none", "noeviction"),
        ({"maxmemory": "100", "maxmemory-policy": "volatile-lru"}, "none", "noeviction"),
    ],
)
def test_a_server_that_may_lose_something_is_not_and_what_to_do_is_said(
    changes: dict[str, str], level: str, remedy: str
) -> None:
    found = judged(changes)

    assert found.level == level
    assert remedy in found.reason
    assert not found.is_passing


@pytest.mark.parametrize("changes", [{"maxmemory": "100"}, {"maxmemory-policy": "allkeys-lru"}])
def test_a_server_that_never_has_to_delete_is_strict(changes: dict[str, str]) -> None:
    assert judged(changes).is_strict


def test_a_rewrite_without_fsync_matters_only_where_no_batch_can_wait_for_the_disk() -> None:
    assert judged({"no-appendfsync-on-rewrite": "yes"}, has_waitaof=True).is_strict


def test_replicas_are_counted_and_change_nothing() -> None:
    found = judged({"connected_slaves": "2"})
    assert (found.is_strict, found.replicas) == (True, 2)


@pytest.mark.parametrize("version", ["6.2.14", "5.0.7", "6.9"])
def test_what_is_too_old_to_be_asked_is_named(version: str) -> None:
    _, info = answers({}, {**STRICT_INFO, "redis_version": version})
    found = state_from([ResponseError("wrong number of arguments for 'config|get' command"), info])
    assert isinstance(found, Durability)
    assert (
        found.reason == f"the store is Redis {version}, which is too old; use Redis 7.0 or newer, or Valkey"
    )


@pytest.mark.parametrize("sign", ["aof_rewrite_in_progress", "aof_rewrite_scheduled"])
def test_a_rewrite_matters_only_while_the_file_has_not_all_data(sign: str) -> None:
    assert judged({sign: "1"}).is_strict

    found = judged({sign: "1"}, is_log_whole=False)
    assert found.level == "none"
    assert found.is_passing


def test_a_server_that_does_not_say_is_unknown() -> None:
    config, info = answers(STRICT_CONFIG, STRICT_INFO)
    denied, gone = NoPermissionError("no permissions"), ResponseError("unknown command 'CONFIG'")

    for said in ([denied, info], [config, denied], [denied, denied]):
        found = state_from(said)
        assert isinstance(found, Durability)
        assert found.level == "unknown"
        assert "+config|get and +info" in found.reason
    for said in ([gone, info], [config, gone]):
        found = state_from(said)
        assert isinstance(found, Durability)
        assert found.level == "unknown"
        assert "disabled" in found.reason
