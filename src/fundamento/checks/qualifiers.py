"""Does a claim keep what limits its evidence: bounds, hedges, conditions and exceptions?"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from fundamento.answers import Claim, Conflict, Draft, GroundedAnswer
from fundamento.checks.ages import is_age
from fundamento.checks.bounds import in_range, read_bound, rules_out
from fundamento.checks.conditions import find_dropped_part, limits_another
from fundamento.checks.context import Check, Context
from fundamento.checks.exceptions import EXCEPTING, read_exception
from fundamento.checks.frames import find_dropped_limit, find_widened, lay, says_exactly
from fundamento.checks.hedges import find_dropped_hedge
from fundamento.checks.lookup import index_numbers
from fundamento.checks.measures import Quantity, find_range
from fundamento.checks.moments import find_turned_order
from fundamento.checks.negation import has_negation
from fundamento.checks.opposites import are_opposite
from fundamento.checks.passages import Passage, read_passages, split_sentences
from fundamento.checks.places import find_differing, find_written
from fundamento.checks.quantifiers import (
    PICKING,
    QUANTIFYING,
    find_added_restriction,
    find_modifier,
    find_part,
    find_relative,
)
from fundamento.checks.quantifiers import (
    find_widened as find_widened_groups,
)
from fundamento.checks.quantities import Reading, read_quantities
from fundamento.checks.witnesses import find_witnesses
from fundamento.checks.wording import (
    Vocabulary,
    Word,
    content_stems,
    even,
    even_claim,
    read_vocabulary,
    read_words,
    words_in,
)
from fundamento.checks.workdays import SAYS_WORKDAYS, find_workdays
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.text.language import may_share_language
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE


# What in a claim says as much as a bound, wherever it stands.
_KEPT: Final[Mapping[str, re.Pattern[str] | WordPattern]] = {
    "upper-bound": re.compile(
        r"\bn(?:o|ot|'t)\b[^.;]{0,24}\b(?:más|more)\b"
        r"|\b(?:hasta|máxim\w*|a lo sumo|como mucho|no más|no super\w*|sin superar|exced\w*"
        r"|(?<!\bal )(?<!\bpor lo )menos|inferior\w*"
        r"|debajo|límite\w*|limit\w*|tope\w*"
        r"|up to|at most|no more|not more|exceed\w*|maxim\w*|max|fewer|less|under|below|within|cap|capped"
        r"|en menos|dentro|o menos|antes|before|menor\w*"
        r"|(?:have|has|get|gets|tien\w+|dispon\w+|hay|gives?|dan?)(?: de)?(?: [^\W_]+){2,4} (?:to|para)"
        r"|lleg\w+ (?:a|hasta)|alcanz\w+|reach\w*"
        r"|plazo|superar|most|cannot|can't|rebas\w*|sobrepas\w*|entre|from|between|rango|range|de \d+ a)\b",
        _I,
    ),
    "lower-bound": re.compile(
        r"\b(?:al menos|por lo menos|mínim\w*|no menos|desde|a partir|más|superior\w*|super\w*|encima"
        r"|mayor\w*|at least|no less|not less|no fewer"
        r"|minim\w*|more|over|above|starting|upwards|exceed\w*|least|o más|and up|en adelante|entre|between"
        r"|rango|range|from|than|excede\w*|min|older|cumplid\w*|adult\w*|start\w*|part(?:e|en|ir|ía)|lowest|cheapest|smallest|barat\w+)\b",
        _I,
    ),
    "rough": re.compile(
        r"\b(?:aproximad\w*|aprox|alrededor|en torno|cerca|casi|un[oa]s|approx\w*|about|around|rough\w*"
        r"|near\w*|almost|circa|close|some|estim\w*"
        r"|más o menos|más|over|under|menos|less|more|up to|hasta)\b|~|≈|\bca?\.",
        _I,
    ),
    "range": re.compile(
        r"\d[^.;]{0,300} (?:a|y|o|to|and|or) [€$£]?\d|\b(?:hasta|máxim\w*|mínim\w*|menos|más|desde|partir|entre|rango"
        r"|según|pued[ae]n?|up to|at (?:most|least)|within|from|between|range|ranges|m(?:ax|in)imum|than|over|under"
        r"|depending|can|may|could|might|longest|shortest|tard\w+ como)\b",
        _I,
    ),
    "working-days": SAYS_WORKDAYS,
}
_BOUNDS: Final = frozenset(("upper-bound", "lower-bound"))
_OFTEN: Final = re.compile(r"\b(?:cada|every|each) \Z", _I)
_ROUGH_BEFORE: Final = re.compile(
    r"\b(?:aproximadamente|alrededor de|en torno al?|cerca de|casi|unos|unas|approximately|about|around|roughly|nearly"
    r"|almost|circa|close to|some|an estimated|se estima(?: que| en)?)"
    r"(?: de)?(?: (?:el|la|los|las|un|una|a|an|the))? ?[€$£~(]?\Z",
    _I,
)
_ROUGH_AFTER: Final = re.compile(r"[ ,(]*(?:aproximad\w+|aprox\b|approximately|or so|más o menos)", _I)

# What in a claim says as much as an exception, without a word of what is excepted.
_EXCEPTION_KEPT: Final = re.compile(
    r"\b(?:salvo|excep\w*|salvedad|exclu\w*|a menos que|a no ser que|unless|other than|apart from|aside from"
    r"|save for|menos|but not|pero no|no tod[oa]s?|not (?:all|every|always)"
    r"|solo|sólo|únicamente|only|todos menos|aunque|although|pero|but|however|generalmente|general\w*|normal\w*"
    r"|usual\w*|la mayoría|most\w*|casi|almost|si|if)\b",
    _I,
)
_CONDITION: Final = re.compile(
    r"\b(?:siempre que|siempre y cuando|a condición de|con la condición de|solo si|sólo si|únicamente si"
    r"|solo cuando|sólo cuando|solo en caso de|sólo en caso de"
    r"|provided(?: that)?|providing that|as long as|so long as|on condition|only if|only when|only where)\b",
    _I,
)
# What limits a sentence in everyday words: looked for where something was quoted.
_ONLY_WHEN: Final = re.compile(
    r"\b(?:si|cuando|en caso de|if|when|in case of|in the event of"
    r"|(?:para|en|a) (?:[^\W\d_]+ ){1,4}(?:superior|inferior|mayor|menor|de más de|de menos de)(?:es)?"
    r"|(?:for|on) (?:[^\W\d_]+ ){1,4}(?:over|above|under|below|of at least|of more than|of less than))\b",
    _I,
)
_CONDITION_KEPT: Final = re.compile(
    r"\b(?:si|siempre|condici\w*|cuando|solo|sólo|únicamente|caso|tras|previ\w*|requi\w*|necesi\w*|mientras|con"
    r"|if|provid\w*|long as|condition\w*|only|when|where"
    r"|requir\w*|need\w*|must|debe\w*|once|after|with|salvo|unless|excep\w*)\b",
    _I,
)
# A text with none of these words has none of the above.
_HINT_WORDS: Final = """
siempre condicion solo unicamente provided providing long condition only podra podran podria podrian quiza quizas tal
probablemente
posiblemente acaso posible probable supuestamente presuntamente cree estima parecer might perhaps maybe probably
possibly presumably allegedly reportedly supposedly likely believed thought expected could may possible
pudo pudieron pueda puede puedan
si cuando caso if when case event superior superiores inferior inferiores mayores menor menores over above under below
least
"""
_HINTS: Final = frozenset(_HINT_WORDS.split()) | EXCEPTING | QUANTIFYING
_COVERED: Final = 0.6
_NEARLY: Final = 0.75
_KEPT_UP_TO: Final = 20_000
_PLACES: Final = 8  # of one number in a text
_COUNTED: Final = ("figures", "words")
_READ: Final = 64  # numbers of a claim
_OF_CLAIM: Final = ("widened", "restriction-added")  # what these name is the claim's


def find_dropped_qualifiers(claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding]:
    """Find the bounds, hedges, conditions and exceptions of the evidence that a claim leaves out, and those it adds.

    Looks at the whole sentence that a quote was cut from. `detail` holds `qualifier`, as the evidence writes it; where
    the claim alone has it, as the claim does.
    """
    text = even_claim(claim.text)
    counts = bool(read_quantities(text))
    witnesses = find_witnesses(text, read_passages(evidence))
    each_found: list[dict[str, Finding]] = []
    for passage in witnesses:
        found: dict[str, Finding] = {}
        dropped = list(_dropped_bounds(text, passage)) if counts else []
        if _may_limit(passage.sentence):
            dropped += _dropped_clauses(text, passage)
        part = (find_part(passage.sentence, text) if counts else None) or find_modifier(passage.sentence, text)
        if part is not None:
            dropped.append(("part", part))
        restriction = find_added_restriction(passage.sentence, text)
        if restriction is not None:
            dropped.append(("restriction-added", restriction))
        frame = lay(text, passage.sentence)
        limit = find_dropped_limit(frame)
        if limit is not None:
            dropped.append(("limit", limit))
        part = find_dropped_part(frame)
        if part is not None:
            dropped.append(("condition", part))
        dropped += [("widened", word) for word in find_widened(frame)]
        for reason, qualifier in dropped:
            detail = {"qualifier": qualifier}
            ours = find_written(claim.text, qualifier) if reason in _OF_CLAIM else None
            span = ours or find_differing(claim.text, passage.sentence)
            finding = Finding(CheckId.QUALIFIER_DROPPED, reason, None, passage.fragment.id, detail, span)
            found.setdefault(reason, finding)
        if not found:
            return ()
        each_found.append(found)
    # What one sentence supports by itself, another one cannot make a finding of.
    return list(each_found[0].values()) if each_found else ()


def find_other_bounds(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find the numbers that a declared conflict bounds otherwise than all of its fragments that state them."""
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    found = [written for conflict in draft.answer.conflicts for written in _bounded_otherwise(conflict, context)]
    return [Finding(CheckId.QUALIFIER_DROPPED, "another-bound", detail={"qualifier": each}) for each in found]


