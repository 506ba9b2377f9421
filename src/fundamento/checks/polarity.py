"""Does a claim deny what its evidence asserts, or assert what it denies?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.checks.affirmations import read_affirmed
from fundamento.checks.context import Check, Context
from fundamento.checks.disclosures import read_disclosures, telling_words
from fundamento.checks.exceptions import EXCEPTING, Excepting, read_exception
from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.forces import find_averted, find_other_force, have_same_force
from fundamento.checks.frames import Frame, find_opposite, lay
from fundamento.checks.negation import Polarity, denies_forever, has_negation, read_polarity
from fundamento.checks.opposites import are_opposite, find_counterpart, may_oppose
from fundamento.checks.passages import Passage, read_passages, split_sentences
from fundamento.checks.permissions import drop_at_any_time, drop_permission, is_conditional, may_permit, read_permission
from fundamento.checks.places import find_differing
from fundamento.checks.quantities import read_quantities
from fundamento.checks.witnesses import find_witnesses
from fundamento.checks.wording import Vocabulary, Word, even_claim, read_vocabulary, read_words, root, words_in
from fundamento.evidence import Citation, Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.text.language import may_share_language

_I: Final = re.IGNORECASE
# Words that deny by themselves: beside one of these, a negation more or less may be the same said otherwise.
_NEGATIVE: Final = re.compile(
    r"\b(?:im(?:posib|proced)\w*|inadmis\w*|incap\w*|insuf\w*|irr\w*|inv[aá]lid\w*|prohib\w*|prohíb\w*|deneg\w*"
    r"|denieg\w*|rechaz\w*|exclu\w*|car(?:ec|ez)\w*|falt\w*|ausen\w*|dej[aóe]\w*"
    r"|evit\w*|imp[ií]d\w*|neg[aóoé]\w*|nieg\w*|pierd\w*|cancel\w*|salvo|excep\w*|menos|solo|sólo|únic\w*"
    r"|poc[oa]s?|apenas|raramente|ya no|antes de|hasta que|en vez de|en lugar de|contra"
    r"|non\w*|un\w+able|impossib\w*|invalid|forbid\w*|forbad\w*|den(?:y|ie)\w*|reject\w*|refus\w*|lack\w*"
    r"|fail\w*|miss\w*|absen\w*|avoid\w*|prevent\w*|without|only|few\w*|little|hardly|barely|rarely|seldom"
    r"|instead|rather|unless|until|before|exempt\w*|free|unable|false\w*|fals[oa]s?|wrong|dejar|carente"
    r"|desconoc\w*|unknown|dis\w+|des\w+|in\w+ble\w*)\b",
    _I,
)
# Negations that limit or compare, and deny no fact: not until (in Spanish, not "up to" so many), not as ... as, the
# biggest ever.
_LIMITED: Final = re.compile(
    r"(?:\bno\b|\bnot\b|n't\b|\bnunca\b|\bnever\b)[^.;]{0,120}\b(?:hasta(?! \d[\d.,]* (?!d[ií]as?\b|horas?\b"
    r"|minutos?\b|segundos?\b|mes(?:es)?\b|años?\b|semanas?\b|de\b|a\b|h\b|min\b)\w)|until|till|sino)\b"
    r"|(?:\bno\b|\bnot\b|n't\b)[^.;,]{0,24}\b(?:tan|tanto|as|más|menos|more|less|the \w+est|necesariamente"
    r"|necessarily)\b"
    r"|\b(?:mayor|mejor|peor|menor|más|biggest|best|most|worst)\b[^.;]{0,40}\b(?:nunca|jamás|never)\b",
    _I,
)
_NOT_BEFORE: Final = re.compile(r"(?:\bno\b|\bnot\b|n't\b|\bnunca\b|\bnever\b)[^.;]{0,120}\b(?:antes|before)\b", _I)
_NOT_UNTIL: Final = re.compile(
    r"(?:\bno\b|\bnot\b|n't\b)[^.;]{0,120}\b(?:hasta(?: que| el| la| l[oa]s)|until|till)\b", _I
)
_EARLIER: Final = re.compile(r"\b(?:antes del?|before|prior to)\b", _I)
_FROM_THEN: Final = re.compile(r"\b(?:from|after|since|once|starting|desde|a partir|después|tras)\b", _I)
_UP_TO_THEN: Final = re.compile(r"\b(?:until|till|before|hasta|antes)\b", _I)
_IN_PART: Final = re.compile(r"\bno tod[oa]s?\b|\bnot (?:all|every\w*|always)\b", _I)
# Unless somebody objects: if nobody does.
_IF_NOT: Final = re.compile(
    r"\b(?:si|mientras|siempre que|if|as long as|provided(?: that)?|so long as)\b[^.;,]{0,60}?"
    r"(?:\b(?:no|nadie|ning[uú]n\w*|not|nobody|no one|none|neither)\b|n't\b)",
    _I,
)
# Beside these a claim sets what is excepted apart itself.
_LIMITS: Final = re.compile(
    r"\b(?:salvo|excep\w*|exclu\w*|menos|no ser|a no|unless|unlike|other|apart|aside|save|but|pero|sin|without|only"
    r"|solo|sólo|únic\w*|si|if|when|cuando|tod[oa]s?|all|every\w*|any|cada|aunque|although|while|mientras|rest\w*|others?)\b",
    _I,
)
_WITHOUT: Final = re.compile(r"\b(?:sin|without)\b", _I)
# What only carries a participle: the price comes with VAT included, includes it.
_CARRIES: Final = re.compile(
    r"\b(?:llev\w+|v[ae]n?|vien\w+|tien\w+|comes?|has|have) (?=(?:[^\W\d_]+ ){0,4}inclu[ids]\w*)", _I
)
# Who may be anybody is no part of what may be done.
_ANYONE: Final = frozenset(("anyone", "anybody", "everyone", "everybody", "cualquiera"))
_COVERED: Final = 0.8
_TWO: Final = 2
_LIMITING_WORDS: Final = """
salvo excepto menos solo unicamente sino pero aunque except unless only but although other
"""
_LIMITING: Final = frozenset(_LIMITING_WORDS.split())
_ALIKE: Final = 0.9


def find_flipped_polarity(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find a negation of the evidence that a claim has lost, or one that it has added.

    Looks at the whole sentence that a quote was cut from. `detail` holds `word`, the stem of what is denied on one
    side.
    """
    text = _drop_carrying(even_claim(read_affirmed(claim, context.question).text))
    words = read_words(text)
    flips = []
    for passage in find_witnesses(text, read_passages(evidence)):
        flip = _find_any(text, words, passage)
        if flip is None:  # what one sentence supports by itself, another one cannot make a finding of
            return ()
        flips.append((passage, *flip))
    if not flips:
        return ()
    passage, reason, word = flips[0]
    span = find_differing(claim.text, passage.sentence)
    return (Finding(CheckId.POLARITY_FLIPPED, reason, fragment=passage.fragment.id, detail={"word": word}, span=span),)


