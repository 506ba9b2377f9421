"""One real model for the session."""

from collections.abc import Iterator

import pytest

from fundamento.adapters.local import LocalServer


@pytest.fixture(scope="session")
def local_server() -> Iterator[LocalServer]:
    with LocalServer(context=8192) as server:
        yield server