def _bounded_otherwise(conflict: Conflict, context: Context) -> Iterator[str]:
    told = even_claim(conflict.text)
    texts = [even(context.fragments[each].text) for each in conflict.fragments if each in context.fragments]
    for quantity in _countable(told):
        stated = [(text, other) for text in texts for other in _stated(text, quantity)]
        if stated and all(rules_out(text, other, told, quantity) for text, other in stated):
            yield _written(*stated[0])


CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.QUALIFIER_DROPPED, Family.EVIDENCE, claim=find_dropped_qualifiers, answer=find_other_bounds),
)


def _may_limit(text: str) -> bool:
    said = words_in(text)
    return not (_HINTS.isdisjoint(said) and PICKING.isdisjoint(said))


def _dropped_bounds(claim: str, passage: Passage) -> Iterator[tuple[str, str]]:
    """Find the numbers that the evidence bounds, and the claim does not or in another way."""
    text = passage.sentence
    for quantity in _countable(claim):
        stated = _stated(text, quantity)
        if not stated:
            continue
        if all(rules_out(text, other, claim, quantity) for other in stated):
            if not _tells_order(claim, quantity, text, stated) or _is_alike(claim, text):
                yield "another-bound", _written(text, stated[0])
            continue
        limits = [_limits_of(text, other) for other in stated]
        # A number that stands somewhere without a limit may be told without one.
        for reason, written in limits[0] if all(limits) else ():
            kept = reason in (*_BOUNDS, "range") and _is_bounded(claim, quantity)
            if reason == "rough" and not says_exactly(claim):
                continue  # to leave out that a figure is rough is how people tell it
            if not kept and not _KEPT[reason].search(claim) and (reason != "range" or _is_alike(claim, text)):
                yield reason, written
    if _tells_moment(read_quantities(claim)):
        turned = list(find_turned_order(read_quantities(claim), read_quantities(text)))
        for written in turned if turned and _is_alike(claim, text) else ():
            yield "another-bound", written


