"""The OpenAPI document is valid, names all there is, and describes what is answered."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from pente_protocol.messages.rooms import Create, RoomCreated
from pente_server.net.http.api.api import RESOURCES
from tests.server.net.http.api.reading import EMPTY, a_finished_game, raw, read
from tests.support.peer import Peer, Served, creating

HERE = "http://127.0.0.1:8765"


async def described(served: Served) -> Any:
    status, document = await read(served, "/api/openapi.json")
    assert status == 200
    return document


async def test_it_is_a_valid_document(served: Served) -> None:
    document = await described(served)
    assert document["openapi"] == "3.1.0"
    assert document["servers"] == [{"url": HERE}]
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    references = re.findall(r'"\$ref": "#/components/(\w+)/([\w.]+)"', json.dumps(document))
    assert references
    for kind, name in references:
        assert name in document["components"][kind], name
    validator = pytest.importorskip(
        "openapi_spec_validator", reason="openapi-spec-validator is not installed"
    )
    validator.validate(document)


async def test_it_names_every_resource_and_parameter(served: Served) -> None:
    document = await described(served)
    operations = {path: item["get"] for path, item in document["paths"].items()}
    assert len(operations) == len(RESOURCES)
    assert len({operation["operationId"] for operation in operations.values()}) == len(RESOURCES)
    for resource in RESOURCES:
        path = re.sub(r"\b(ID|NAME|CODE)\b", lambda found: f"{{{found[0].lower()}}}", resource.path)
        parameters = operations[path]["parameters"]
        assert [each["name"] for each in parameters if each["in"] == "query"] == [
            parameter.name for parameter in resource.parameters
        ]
        assert [each["name"] for each in parameters if each["in"] == "path"] == re.findall("{(.*?)}", path)
        assert all(each.get("description") or each["schema"] for each in parameters)
        assert re.fullmatch(r"[A-Z].*\.", operations[path]["summary"])


async def test_values_to_choose_from_are_listed(served: Served) -> None:
    parameters = (await described(served))["paths"]["/api/rooms"]["get"]["parameters"]
    schemas = {each["name"]: each["schema"] for each in parameters}
    assert schemas["status"]["enum"] == ["waiting", "playing", "finished", "closed"]
    assert schemas["present"]["type"] == "boolean"
    assert (schemas["count"]["minimum"], schemas["count"]["maximum"]) == (1, 100)


async def test_answers_are_as_they_are_described(served: Served, trio: list[Peer]) -> None:
    game = await a_finished_game(served, trio[0], trio[1], 180, 0, 1)
    code = (await trio[0].told(RoomCreated, Create, **creating())).code
    document = await described(served)
    needed = {"position": unquote(EMPTY), "url": f"{HERE}/g/{game}"}
    for path, item in document["paths"].items():
        given = {
            each["name"]: needed[each["name"]] for each in item["get"]["parameters"] if each["name"] in needed
        }
        here = path.replace("{id}", game).replace("{name}", "alice").replace("{code}", code)
        query = "&".join(f"{name}={value.replace(' ', '%20')}" for name, value in given.items())
        head, body = await raw(served, f"{here}?{query}")
        (type_,) = item["get"]["responses"]["200"]["content"]
        assert f"Content-Type: {type_}".encode() in head, path
        content = item["get"]["responses"]["200"]["content"][type_]
        if "schema" in content:
            validator = Draft202012Validator({**content["schema"], "components": document["components"]})
            assert [error.message for error in validator.iter_errors(json.loads(body))] == [], path


async def test_failures_are_as_they_are_described(served: Served) -> None:
    document = await described(served)
    validator = Draft202012Validator(document["components"]["schemas"]["Problem"])
    for path in ("/api/games/abcdefgh", "/api/rooms?count=x"):
        status, problem = await read(served, path)
        assert str(status) in document["components"]["responses"]
        validator.validate(problem)
