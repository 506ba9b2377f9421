"""Whatever a model, a provider or a stream gives: under `strict`, nothing is shown that no passed claim says."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from fundamento import Grounder, Result
from fundamento import result as rendering
from fundamento.answers import GroundedAnswer
from fundamento.errors import InputError
from fundamento.findings import Action, Mode, Verdict
from fundamento.missing.vocabulary import read_vocabulary
from fundamento.streams import StreamedAbstention, StreamedClaim, StreamedConflict, StreamedGap, StreamedNotice
from fundamento.testing import ScriptedModel
from fundamento.text.language import is_function_word
from fundamento.text.stems import stem_word
from fuzz.budget import rounds
from fuzz.outputs import FRAGMENTS, PLANTED, QUESTION, prose, provided, structured, written

WORD = re.compile(r"[^\W_]+")
GREETINGS = set(re.findall(r"\w+", "hola buenos días buenas tardes noches hi hello hey good morning afternoon evening"))
MARKER = re.compile(rf"\[(?:{'|'.join(each.id for each in FRAGMENTS)}|F?\d)\]")
STRICT = Grounder(policy="strict", sinks=())
OBSERVE = Grounder(sinks=())


def words(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(text)}


def own_sentences() -> Iterator[str]:
    for value in vars(rendering).values():
        if isinstance(value, dict) and value.keys() >= {"es", "en"}:
            for said in value.values():
                yield from [said] if isinstance(said, str) else said


OWN = words(own_sentences()) | words([QUESTION]) | GREETINGS
KNOWN = read_vocabulary()


def is_ours(word: str) -> bool:
    """Say whether a word may stand in a sentence of ours: of one, of the question, joining, or a kind of data."""
    return word in OWN or (word.isdigit() and len(word) < 2) or is_function_word(word) or _is_neutral(word)


def _is_neutral(word: str) -> bool:
    return KNOWN.is_neutral(stem_word(word)) or any(
        word in group for group in (KNOWN.verbs, KNOWN.subjects, KNOWN.interrogatives, KNOWN.whys)
    )


def said_by_claims(result: Result) -> list[str]:
    if not isinstance(result.answer, GroundedAnswer):
        return []
    conflicts = [each.text for each in result.answer.conflicts]
    return [*(each.text for each in result.answer.claims), *conflicts]


def find_unverified(result: Result) -> set[str]:
    """Return what a result shows that is in no passed claim, nor ours; the claims that are shown passed."""
    shown = [MARKER.sub(" ", result.text())]
    if result.action is Action.ALLOWED and isinstance(result.answer, GroundedAnswer):
        enforced = {each.claim for each in result.findings if result.modes[each.check] is Mode.ENFORCE}
        failed = [each.index for each in result.claims if each.verdict is Verdict.ERROR or each.index in enforced]
        assert not failed, "a claim that did not pass is shown"
    return {word for word in words(shown) - words(said_by_claims(result)) if not is_ours(word)}


def find_planted(text: str) -> list[str]:
    """Return what of a planted text is shown that needs no inference to be told: a figure, an address."""
    return [mark for mark in ("98765", "600123123", "evil.example") if mark in text]


def check(tried: Counter[str], kind: str, given: Any, form: Any) -> None:
    tried[kind] += 1
    for grounder in (STRICT, OBSERVE):
        try:
            result = grounder.check(given, FRAGMENTS, format=form, question=QUESTION)
        except InputError:  # what is none of a provider's shapes is an error of the caller
            assert form not in {"json", "prose"}
            return
        text = result.text()
        if grounder is STRICT:
            tried[f"{kind}, shown"] += result.action is not Action.WITHHELD
            assert (find_unverified(result), find_planted(text)) == (set(), []), (kind, given, text)


def test_planted_texts_would_be_noticed() -> None:
    assert all(find_planted(text) or words([text]) - OWN for text in PLANTED)
    result = OBSERVE.check(f"El plan Pro cuesta 20 € [1]. {PLANTED[0]}.", FRAGMENTS, format="prose", question=QUESTION)
    assert find_planted(result.text()) == ["98765"]


def test_nothing_unverified_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    tried: Counter[str] = Counter()
    for seed in rounds(0.6):
        random = Random(seed)
        check(tried, "objects", structured(random), "json")
        check(tried, "texts", written(random), "json")
        check(tried, "prose", prose(random), "prose")
        form, given = provided(random)
        check(tried, "providers'", given, form)
    report(capsys, "checked", tried)


def with_aliases(text: str) -> str:
    """Return an output with the names that a model knows the fragments by."""
    for number, fragment in enumerate(FRAGMENTS, 1):
        text = text.replace(fragment.id, f"F{number}")
    return text


class CutModel(ScriptedModel):
    """Streams an output up to a place, and ends there as if it were whole."""

    def __init__(self, text: str) -> None:
        super().__init__([text])
        self.text = text

    def stream(self, request: Any) -> Iterator[Any]:
        yield from self.text


def test_streams_cut_anywhere_show_nothing_unverified(capsys: pytest.CaptureFixture[str]) -> None:
    tried: Counter[str] = Counter()
    for seed in rounds(0.4):
        random = Random(seed)
        whole = with_aliases(written(random))
        # At every byte for one output in ten, else at one place.
        cuts = (
            range(len(whole) + 1) if random.random() < 0.1 and len(whole) < 600 else [random.randrange(len(whole) + 1)]
        )
        for cut in cuts:
            tried["streams"] += 1
            shown = list(show_cut(whole[:cut]))
            assert [mark for text in shown for mark in find_planted(text)] == [], (whole, cut, shown)
    report(capsys, "streamed", tried)


def show_cut(text: str) -> Iterator[str]:
    model = CutModel(text)
    for event in Grounder(model, policy="strict", sinks=()).stream(QUESTION, FRAGMENTS):
        if isinstance(event, StreamedClaim):
            assert event.verdict is Verdict.PASS
            yield event.text()
        elif isinstance(event, StreamedGap | StreamedAbstention):
            said = event.gap.text if isinstance(event, StreamedGap) else event.abstention.missing
            assert [word for word in words([said]) if not is_ours(word)] == []
        elif isinstance(event, StreamedConflict):
            yield event.conflict.text
        elif isinstance(event, StreamedNotice):
            assert all(not finding.detail for finding in event.findings)
        else:
            assert find_unverified(event) == set()
            yield event.text()


def report(capsys: pytest.CaptureFixture[str], what: str, tried: Counter[str]) -> None:
    with capsys.disabled():
        print(
            f"\n{what}: {', '.join(f'{count} {kind}' for kind, count in sorted(tried.items()))};",
            "nothing unverified was shown",
        )