def _tells_order(claim: str, quantity: Quantity, text: str, stated: Sequence[Quantity]) -> bool:
    bounds = [read_bound(claim, quantity), *(read_bound(text, other) for other in stated)]
    return any(bound is not None and bound.is_start for bound in bounds)


def _is_alike(claim: str, text: str) -> bool:
    """Say whether a text says of a moment what a claim says: what is open until then is closed from then on."""
    theirs, ours = read_words(text), read_words(claim)
    known, told = read_vocabulary(text), read_vocabulary(claim)
    new = [word for word in ours if word.stem and not known.has(word)]
    return _covers(known, ours, _NEARLY) and not any(are_opposite(word, theirs, told) for word in new)


def _tells_moment(claim: Reading) -> bool:
    return bool(claim.days or claim.clocks or any(each.is_year for each in claim.numbers))


def _countable(claim: str) -> list[Quantity]:
    """Return the numbers of a text that a bound may be told of."""
    read = read_quantities(claim).numbers
    return [each for each in read if each.kind in _COUNTED and not each.is_year][:_READ] if read else []


def _stated(text: str, quantity: Quantity) -> list[Quantity]:
    """Return the places where a text states a number; none where it is all over it."""
    found = [other for other in index_numbers(text).find(quantity) if other.kind in (*_COUNTED, "fraction")]
    return found if len(found) <= _PLACES else []


def _is_bounded(claim: str, quantity: Quantity) -> bool:
    """Say whether a claim bounds a number too, gives a range, or says how often something is."""
    often = _OFTEN.search(claim, max(0, quantity.start - 40), quantity.start)
    return often is not None or read_bound(claim, quantity) is not None or in_range(claim, quantity)


