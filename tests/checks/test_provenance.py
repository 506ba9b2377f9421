"""Provenance and currency: what the store says now, against what was retrieved."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date

import pytest

from fundamento.answers import Abstention, Claim, Conflict, Draft, GroundedAnswer, Support
from fundamento.checks.context import Context
from fundamento.engine.assessment import ALL_CHECKS, assess
from fundamento.findings import CheckId, Fault, Outcome, Verdict
from fundamento.fragments import Fragment, FragmentRecord, Reader

TEXT = "The deposit is returned within ten days."
FRAGMENT = Fragment(
    "lease@2:0-40", TEXT, document="lease", version="2", readers=frozenset({"group:tenants", "user:ana"})
)
CLAIM = Claim(TEXT, (Support(FRAGMENT.id, "returned within ten days"), Support(FRAGMENT.id, "deposit is returned")))
TODAY = date(2026, 5, 10)


def reasons(
    fragment: Fragment = FRAGMENT,
    records: Mapping[str, FragmentRecord] | None = None,
    reader: Reader | None = None,
) -> list[tuple[CheckId, str]]:
    context = Context({fragment.id: fragment}, as_of=TODAY, records=records, reader=reader)
    assessment = assess(Draft(GroundedAnswer((CLAIM,))), context, ALL_CHECKS)
    assert all(finding.claim == 0 and finding.fragment == fragment.id for finding in assessment.findings)
    return [(finding.check, finding.reason) for finding in assessment.findings]


def test_a_fragment_as_the_store_has_it_passes() -> None:
    assert reasons(records={FRAGMENT.id: FRAGMENT.record()}) == []


def test_a_fragment_that_the_store_lost_gives_one_finding() -> None:
    assert reasons(records={}) == [(CheckId.MISSING_FRAGMENT, "not-in-store")]


def test_a_changed_text_is_found_even_if_the_retrieved_digest_says_otherwise() -> None:
    now = Fragment(FRAGMENT.id, TEXT.replace("ten", "thirty"), readers=FRAGMENT.readers)
    forged = replace(FRAGMENT, sha256=now.sha256)
    assert reasons(forged, {FRAGMENT.id: now.record()}) == [(CheckId.CHANGED_FRAGMENT, "text-differs")]


@pytest.mark.parametrize(
    ("readers", "reader", "expected"),
    [
        ({"group:tenants"}, Reader("bob", {"tenants"}), []),
        ({"user:bob"}, Reader("bob"), []),
        ({"group:tenants"}, Reader("tenants"), ["not-on-allow-list"]),
        ({"user:bob"}, Reader("eve", {"bob"}), ["not-on-allow-list"]),
        (set(), Reader("bob", {"tenants"}), ["no-known-readers"]),
        (None, Reader("bob", {"tenants"}), ["no-known-readers"]),
        (None, None, []),
        ({"group:other"}, None, []),
    ],
)
def test_access_is_an_allow_list(readers: set[str] | None, reader: Reader | None, expected: list[str]) -> None:
    fragment = replace(FRAGMENT, readers=None if readers is None else frozenset(readers))
    wanted = [(CheckId.UNREADABLE_FRAGMENT, reason) for reason in expected]
    assert reasons(fragment, reader=reader) == wanted
    assert reasons(FRAGMENT, {FRAGMENT.id: fragment.record()}, reader) == wanted


@pytest.mark.parametrize(
    ("begins", "ends", "expected"),
    [
        (None, None, []),
        (TODAY, TODAY, []),
        (date(2026, 5, 11), None, ["not-yet-in-force"]),
        (None, date(2026, 5, 9), ["no-longer-in-force"]),
        (date(2020, 1, 1), date(2030, 1, 1), []),
    ],
)
def test_validity_dates_are_inclusive(begins: date | None, ends: date | None, expected: list[str]) -> None:
    fragment = replace(FRAGMENT, effective_from=begins, effective_until=ends)
    assert reasons(fragment) == [(CheckId.OUT_OF_DATE_SOURCE, reason) for reason in expected]


def test_a_superseded_version_is_found() -> None:
    assert reasons(replace(FRAGMENT, superseded_by="3")) == [(CheckId.SUPERSEDED_SOURCE, "newer-version-exists")]


def test_a_store_that_cannot_be_asked_is_a_fault_of_each_check_that_needs_it_and_never_a_pass() -> None:
    context = Context({FRAGMENT.id: FRAGMENT}, as_of=TODAY)
    fault = Fault("store", "StoreError")
    assessment = assess(Draft(GroundedAnswer((CLAIM,))), context, ALL_CHECKS, store_fault=fault)
    assert assessment.findings == ()
    assert {fault.check for fault in assessment.faults} == {
        CheckId.MISSING_FRAGMENT,
        CheckId.CHANGED_FRAGMENT,
        CheckId.UNREADABLE_FRAGMENT,
        CheckId.CHANGED_SOURCE,
        CheckId.SUPERSEDED_SOURCE,
        CheckId.OUT_OF_DATE_SOURCE,
    }
    assert (assessment.verdict, assessment.outcome) == (Verdict.ERROR, Outcome.UNVERIFIED)
    assert [claim.verdict for claim in assessment.claims] == [Verdict.ERROR]


def test_a_declared_conflict_may_not_leak_what_the_reader_may_not_see() -> None:
    context = Context({FRAGMENT.id: FRAGMENT}, as_of=TODAY, reader=Reader("eve"))
    answer = GroundedAnswer((), conflicts=(Conflict("They disagree.", (FRAGMENT.id,), ("F9",)),))
    assessment = assess(Draft(answer), context, ALL_CHECKS)
    assert [(finding.check, finding.claim) for finding in assessment.findings] == [
        (CheckId.UNKNOWN_FRAGMENT, None),
        (CheckId.UNREADABLE_FRAGMENT, None),
    ]


def test_an_id_that_was_not_retrieved_is_unknown_even_if_it_reads_like_one_that_was() -> None:
    context = Context({FRAGMENT.id: FRAGMENT}, as_of=TODAY)
    claim = Claim(TEXT, (Support(FRAGMENT.id, "returned within ten days", retrieved=False),))
    assessment = assess(Draft(GroundedAnswer((claim,))), context, ALL_CHECKS)
    assert [finding.check for finding in assessment.findings] == [CheckId.UNKNOWN_FRAGMENT]


def test_a_rule_that_raises_is_a_fault() -> None:
    class Broken(Mapping[str, FragmentRecord]):
        def __getitem__(self, key: str) -> FragmentRecord:
            raise ZeroDivisionError

        def __iter__(self) -> Iterator[str]:
            raise ZeroDivisionError

        def __len__(self) -> int:
            return 1

        def get(self, key: str, default: object = None) -> FragmentRecord:
            raise ZeroDivisionError

    context = Context({FRAGMENT.id: FRAGMENT}, as_of=TODAY, records=Broken())
    assessment = assess(Draft(GroundedAnswer((CLAIM,))), context, ALL_CHECKS)
    assert assessment.findings == ()
    assert {(fault.part, fault.error, fault.claim) for fault in assessment.faults} == {
        ("check", "ZeroDivisionError", 0)
    }
    assert assessment.outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize("draft", [Draft(Abstention("el precio")), Draft(GroundedAnswer())])
def test_checks_that_are_off_do_not_run(draft: Draft) -> None:
    assert assess(draft, Context({}, as_of=TODAY), frozenset()).findings == ()
