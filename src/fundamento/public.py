"""What a user may see of a result, as plain JSON values: the text, what it is made of, and its citations."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from fundamento.answers import Abstention, Claim, Conflict, GroundedAnswer
from fundamento.findings import Action, CheckId
from fundamento.fragments import Fragment
from fundamento.spans import Span

if TYPE_CHECKING:
    from fundamento.result import Result

SCHEMA: Final = "fundamento.result"
VERSION: Final = 1


def describe(result: "Result") -> dict[str, Any]:
    """Return the public view, as `fundamento.public_form.PublicResult` describes it: nothing that was held back.

    A citation shows the fragment's own text where a quote of it stands, and never what a model wrote. What the reader
    may not read has its number and its ID only.
    """
    answer = None if result.action is Action.WITHHELD else result.answer
    grounded = answer if isinstance(answer, GroundedAnswer) else GroundedAnswer()
    numbers = {cited: number for number, cited in enumerate(result.cited, 1)} if answer is not None else {}
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "answer_id": result.answer_id,
        "lang": result.lang,
        "outcome": result.outcome.value,
        "action": result.action.value,
        "text": result.text(),
        "claims": [
            {"text": claim.text, "numbers": _numbers_of([s.fragment for s in claim.support if s.retrieved], numbers)}
            for claim in grounded.claims
        ],
        "gaps": [gap.text for gap in grounded.gaps],
        "conflicts": [
            {"text": conflict.text, "numbers": _numbers_of(conflict.fragments, numbers)}
            for conflict in grounded.conflicts
        ],
        "abstention": (
            {"missing": answer.missing, "reason": answer.reason} if isinstance(answer, Abstention) else None
        ),
        "removed": len(result.lost) if answer is not None else 0,
        "citations": list(_citations(result, grounded, numbers)),
    }


def _numbers_of(cited: "list[str] | tuple[str, ...]", numbers: Mapping[str, int]) -> list[int]:
    return sorted({numbers[each] for each in cited if each in numbers})


def _citations(result: "Result", answer: GroundedAnswer, numbers: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    writer = _Citations(result, numbers)
    kept = [each for each in result.claims if each.index not in result.lost]
    for index, claim in enumerate(answer.claims):
        evidence = kept[index].evidence.citations if len(kept) == len(answer.claims) else ()
        spans = [(each.fragment.id, span) for each in evidence if each.fragment for span in each.spans or ()]
        yield from writer.of_claim(index, claim, spans)
    for index, conflict in enumerate(answer.conflicts):
        yield from writer.of_conflict(index, conflict)


class _Citations:
    """Writes the citations of one result."""

    __slots__ = ("_cited", "_newer", "_numbers", "_unreadable")

    def __init__(self, result: "Result", numbers: Mapping[str, int]) -> None:
        self._cited: Final = result.cited
        self._numbers: Final = numbers
        findings = [each for each in result.findings if each not in result.exempted]
        self._unreadable: Final = {each.fragment for each in findings if each.check is CheckId.UNREADABLE_FRAGMENT}
        self._newer: Final = {
            each.fragment: each.detail.get("superseded_by")
            for each in result.findings
            if each.check is CheckId.SUPERSEDED_SOURCE
        }

    def of_claim(self, index: int, claim: Claim, spans: list[tuple[str, Span]]) -> Iterator[dict[str, Any]]:
        for cited in dict.fromkeys(each.fragment for each in claim.support if each.retrieved):
            if cited in self._numbers:
                places = dict.fromkeys(span for fragment, span in spans if fragment == cited)
                for span in places or (None,):
                    yield self._write(cited, span, claim=index)

    def of_conflict(self, index: int, conflict: Conflict) -> Iterator[dict[str, Any]]:
        for cited in dict.fromkeys(conflict.fragments):
            if cited in self._numbers:
                yield self._write(cited, None, conflict=index)

    def _write(
        self, cited: str, span: Span | None, *, claim: int | None = None, conflict: int | None = None
    ) -> dict[str, Any]:
        place = {"number": self._numbers[cited], "claim": claim, "conflict": conflict, "fragment": cited}
        if cited in self._unreadable:
            return {**place, **_source(None), **_place(None, None), "newer_version": None}
        fragment = self._cited[cited]
        newer = fragment.superseded_by or self._newer.get(cited)
        return {**place, **_source(fragment), **_place(fragment, span), "newer_version": newer}


def _source(fragment: Fragment | None) -> dict[str, Any]:
    if fragment is None:
        fragment = Fragment("unreadable", "")
    return {
        "document": fragment.document,
        "version": fragment.version,
        "title": fragment.title,
        "section": list(fragment.section),
        "page": fragment.page,
        "effective_from": _day(fragment.effective_from),
        "effective_until": _day(fragment.effective_until),
    }


def _place(fragment: Fragment | None, span: Span | None) -> dict[str, Any]:
    if fragment is None or span is None:
        return dict.fromkeys(
            ("quote", "start", "end", "utf16_start", "utf16_end", "document_start", "document_end"), None
        )
    whole = fragment.start is not None and fragment.document is not None
    inside = span.shift(fragment.start) if whole and fragment.start is not None else None
    return {
        "quote": fragment.text[span.start : span.end],
        "start": span.start,
        "end": span.end,
        "utf16_start": _utf16(fragment.text[: span.start]),
        "utf16_end": _utf16(fragment.text[: span.end]),
        "document_start": inside.start if inside else None,
        "document_end": inside.end if inside else None,
    }


def _utf16(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as JavaScript and Java count."""
    return len(text) + sum(character > "\uffff" for character in text)


def _day(value: date | None) -> str | None:
    return None if value is None else value.isoformat()
