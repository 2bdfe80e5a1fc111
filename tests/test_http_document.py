"""The HTTP interface held to its own document by schemathesis: what it sends and refuses, and that it never fails."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from mdexa.operations import OPERATIONS
from mdexa.servers.openapi import document
from tests.serving import served

#: Requests of each route and method.
REQUESTS = 15
REJECTED = negative_data_rejection
#: Requests that fit the document, and requests that break it.
MODES = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def server(miniature_index, tmp_path_factory):
    """A server on the invented catalogue."""
    with served(tmp_path_factory.mktemp("document"), "--index", miniature_index) as running:
        yield running


PATHS = [f"/v1/{name}" for name in OPERATIONS] + ["/health", "/version"]


@pytest.mark.parametrize("path", PATHS)
def test_a_route_keeps_to_the_document(server, path):
    """Requests that the document allows, and some that it does not, get answers that it describes."""
    made = document()
    schema = schemathesis.openapi.from_dict(made | {"servers": [{"url": f"http://127.0.0.1:{server.port}"}]})
    schema.config.update(base_url=f"http://127.0.0.1:{server.port}")
    for method in made["paths"][path]:
        operation = schema[path][method]
        for mode in MODES if path.startswith("/v1/") else MODES[:1]:

            @settings(max_examples=REQUESTS, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
            @_given(operation, mode)
            def hold(case):
                answer = case.call()
                # Longer than the server reads: refused before anybody looks at the values.
                long = answer.status_code in (413, 414)
                case.validate_response(answer, checks=[check for check in CHECKS if check is not REJECTED or not long])

            hold()


def _given(operation, mode):
    import hypothesis

    return hypothesis.given(case=operation.as_strategy(generation_mode=mode))
