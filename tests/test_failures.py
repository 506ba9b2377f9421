"""A failure is called by the name that code gave its class, and by no other."""

import asyncio
import json
import sys
import zipfile

import pytest

from fundamento.errors import StoreError
from fundamento.failures import name_failure

CANARY = "la contraseña de Ana es zafiro"


class OwnError(Exception):
    """One of this module."""

    class InnerError(Exception):
        """One that its module does not have by this name."""


class ShadowedError(Exception):
    """Its name comes to mean something else below."""


SHADOWED = ShadowedError
ShadowedError = OwnError  # type: ignore[assignment, misc]  # what is tested


def make(name: str, module: str = __name__) -> type[Exception]:
    return type(name, (Exception,), {"__module__": module})


def test_what_code_has_by_its_name_is_called_so() -> None:
    broken = json.JSONDecodeError("x", "y", 0)
    errors = [ValueError(CANARY), OwnError(), broken, zipfile.BadZipFile(), StoreError("x"), SystemExit()]
    names = ["ValueError", "OwnError", "JSONDecodeError", "BadZipFile", "StoreError", "SystemExit"]
    assert [name_failure(error) for error in errors] == names
    assert name_failure(asyncio.CancelledError()) == "CancelledError"


@pytest.mark.parametrize(
    "kind",
    [make(CANARY), make("Ana"), make("Ana", "no.such.module"), make("x" * 65), OwnError.InnerError, SHADOWED],
    ids=["a text", "made here", "of no module", "long", "inner", "shadowed"],
)
def test_what_a_program_makes_up_is_not(kind: type[Exception]) -> None:
    assert name_failure(kind()) == "other"


@pytest.mark.parametrize("name", [CANARY, "x" * 65, "a-b", ""])
def test_nor_is_what_is_no_plain_name(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    kind = make(name)
    monkeypatch.setitem(vars(sys.modules[__name__]), name, kind)
    assert name_failure(kind()) == "other"
