"""How much of something, or how often, a sentence is about: what some do is not what all do, nor what only some may."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.wording import Vocabulary, Word, read_vocabulary, read_words, words_in
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordPattern, WordSet

_I: Final = re.IGNORECASE
_PART: Final = WordPattern(
    r"\b«quantifiers.part-almost»(?: «quantifiers.part-of»)* (?P<noun>[^\W\d_]{3,})",
    _I,
)
_ALL: Final = WordPattern(
    r"\b«quantifiers.all-all»(?: «quantifiers.all-of»)* (?P<noun>[^\W\d_]{3,})",
    _I,
)
# Who is counted stands first and is not named.
_OPENS_WITH_ALL: Final = WordPattern(r"\W*«quantifiers.opens-with-all»\b", _I)
_OPENS_WITH_PART: Final = WordPattern(
    r"\W*«quantifiers.opens-with-part»\b",
    _I,
)
_NOT_QUITE: Final = "«!quantifiers.not-quite»"
_ALWAYS: Final = WordPattern(
    rf"{_NOT_QUITE}\b«quantifiers.always»\b",
    _I,
)
_SELDOM: Final = r"«quantifiers.seldom»"
_AT_TIMES: Final = WordPattern(
    r"\b(?:«quantifiers.seldom»|«quantifiers.at-times»"
    r"|«quantifiers.at-times-in» «quantifiers.at-times-some» «quantifiers.at-times-cases»)\b",
    _I,
)
# What a claim that is all the rest of a sentence leaves out.
_RESTRICTED: Final = WordPattern(
    r"\b(?:«quantifiers.seldom»"
    r"|«quantifiers.restricted-in» «quantifiers.restricted-some» «quantifiers.restricted-of»?(?P<noun>[^\W\d_]{3,}"
    r"))\b",
    _I,
)
_OFTEN_WORDS: Final = WordSet("quantifiers.often")
_RESTRICTED_WORDS: Final = _OFTEN_WORDS | WordSet("quantifiers.some")
_KEPT: Final = WordPattern(
    r"\b«quantifiers.kept»\b",
    _I,
)
_ONLY: Final = WordPattern(
    r"(?<!«quantifiers.only-no»)(?<!«quantifiers.only-not»)(?<!«quantifiers.only-un»)(?<!"
    r"«quantifiers.only-una»)\b«quantifiers.only-only»\b(?! [€$£]?\d)",
    _I,
)
_ONLY_WORDS: Final = WordSet("quantifiers.only")
_ANYONE: Final = WordPattern(r"\b«quantifiers.anyone»\b", _I)
_LIMITING: Final = WordPattern(
    r"\b«quantifiers.limiting-2»\b|«quantifiers.limiting»",
    _I,
)
_FOR_SOME: Final = WordPattern(r"\b«quantifiers.for-some»\b", re.IGNORECASE)
# A sentence with none of these words says nothing of how much or how often.
QUANTIFYING: Final = WordSet("quantifiers.hint")
# Nor does one with none of these say which of many it means.
PICKING: Final = WordSet("quantifiers.picking")
# They count, and are no part of what is counted.
_COUNTING: Final = WordSet("quantifiers.counting")
_COVERED: Final = 0.75
_ENOUGH: Final = 0.6
_SAME: Final = 0.9
_MUCH: Final = WordPattern(r"\b«quantifiers.much»\b", _I)
_LITTLE: Final = WordPattern(r"\b«quantifiers.little»\b", _I)
_EVERY_DAY: Final = WordPattern(
    r"\b«quantifiers.every-day»\b",
    _I,
)
_SOME_DAYS: Final = WordPattern(
    r"\b(?:«quantifiers.some-days»|«quantifiers.some-days-on» «quantifiers.some-days-mondays»)\b",
    _I,
)
_ANY_AGE: Final = WordPattern(r"\b«quantifiers.any-age»\b", _I)
_SOME_AGE: Final = WordPattern(
    r"\b«quantifiers.some-age-over»«quantifiers.some-age-the»? \d",
    _I,
)
# A claim with the first of a pair says more than a sentence with the second.
_MORE_AND_LESS: Final = (
    (_MUCH, _LITTLE), (_LITTLE, _MUCH), (_EVERY_DAY, _SOME_DAYS), (_ANY_AGE, _SOME_AGE),
)  # fmt: skip
_EACH: Final = WordPattern(
    rf"{_NOT_QUITE}\b«quantifiers.each-all»(?: «quantifiers.each-of»)* (?P<noun>[^\W\d_]{{3,}})",
    _I,
)
_OUT_OF: Final = WordPattern(
    r"\b(?P<some>\w+) «quantifiers.out-of-of» «quantifiers.out-of-the» (?P<all>\d+"
    r"|[^\W\d_]+) (?P<noun>[^\W\d_]{3,})\b",
    _I,
)
_AIMED: Final = WordPattern(r" «quantifiers.aimed»\b", _I)
_FOR_ALL: Final = WordPattern(r"\b«quantifiers.for-all-for» «quantifiers.for-all-all»\b", _I)
# The many of whom a clause without a comma says which.
_RELATIVE: Final = WordPattern(
    r"\b[^\W\d_]{3,}(?:s|«quantifiers.relative-people») (?P<relative>«quantifiers.relative-who»)\b", _I
)
_NEAR: Final = 8  # code points: `only the managers`
_LIST: Final = WordPattern(
    r"(?<![^\W\d_])[^\W\d_]++(?:, (?:«quantifiers.list-the» )?[^\W\d_]+){0,4},? «quantifiers.list-and» (?:"
    r"«quantifiers.list-the-2» )?[^\W\d_]+",
    _I,
)


def find_widened(sentence: str, claim: str) -> Iterator[tuple[str, str]]:
    """Yield a reason and what a sentence says, where a claim makes more of it: all of some, only some of all."""
    said = words_in(sentence)
    if QUANTIFYING.isdisjoint(said):
        return
    only = _find_only(claim)
    words = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if only:  # what follows at once names the few, and is no part of what they do
        named = next((word for word in words if word.start >= only.end()), None)
        words = [word for word in words if word is not named]
    if not _ONLY_WORDS.isdisjoint(said) and _is_of_others(sentence, claim):
        yield "restriction-lost", _found(_ONLY, sentence)
    if _share(read_vocabulary(sentence), words) < _ENOUGH:
        return
    kept = _PART.search(claim) is not None
    yield from (("part", found) for found in _widen(sentence, claim) if not kept)
    yield from _take_all(sentence, claim, words)
    opening = _OPENS_WITH_PART.match(sentence)
    if opening and not kept and _says_of_all(sentence, opening, claim):
        yield "part", opening[0].strip()
    free = _ANYONE.search(sentence) if only else None
    if free and not _LIMITING.search(sentence[: free.end()]) and not _FOR_SOME.search(sentence):
        yield "restriction-added", free[0]


def _take_all(sentence: str, claim: str, words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Yield how often or of how many a sentence tells something of which a claim says more."""
    said = words_in(sentence)
    often = None if _OFTEN_WORDS.isdisjoint(said) else _AT_TIMES.search(sentence)
    if often and _ALWAYS.search(claim) and not _ALWAYS.search(sentence) and not _AT_TIMES.search(claim):
        yield "part", often[0]
    restricted = None if _RESTRICTED_WORDS.isdisjoint(said) else _RESTRICTED.search(sentence)
    if restricted and not _KEPT.search(claim) and _is_all_the_rest(sentence, restricted, words):
        yield "part", restricted[0]
    # In general, it holds; it turns sound, typically a voice, into signals.
    aside = often is not None and (sentence.endswith(", ", 0, often.start()) or sentence.startswith(",", often.end()))
    if often and not aside and not _KEPT.search(claim) and _is_all_the_rest(sentence, often, words):
        yield "part", often[0]
    known = read_vocabulary(sentence)
    for more, less in _MORE_AND_LESS:
        told = more.search(claim)
        limited = less.search(sentence) if told else None
        if told is None or limited is None or less.search(claim) or more.search(sentence):
            continue
        if _share(known, [word for word in words if not told.start() <= word.start < told.end()]) >= _COVERED:
            yield "part", limited[0]


