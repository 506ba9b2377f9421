from datetime import date

import pytest

from fundamento.errors import StoreError
from fundamento.fragments import Fragment
from fundamento.spans import Span
from fundamento.stores.metadata import read_fragment, write_metadata

WHOLE = Fragment(
    "m@1:0-4",
    "Hola",
    document="m",
    version="1",
    start=0,
    end=4,
    readers=frozenset({"user:a"}),
    effective_from=date(2026, 1, 1),
    section=("Guía", "Plazos: «a, b»"),
    page=3,
    source=Span(12, 19),
    previous="m@1:a",
    following="m@1:b",
    granularity="block",
)


@pytest.mark.parametrize("fragment", [WHOLE, Fragment("a", "b")])
def test_a_fragment_comes_back_as_it_went(fragment: Fragment) -> None:
    assert read_fragment(fragment.id, fragment.text, write_metadata(fragment)) == fragment


@pytest.mark.parametrize("section", ["[", "{}", "[1]", 5])
def test_a_section_that_is_none_is_an_error(section: object) -> None:
    with pytest.raises(StoreError, match="value for section that is not one"):
        read_fragment("a", "b", {"granularity": "span", "section": section})
