"""What a request is called with is looked at first."""

from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Any

import pytest

from fundamento import Fragment, Grounder, Outcome, Reader, Settings
from fundamento.errors import InputError
from fundamento.testing import ScriptedModel, answer_json, claim

FRAGMENTS = [Fragment("a", "Cuesta 8 €.")]
GOOD = answer_json(claim("Cuesta 8 €.", ("F1", "Cuesta 8 €")))


def ask(question: Any = "¿Cuánto?", fragments: Any = FRAGMENTS, **options: Any) -> Outcome:
    settings = Settings(tenant_key=b"k")
    return Grounder(ScriptedModel([GOOD]), sinks=(), settings=settings).answer(question, fragments, **options).outcome


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"question": None}, "The question is a NoneType."),
        ({"question": b"x"}, "The question is a bytes."),
        ({"fragments": None}, "fragments= is a NoneType."),
        ({"fragments": "text"}, "fragments= is a str."),
        ({"fragments": {"a": "text"}}, "fragments= is a dict."),
        ({"fragments": [{"id": "a"}]}, "fragments[0] is a dict."),
        ({"reader": "u-42"}, "reader= is a str."),
        ({"as_of": "2026-01-01"}, "as_of= is a str."),
        ({"as_of": datetime(2026, 1, 1, tzinfo=UTC)}, "as_of= is a datetime."),
        ({"scope": ["acme"]}, "scope= is no mapping of names to strings."),
        ({"scope": {"tenant": 7}}, "scope= is no mapping of names to strings."),
        ({"history": None}, "history= is a NoneType."),
        ({"history": {"role": "user"}}, "history= is a dict."),
        ({"history": ["hello"]}, "history[0] is a str."),
    ],
)
def test_the_wrong_kind_of_value_is_an_error_that_says_so(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        ask(**options)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    "options",
    [
        {"fragments": (fragment for fragment in FRAGMENTS)},
        {"scope": MappingProxyType({"tenant": "half a pair: \ud800", "other": 3})},
        {"scope": {}},
        {"as_of": date(2026, 1, 1)},
        {"history": ({"role": ["odd"], "content": 3}, {"content": None})},
    ],
)
def test_what_can_be_worked_with_is_taken(options: dict[str, Any]) -> None:
    assert ask(**options) is Outcome.ANSWERED


@pytest.mark.parametrize("groups", [None, 3, {1}, [None], "support"])
def test_a_reader_has_groups_with_names(groups: Any) -> None:
    with pytest.raises(InputError):
        Reader("u", groups=groups)


def test_a_reader_without_an_id_is_refused() -> None:
    with pytest.raises(InputError):
        Reader(None)  # type: ignore[arg-type]  # what is tested


def test_the_readers_of_a_fragment_are_no_single_string() -> None:
    with pytest.raises(InputError):
        Fragment("a", "text", readers="user:bob")  # type: ignore[arg-type]  # what is tested