def find_part(sentence: str, claim: str) -> str | None:
    """Return how many of how many a sentence tells of, where a claim tells of all: 3 of the 8 members, 8 members."""
    found = _OUT_OF.search(sentence)
    if (
        found is None
        or _OUT_OF.search(claim)
        or not (found["all"].isdigit() or strip_accents(found["all"]) in NUMBER_WORDS)
    ):
        return None
    of_all = re.search(rf"\b{re.escape(found['all'])} {re.escape(found['noun'])}\b", claim, _I)
    some = re.search(rf"\b{re.escape(found['some'])}\b", claim, _I)
    return found[0] if of_all and not some else None


def _find_only(claim: str) -> re.Match[str] | None:
    return None if _ONLY_WORDS.isdisjoint(words_in(claim)) else _ONLY.search(claim)


def find_added_restriction(text: str, claim: str) -> str | None:
    """Return the word that restricts what a claim repeats of a text, which restricts nothing; None: there is none."""
    only = _find_only(claim)
    if only is None or _LIMITING.search(text):
        return None
    ours, theirs = ([word for word in read_words(each) if word.stem] for each in (claim, text))
    if _share(Vocabulary(theirs), ours) < 1:
        return None
    known = Vocabulary(ours)
    left_out = [word for word in theirs if not known.has(word)]
    same = len(left_out) <= (1 - _SAME) * len(theirs) or _are_listed(text, left_out, known)
    return only[0] if same else None


def _are_listed(text: str, words: Sequence[Word], told: Vocabulary) -> bool:
    """Say whether some words of a text stand in a list of which a claim tells another member: adults and children."""
    for found in _LIST.finditer(text):
        members = [word for word in read_words(text) if found.start() <= word.start < found.end() and word.stem]
        if all(word in members for word in words):
            return any(told.has(word) for word in members)
    return False


