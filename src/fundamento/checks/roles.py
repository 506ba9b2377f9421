"""Who does what to whom: a sentence told word for word with two of its names or nouns in each other's place."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.checks.passages import split_sentences
from fundamento.checks.wording import Word, find_words, read_words, words_in
from fundamento.text.language import FUNCTION_WORDS
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordSet, WordTable

# Between these it does not matter which comes first.
_EITHER_WAY: Final = WordSet("roles.either-way")
# What is said of the one is denied of the other.
_DENYING: Final = WordSet("roles.denying")
_LABELLED: Final = WordSet("roles.labelled")
_ARTICLES: Final = WordTable("roles.articles", lambda held: held.replace(" ", "\0"))
_THE: Final = WordSet("roles.the")
_LONGEST: Final = 40  # words of a sentence
_SWAPPED: Final = 2
_SHORT: Final = 3
_READ: Final = 2_000  # code points of a sentence


def find_swapped_roles(claim: str, text: str) -> tuple[str, str] | None:
    """Return two names or nouns of a claim that a sentence has in each other's place, all else being the same."""
    needed = {word for word in words_in(claim) if len(word) > _SHORT}
    if not needed <= words_in(text):
        return None
    ours = _read(claim)
    if not 3 <= len(ours) <= _LONGEST:
        return None
    swapped: tuple[str, str] | None = None
    for sentence in split_sentences(text):
        if not needed <= words_in(sentence):
            continue
        theirs = _read(sentence)
        swapped = swapped or _exchanged(claim, ours, sentence, theirs)
        for start in range(len(theirs) - len(ours) + 1):
            window = theirs[start : start + len(ours)]
            if window == ours:
                return None
            swapped = swapped or _swapped(ours, window)
    return swapped


def _swapped(ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, str] | None:
    places: list[int] = []
    for place, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        if mine != other:
            places.append(place)
            if len(places) > _SWAPPED:
                return None
    if len(places) != _SWAPPED:
        return None
    one, two = places
    between = ours[one + 1 : two]
    denied = not _DENYING.isdisjoint(between)
    telling = denied or any(each not in FUNCTION_WORDS and each not in _THE for each in between)
    pair = ours[one], ours[two]
    told = _are_labels(ours, one, two) or all(each[0].isalpha() and each not in FUNCTION_WORDS for each in pair)
    crossed = ours[one] == theirs[two] and ours[two] == theirs[one]
    ordered = denied or _EITHER_WAY.isdisjoint(between)
    return pair if crossed and told and telling and ordered else None


def _exchanged(claim: str, ours: Sequence[str], sentence: str, theirs: Sequence[str]) -> tuple[str, str] | None:
    """Return the name that a claim begins with, and the one that a sentence begins with and says the same of.

    The sentence has the claim's name further on.
    """
    same = len(theirs) > len(ours) > _SHORT and list(theirs[1 : len(ours)]) == list(ours[1:])
    if not same or theirs[0] == ours[0] or ours[0] not in theirs[len(ours) :]:
        return None
    named = claim[:1].isupper() and claim[: len(ours[0])] in sentence[1:]
    return (ours[0], theirs[0]) if named and theirs[0] not in FUNCTION_WORDS and theirs[0] not in _THE else None


def _are_labels(words: Sequence[str], one: int, two: int) -> bool:
    """Say whether two figures name what stands before both: version 3.2, version 2.9."""
    heads = {words[one - 1], words[two - 1]} if one else set()
    return len(heads) == 1 and not heads.isdisjoint(_LABELLED)


def _read(text: str) -> list[str]:
    return [part for word in _join_names(text) for part in _ARTICLES.get(word, word).split("\0")]


_NAME: Final = re.compile(r"[^\W\d_a-zà-ÿ][\w'.-]*")


def _join_names(text: str) -> Iterator[str]:
    """Yield the words in small letters without accents; those of a name that follow each other are one."""
    run: list[Word] = []
    words = read_words(text) if len(text) <= _READ else find_words(text[:_READ])
    for word in words:
        named = _NAME.fullmatch(word.text) is not None and word.plain not in FUNCTION_WORDS
        if named and run and text[run[-1].end : word.start] in (" ", ". "):
            run.append(word)
            continue
        yield from _close(run)
        run = []
        if named:
            run.append(word)
        else:
            yield strip_accents(word.plain)
    yield from _close(run)


def _close(run: Sequence[Word]) -> Iterator[str]:
    if run:
        yield " ".join(word.plain for word in run)
