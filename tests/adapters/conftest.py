"""Providers on loopback: a scripted one for each test, and one real model for the session."""

from collections.abc import Iterator

import pytest

from adapters.providers import Provider, serving
from fundamento.adapters.local import LocalServer


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving() as scripted:
        yield scripted


@pytest.fixture(scope="session")
def local_server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server