def _says_of_all(sentence: str, opening: re.Match[str], claim: str) -> bool:
    """Say whether a claim is all of a sentence but for the words that make it one of some: some shops, the shops."""
    if _KEPT.search(claim) or _OPENS_WITH_ALL.match(claim):
        return False
    rest = [word for word in read_words(sentence) if word.stem and word.start >= opening.end()]
    ours = [word for word in read_words(claim) if word.stem]
    return _share(Vocabulary(ours), rest) == 1 and _share(Vocabulary(rest), ours) == 1


def _is_of_others(sentence: str, claim: str) -> bool:
    """Say whether a claim says of others, or of all, what a sentence says of some only: only managers, employees."""
    only = _ONLY.search(sentence)
    if only is None or _LIMITING.search(claim):
        return False
    theirs = [word for word in read_words(sentence) if word.stem and not only.start() <= word.start < only.end()]
    named = next((word for word in theirs if word.start >= only.end()), None)
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if named is None or named.start - only.end() > _NEAR or Vocabulary(ours).has(named):
        return False
    first, aimed = named is theirs[0], _AIMED.match(sentence, only.end()) is not None
    rest = [word for word in theirs if word is not named]
    others = [word for word in ours if not Vocabulary(theirs).has(word)]
    anyone = any(pattern.search(claim) for pattern in (_OPENS_WITH_ALL, _ANYONE, _FOR_ALL))
    if not rest or not (first or aimed):
        return False
    return _share(Vocabulary(ours), rest) == 1 and ((anyone and not others) or len(others) == 1)


def find_relative(sentence: str, claim: str) -> str | None:
    """Return what a sentence says of which ones it means, where a claim is all the rest of it: employees who passed."""
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if not ours or PICKING.isdisjoint(words_in(sentence)) or _share(read_vocabulary(sentence), ours) < 1:
        return None
    theirs = [word for word in read_words(sentence) if word.stem]
    told = Vocabulary(ours)
    left_out = [word for word in theirs if not told.has(word)]
    if not left_out:
        return None
    found = _RELATIVE.search(sentence)
    if found is None or left_out[0].start < found.end() or _RELATIVE.search(claim) or _LIMITING.search(claim):
        return None
    run = [word for word in theirs if left_out[0].start <= word.start <= left_out[-1].start]
    goes_on = any(word.start > left_out[-1].start for word in theirs)
    near = not any(found.end() <= word.start < left_out[0].start for word in theirs)
    return found["relative"] if near and goes_on and len(run) == len(left_out) else None


def find_modifier(sentence: str, claim: str) -> str | None:
    """Return the word that says which ones a sentence means, where a claim says all of them: new customers."""
    widened = {word.stem for found in _EACH.finditer(claim) for word in read_words(found["noun"]) if word.stem}
    widened -= _nouns(sentence) if widened else set()
    if not widened:
        return None
    theirs = [word for word in read_words(sentence) if word.stem]
    ours = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    told = Vocabulary(ours)
    left_out = [word for word in theirs if not told.has(word)]
    if len(left_out) != 1 or _share(Vocabulary(theirs), ours) < 1:
        return None
    place = theirs.index(left_out[0])
    beside = theirs[max(0, place - 1) : place + 2]
    return left_out[0].text if any(word.stem in widened for word in beside) else None


def _found(pattern: WordPattern, text: str) -> str:
    found = pattern.search(text)
    return found[0] if found else ""


def _widen(sentence: str, claim: str) -> Iterator[str]:
    """Yield `some` of a sentence that has become `all` in a claim."""
    partial, whole = _OPENS_WITH_PART.match(sentence), _OPENS_WITH_ALL.match(claim)
    if partial and whole and not _ALL.match(sentence):
        yield partial[0].strip()
    widened = _nouns(claim)
    widened -= _nouns(sentence) if widened else set()
    for found in _PART.finditer(sentence) if widened else ():
        noun = read_words(found["noun"])
        if noun and noun[0].stem in widened:
            yield found[0]


def _nouns(text: str) -> set[str]:
    return {word.stem for found in _ALL.finditer(text) for word in read_words(found["noun"]) if word.stem}


def _is_all_the_rest(sentence: str, found: re.Match[str], claim: Sequence[Word]) -> bool:
    rest = [word for word in read_words(f"{sentence[: found.start()]} {sentence[found.end() :]}") if word.stem]
    ours, known = Vocabulary(claim), Vocabulary(rest)
    told = (
        found.re is _RESTRICTED.value()
        and found["noun"] is not None
        and any(ours.has(word) for word in read_words(found["noun"]))
    )
    return not told and _share(ours, rest) >= _COVERED and _share(known, claim) >= _COVERED


def _share(known: Vocabulary, words: Sequence[Word]) -> float:
    return sum(known.has(word) for word in words) / len(words) if words else 0.0