def _find_any(text: str, words: Sequence[Word], passage: Passage) -> tuple[str, str] | None:
    """Return a reason and a stem where one sentence says the contrary of a claim."""
    word = _find_opposite(text, words, passage)
    if word is not None:
        return "opposite-word", word
    frame = lay(text, passage.sentence)
    contrary = find_opposite(frame)
    if contrary is not None and not _turns_order(text, passage.sentence):
        # What is denied of the contrary is said: not accepted, refused.
        return ("opposite-word", contrary[0]) if has_negation(text) == has_negation(passage.sentence) else None
    found = _find_done(text, frame, passage)
    if found is not None:
        return found
    if (not has_negation(text) and not _may_deny(passage.sentence)) or have_same_force(frame):
        return None
    return _find_flip(text, words, read_polarity(text), passage)


def _find_done(text: str, frame: Frame, passage: Passage) -> tuple[str, str] | None:
    """Return a reason and a stem where a claim says otherwise what is to be done, to be avoided, or may be done."""
    averted = find_averted(frame)
    if averted is not None:
        return "negation-lost", averted
    force = find_other_force(frame)
    if force is not None:
        return "another-force", force
    return _find_forbidden(text, passage)


def find_denied_disclosures(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find the declared conflicts with a clause that says the opposite of each fragment that they name."""
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    found = []
    for clauses, fragments in read_disclosures(draft, context):
        for clause in (each for each in clauses if len(telling_words(each)) >= _TWO):
            flips = [_flips_of(clause, fragment, context) for fragment in fragments]
            if all(flips):
                found.append(replace(flips[0][0], fragment=None, span=None))
                break
    return found


def _flips_of(clause: str, fragment: Fragment, context: Context) -> Sequence[Finding]:
    support = Support(fragment.id)
    return find_flipped_polarity(Claim(clause, (support,)), Evidence.of([Citation(support, fragment)]), context)


CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.POLARITY_FLIPPED, Family.EVIDENCE, claim=find_flipped_polarity, answer=find_denied_disclosures),
)


def _may_deny(text: str) -> bool:
    return has_negation(text) or not EXCEPTING.isdisjoint(words_in(text))


def _drop_carrying(text: str) -> str:
    return _CARRIES.sub("", text) if "inclu" in text else text


def _find_forbidden(claim: str, passage: Passage) -> tuple[str, str] | None:
    """Return a reason and a stem where a claim says that something may be done that a sentence forbids, or contrary."""
    if not may_permit(claim):
        return None
    bare = drop_at_any_time(claim)
    claim = bare or claim
    allowed = read_permission(claim)
    words = read_words(drop_permission(claim)) if allowed is not None else ()
    wanted = [word for word in words if word.stem and word.plain not in _ANYONE]
    if not wanted or is_conditional(claim):
        return None
    found: tuple[str, str] | None = None
    for sentence in split_sentences(passage.sentence):
        said = read_permission(sentence)
        if said is None or (bare is None and is_conditional(sentence)) or not may_share_language(claim, sentence):
            continue
        known = Vocabulary(read_words(drop_permission(sentence)))
        without = len(_WITHOUT.findall(claim)) == len(_WITHOUT.findall(sentence))
        if not without or not all(known.has(word) for word in wanted):
            continue
        if said is allowed:
            return None
        found = found or ("negation-lost" if allowed else "negation-added", wanted[0].stem)
    return found


def _find_opposite(claim: str, words: Sequence[Word], passage: Passage) -> str | None:
    """Return the stem of the one word that a claim has not from a sentence, and that says the opposite of one there."""
    if not may_oppose(claim, passage.sentence):
        return None
    wanted = [word for word in words if word.stem and word.plain not in NUMBER_WORDS]
    if len(wanted) < _TWO:
        return None
    ours, denied = Vocabulary(wanted), read_polarity(claim).denied
    opposite: str | None = None
    for sentence in split_sentences(passage.sentence):
        theirs = read_words(sentence)
        known = read_vocabulary(sentence)
        new = [word for word in wanted if not known.has(word)]
        counterpart = find_counterpart(wanted, theirs)
        if counterpart is not None and not new:
            opposite = opposite or counterpart.stem
            continue
        if not new:
            return None
        if (
            len(new) > 1
            or read_polarity(sentence).denied != denied
            or not _LIMITING.isdisjoint(words_in(sentence))
            or _tells_both_ends(claim, sentence)
            or (_turns_order(claim, sentence) and not _tells_order(new[0]))
            or _turns_names(words, theirs)
            or not may_share_language(claim, sentence)
        ):
            continue
        if opposite is None and are_opposite(new[0], theirs, ours):
            opposite = new[0].stem
    return opposite


def _find_flip(claim: str, words: Sequence[Word], ours: Polarity, passage: Passage) -> tuple[str, str] | None:
    """Return a reason and a stem where the sentences that are like the claim all say the opposite of it."""
    wanted = [word for word in words if word.stem]
    if not wanted:
        return None
    flip: tuple[str, str] | None = None
    # What denies nothing cannot contradict what denies nothing: most sentences are only read where another one did.
    sentences = sorted(split_sentences(passage.sentence), key=lambda each: not has_negation(each))
    for whole in sentences:
        exception = read_exception(whole, words)
        told = exception is not None and (exception.told or any(each.search(claim) for each in (_IN_PART, _IF_NOT)))
        if flip is None and not ours.negations and not told and not has_negation(whole):
            continue
        # Who denies the rule may tell its exception; who says nothing of that denies the rule.
        sentence = _drop_carrying(whole if exception is None or told else exception.main)
        known = read_vocabulary(sentence)
        share = sum(known.has(word) for word in wanted) / len(wanted)
        if share < _COVERED or not may_share_language(claim, sentence):
            continue
        if exception is not None and told:
            found = _turn_exception(claim, words, ours, exception) if share == 1 else None
        else:
            found = _compare(claim, ours, sentence, share)
        if found is None:
            return None
        flip = flip or found
    return flip


def _turn_exception(claim: str, words: Sequence[Word], ours: Polarity, exception: Excepting) -> tuple[str, str] | None:
    """Return a reason and a stem where a claim says of what is excepted the same as the rule says of all the rest."""
    if not exception.leaves_out or _LIMITS.search(claim) or has_negation(exception.main) != bool(ours.negations):
        return None
    rule = Vocabulary(read_words(exception.main))
    excepted = [word for word in words if word.stem and not rule.has(word)]
    as_the_rule = any(rule.has(word) for word in words if word.stem)
    return ("exception-turned", excepted[0].stem) if excepted and as_the_rule else None


def _compare(claim: str, ours: Polarity, sentence: str, share: float) -> tuple[str, str] | None:
    theirs = read_polarity(sentence)
    if _turns_until(claim, ours, sentence, theirs) or _is_bare_denial(sentence, claim):
        return "negation-lost", min(theirs.denied or ours.denied or theirs.asserted)
    forever = denies_forever(claim, ours, sentence) or denies_forever(sentence, theirs, claim)
    if forever or _LIMITED.search(claim) or _LIMITED.search(sentence) or _is_the_same_start(claim, sentence):
        return None
    # Where both deny something, they may deny the same in other words.
    if ours.negations and theirs.negations and (ours.negations == theirs.negations or share < _ALIKE):
        return None
    lost = _only(theirs.denied, ours.asserted, (theirs.asserted, ours.denied))
    added = _only(ours.denied, theirs.asserted, (ours.asserted, theirs.denied))
    if lost and not _is_negative(claim, sentence):
        return "negation-lost", min(lost)
    if added and not _is_negative(sentence, claim):
        return "negation-added", min(added)
    return None


def _is_bare_denial(text: str, other: str) -> bool:
    """Say whether a text is another one, word for word, with a negation put in: never store it above 8 °C."""
    words = [word.plain for word in read_words(text)]
    bare = [each for each in words if each not in _DENYING_WORDS]
    return 1 <= len(words) - len(bare) <= _TWO and bare == [word.plain for word in read_words(other)]


_DENYING_WORDS: Final = frozenset(("no", "not", "never", "nunca", "jamas", "do", "don't"))


def _turns_until(claim: str, ours: Polarity, sentence: str, theirs: Polarity) -> bool:
    """Say whether one text says that something is not until then, and the other that it is before."""
    pairs = ((claim, ours, sentence, theirs), (sentence, theirs, claim, ours))
    return any(
        _NOT_UNTIL.search(text) and _EARLIER.search(other) and not opposed.negations and polarity.denied
        for text, polarity, other, opposed in pairs
    )


def _turns_order(one: str, other: str) -> bool:
    """Say whether one text is about up to then, and the other about from then on: open until, closed after."""
    return any(
        _UP_TO_THEN.search(each)
        and (_FROM_THEN.search(rest) or (not _UP_TO_THEN.search(rest) and _tell_one_moment(each, rest)))
        for each, rest in ((one, other), (other, one))
    )


def _tell_one_moment(one: str, other: str) -> bool:
    """Say whether each of two texts tells of one moment: what is open until then closes at it."""
    return all(len(read.days) + len(read.clocks) == 1 for read in map(read_quantities, (one, other)))


def _tells_both_ends(claim: str, sentence: str) -> bool:
    """Say whether a sentence tells of two moments, and a claim of one: open from nine to two, closes at two."""
    ours, theirs = (read_quantities(each) for each in (claim, sentence))
    return len(ours.days) + len(ours.clocks) == 1 and len(theirs.days) + len(theirs.clocks) > 1


def _turns_names(ours: Sequence[Word], theirs: Sequence[Word]) -> bool:
    """Say whether two texts name the same in another order: who won against whom, who lost against whom."""
    names = {word.plain for word in theirs if word.is_capital and word.stem}
    told = list(dict.fromkeys(word.plain for word in ours if word.plain in names))
    stated = list(dict.fromkeys(word.plain for word in theirs if word.plain in told))
    return len(told) > 1 and told != stated


def _tells_order(word: Word) -> bool:
    return _UP_TO_THEN.match(word.text) is not None or _FROM_THEN.match(word.text) is not None


def _is_the_same_start(one: str, other: str) -> bool:
    """Say whether one text says that something is not before, and the other that it is from then on."""
    return any(_NOT_BEFORE.search(each) and _FROM_THEN.search(rest) for each, rest in ((one, other), (other, one)))


def _only(denied: Iterable[str], asserted: Iterable[str], besides: Sequence[Iterable[str]]) -> set[str]:
    """Return what one side denies and the other asserts, and nothing else there is of its family."""
    roots = {root(stem) for stem in asserted}
    others = {root(stem) for stems in besides for stem in stems}
    return {stem for stem in denied if root(stem) in roots and root(stem) not in others}


def _is_negative(text: str, other: str) -> bool:
    """Say whether a text has a word that denies by itself, and that the other one has not."""
    shared = {found.casefold() for found in _NEGATIVE.findall(other)}
    return any(found.casefold() not in shared for found in _NEGATIVE.findall(text))