def _written(text: str, quantity: Quantity) -> str:
    bound = read_bound(text, quantity)
    return text[quantity.start : quantity.end] if bound is None else bound.written


def _limits_of(text: str, quantity: Quantity) -> list[tuple[str, str]]:
    """Return what limits a number, as reasons and as the text writes it: a bound or that it is rough, working days."""
    limits = []
    bound = read_bound(text, quantity)
    start = max(0, quantity.start - 40)
    rough = _ROUGH_BEFORE.search(text, start, quantity.start) or _ROUGH_AFTER.match(text, quantity.end)
    if bound is not None and not bound.is_start:
        limits.append((bound.reason, bound.written))
    elif rough is not None:
        limits.append(("rough", rough[0].strip()))
    elif not is_age(text, quantity) and (ends := find_range(read_quantities(text).numbers, text, quantity)):
        limits.append(("range", text[ends[0].start : ends[1].end]))
    workdays = find_workdays(text, quantity)
    return limits if workdays is None else [*limits, ("working-days", workdays)]


def _dropped_clauses(claim: str, passage: Passage) -> Iterator[tuple[str, str]]:
    words = read_words(claim)
    for sentence in split_sentences(passage.sentence):
        if not _may_limit(sentence) or not may_share_language(claim, sentence):
            continue
        relative = find_relative(sentence, claim)
        if relative is not None:
            yield "condition", relative
        if _HINTS.isdisjoint(words_in(sentence)):
            continue
        yield from find_widened_groups(sentence, claim)
        if _covers(read_vocabulary(sentence), words, _COVERED):
            yield from _left_out(claim, words, sentence, whole=passage.whole)


def _left_out(claim: str, words: Sequence[Word], sentence: str, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Yield what a claim that is much of a sentence does not tell of it: an exception, a condition, a hedge."""
    exception = read_exception(sentence, words)
    if (
        exception is not None
        and not exception.told
        and not _keeps_exception(claim, exception.main)
        and not limits_another(sentence, sentence.find(exception.marker), claim)
    ):
        rest = Vocabulary(read_words(exception.main))
        if _covers(rest, words, _COVERED):
            yield "exception", exception.marker
    found = _CONDITION.search(sentence)
    kept = _CONDITION_KEPT.search(claim) is not None
    if (
        found
        and not kept
        and _is_left_out(sentence, found, words)
        and not limits_another(sentence, found.start(), claim)
    ):
        yield "condition", found[0]
    limit = None if whole else _ONLY_WHEN.search(sentence)
    if limit and not kept and _is_limit(sentence, limit, words):
        yield "condition", limit[0]
    hedge = find_dropped_hedge(sentence, claim, words)
    if hedge is not None:
        yield "hedge", hedge


def _keeps_exception(claim: str, main: str) -> bool:
    """Say whether a claim seems to tell an exception in its own words: it says so, or denies what the rest asserts."""
    return _EXCEPTION_KEPT.search(claim) is not None or (has_negation(claim) and not has_negation(main))


def _covers(known: Vocabulary, words: Sequence[Word], share: float) -> bool:
    wanted = [word for word in words if word.stem]
    return bool(wanted) and sum(known.has(word) for word in wanted) >= share * len(wanted)


def _is_left_out(sentence: str, found: re.Match[str], claim: Sequence[Word]) -> bool:
    """Say whether a claim tells the main clause of a sentence, and nothing of what its condition names."""
    stop = re.compile(r"[.;)]|, (?!\w+ (?:y|o|and|or) )").search(sentence, found.end())
    end = stop.start() if stop else len(sentence)
    named = read_words(sentence[found.end() : end])
    rest = Vocabulary(read_words(sentence[: found.start()] + " " + sentence[end:]))
    ours = Vocabulary(claim)
    only_there = [word for word in named if word.stem and not rest.has(word)]
    told = any(ours.has(word) for word in only_there)
    return bool(content_stems(named)) and not told and _covers(rest, claim, _COVERED)


def _is_limit(sentence: str, found: re.Match[str], claim: Sequence[Word]) -> bool:
    """Say whether a claim is the whole of a sentence but for what stands from a word on to the end of its clause."""
    stop = re.compile(r"[.;),]").search(sentence, found.end())
    end = stop.start() if stop else len(sentence)
    rest = read_words(sentence[: found.start()] + " " + sentence[end:])
    limit = [word for word in read_words(sentence[found.start() : end]) if word.stem]
    ours, known = Vocabulary(claim), Vocabulary(rest)
    told = any(ours.has(word) for word in limit if not known.has(word))
    return bool(limit) and not told and _covers(ours, rest, _NEARLY) and _covers(known, claim, _NEARLY)
