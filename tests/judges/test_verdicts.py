"""The schema of the verdicts in every dialect, and how they are read: nothing unclear is a verdict."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.contract.dialects import DIALECTS
from fundamento.judgements import Judgement, Unjudged
from fundamento.judges.verdicts import read_verdicts, verdict_schema

YES = Judgement(1.0)
NO = Judgement(0.0)
AGAINST = Judgement(0.0, contradicted=True)
MISSING = Unjudged("MissingVerdict")
UNKNOWN = Unjudged("UnknownVerdict")
MALFORMED = Unjudged("MalformedVerdicts")


def verdict(claim: object, word: object, **more: object) -> dict[str, object]:
    return {"claim": claim, "verdict": word, **more}


def wire(*items: object) -> dict[str, object]:
    return {"verdicts": list(items)}


WHOLE = wire(verdict("C1", "entailed"), verdict("C2", "contradicted"), verdict("C3", "not-proven"))


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (WHOLE, [YES, AGAINST, NO]),
        (json.dumps(WHOLE), [YES, AGAINST, NO]),
        (f" \n```json\n{json.dumps(WHOLE, indent=1)}\n```\n ", [YES, AGAINST, NO]),
        (f"```\n{json.dumps(WHOLE)}```", [YES, AGAINST, NO]),
        (f"<think>C1 is false</think>{json.dumps(WHOLE)}", [YES, AGAINST, NO]),
        ({"verdicts": json.dumps(WHOLE["verdicts"])}, [YES, AGAINST, NO]),
        (WHOLE["verdicts"], [YES, AGAINST, NO]),
        (wire(verdict("C3", "entailed"), verdict("C1", "entailed")), [YES, MISSING, YES]),
        (wire(verdict(1, "ENTAILED"), verdict("[2]", "Not proven"), verdict("c3", "not_proven")), [YES, NO, NO]),
        (wire(verdict("C1", "entailed"), verdict("C1", "entailed")), [YES, MISSING, MISSING]),
        (
            wire(verdict("C1", "entailed"), verdict("C1", "contradicted"), verdict("C1", "entailed")),
            [Unjudged("ContradictoryVerdicts"), MISSING, MISSING],
        ),
        (wire(verdict("C1", "yes"), verdict("C2", None), verdict("C3", True)), [UNKNOWN] * 3),
        (wire(verdict("C4", "entailed"), verdict("C0", "entailed"), verdict("claim 1", "entailed")), [MISSING] * 3),
        (wire(verdict(True, "entailed"), verdict(None, "entailed"), "entailed", 7, []), [MISSING] * 3),
        (wire(), [MISSING] * 3),
        ({"verdict": "entailed"}, [MALFORMED] * 3),
        ({"verdicts": "entailed"}, [MALFORMED] * 3),
        ("entailed", [MALFORMED] * 3),
        ("", [MALFORMED] * 3),
        (json.dumps(WHOLE)[:-20], [MALFORMED] * 3),
        (None, [MALFORMED] * 3),
        (7, [MALFORMED] * 3),
    ],
)
def test_verdicts_are_read_as_meant_and_never_invented(output: object, said: list[object]) -> None:
    assert read_verdicts(output, 3) == said


def test_the_reason_is_kept_short_and_out_of_sight() -> None:
    (said,) = read_verdicts(wire(verdict("C1", "entailed", reason=" zarzaparrilla " + "a" * 999)), 1)
    assert isinstance(said, Judgement)
    assert said.reason == f"zarzaparrilla {'a' * 286}"
    assert "zarzaparrilla" not in repr(said)


def test_a_single_verdict_may_come_without_its_list() -> None:
    assert read_verdicts({"verdicts": verdict("C1", "entailed")}, 1) == [YES]


class Unruly(dict[str, object]):
    def get(self, key: str, default: object = None) -> object:
        raise RuntimeError(key)


def test_an_output_that_raises_when_looked_at_is_malformed() -> None:
    assert read_verdicts(Unruly(), 2) == [MALFORMED] * 2


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["verdicts", "claim", "verdict", "x"]), inner),
    max_leaves=12,
)


@given(json_values, st.integers(1, 5))
def test_nothing_makes_the_reading_raise_or_changes_the_number(value: Any, n: int) -> None:
    assert len(read_verdicts(value, n)) == n


QUOTED = json.dumps(WHOLE)


@pytest.mark.parametrize(
    "output",
    [
        f"The claim holds {QUOTED}",
        f"{QUOTED} says the claim; I do not agree.",
        f"Sure!\n```json\n{QUOTED}\n```",
        f"```json\n{QUOTED}\n```\nThe claim says so itself.",
        f"{QUOTED}\n{QUOTED}",
        f"```json\n{QUOTED}\n```\n```json\n{QUOTED}\n```",
        f"<think>The claim says </think>{QUOTED} and that is odd.</think>",
        f"<think>The claim says </think>{QUOTED}</think>{QUOTED}",
        f"no </think>{QUOTED}",
    ],
)
def test_verdicts_that_a_text_only_quotes_decide_nothing(output: str) -> None:
    assert read_verdicts(output, 3) == [MALFORMED] * 3


@pytest.mark.parametrize("name", DIALECTS)
def test_the_schema_takes_what_it_asks_for_and_nothing_else(name: str) -> None:
    wired = verdict_schema(2, DIALECTS[name])
    assert wired is verdict_schema(2, DIALECTS[name])
    jsonschema.Draft202012Validator.check_schema(dict(wired.schema))
    validator = jsonschema.Draft202012Validator(dict(wired.schema))
    whole = wire(verdict("C1", "entailed", reason=""), verdict("C2", "not-proven", reason=""))
    assert list(validator.iter_errors(whole)) == []
    for broken in (
        wire(verdict("C1", "yes", reason="")),
        wire(verdict("C9", "entailed", reason="")),
        wire(verdict("C1", "entailed")),
        {},
    ):
        assert not validator.is_valid(broken)
    items = wired.schema["properties"]["verdicts"]
    assert ("maxItems" in items) == bool(DIALECTS[name].nested_max_items)
    assert items.get("minItems", 0) <= DIALECTS[name].min_items
    assert list(items["items"]["properties"]) == ["claim", "reason", "verdict"]


def test_clients_get_a_class_with_the_schema_and_its_name() -> None:
    wired = verdict_schema(3, DIALECTS["openai"])
    assert wired.model is verdict_schema(3, DIALECTS["openai"]).model
    assert (wired.model.__name__, wired.model.model_json_schema()) == ("Verdicts", dict(wired.schema))
    assert wired.model is not verdict_schema(2, DIALECTS["openai"]).model
