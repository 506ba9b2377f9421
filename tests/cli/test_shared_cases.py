"""Every audit case comes out as it should: those beside the checkout, where they are, and the project's own."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command, jsonl
from conftest import case_id, shared_cases
from fundamento.checks import CHECKS
from fundamento.findings import Family

OWN = Path(__file__).parent.parent / "cases"
FAMILIES = ("contract", "quote", "provenance", "conflict", "evidence", "prose", "bound", "facts")
# These may add a finding to what a case lists, unless it lists none or its `absent` names them.
EVIDENCE = {check.id.value for check in CHECKS.values() if check.family is Family.EVIDENCE}


def own_cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (OWN / f"{name}.jsonl").read_text("utf-8").splitlines()]


def differences(case: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """Return what of a case's expectation a row does not meet; spans are those listed.

    Findings are exact; the evidence checks may add one that the case does not rule out.
    """
    expect = case["expect"]
    wrong = [] if row["outcome"] == expect["outcome"] else [f"outcome {row['outcome']}"]
    left = [(finding["claim"], finding["check"]) for finding in row["findings"]]
    for wanted in expect["findings"]:
        fitting = [
            found for found in left if found[0] in {wanted["claim"], None} and found[1] in wanted["check"].split("|")
        ]
        if not fitting:
            wrong.append(f"no {wanted['check']} on {wanted['claim']}")
        left = [found for found in left if found not in fitting]
    absent = set(expect["absent"])
    wrong += [
        f"{check} on {claim}"
        for claim, check in left
        if check not in EVIDENCE or absent & {check, "*"} or not expect["findings"]
    ]
    for wanted in expect["spans"]:
        span = {key: wanted[key] for key in ("fragment", "start", "end")}
        if span not in row["claims"][wanted["claim"]]["spans"]:
            wrong.append(f"no span {span}")
    return wrong


# What is of the family conflict stands among the shared cases of provenance.
SHARED = [case for name in (*FAMILIES[:3], "evidence", "prose", "swaps", "tables") for case in shared_cases(name)]
OURS = [case for family in FAMILIES for case in own_cases(family)]


def audited(run: Command, case: dict[str, Any], policy: str) -> dict[str, Any]:
    given = {key: value for key, value in case.items() if key not in {"expect", "about"}}
    done = run("audit", "-", "--policy", policy, given=jsonl(given))
    (row,) = done.rows
    assert done.status == (1 if row["outcome"] in {"rejected", "unverified"} else 0)
    return row


@pytest.mark.parametrize("case", SHARED, ids=case_id)
def test_a_shared_case_holds(run: Command, case: dict[str, Any]) -> None:
    assert differences(case, audited(run, case, "strict")) == []


@pytest.mark.parametrize("case", OURS, ids=case_id)
def test_a_case_of_ours_holds(run: Command, case: dict[str, Any]) -> None:
    assert differences(case, audited(run, case, "strict")) == []


@pytest.mark.parametrize("case", OURS, ids=case_id)
def test_what_the_checks_say_is_the_same_in_every_mode(run: Command, case: dict[str, Any]) -> None:
    row = audited(run, case, "observe")
    assert differences(case, row) == []
    assert row["action"] == "allowed"


def test_there_are_cases_of_every_family_in_both_languages() -> None:
    kinds = {(family, case["lang"]) for family in FAMILIES for case in own_cases(family)}
    assert kinds == {(family, lang) for family in FAMILIES for lang in ("es", "en")}
    assert len({case["id"] for case in OURS}) == len(OURS) == 613


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"outcome": "rejected"}, ["outcome rejected"]),
        ({"findings": [{"claim": 0, "check": "missing-quote"}]}, ["missing-quote on 0"]),
        ({"claims": [{"spans": []}]}, ["no span {'fragment': 'D1', 'start': 3, 'end': 27}"]),
    ],
)
def test_the_comparison_sees_a_difference(change: dict[str, Any], wrong: list[str]) -> None:
    case = own_cases("contract")[0]
    row = {"outcome": "answered", "findings": [], "claims": [{"spans": [{"fragment": "D1", "start": 3, "end": 27}]}]}
    assert differences(case, row) == []
    assert differences(case, {**row, **change}) == wrong
