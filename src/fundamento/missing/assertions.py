"""Does what is said to be missing only name it?

A text names it that has no words but those of the question and neutral ones, and whose every clause is a noun phrase,
an indirect question, or a sentence that says that the sources do not say. What a clause says of the thing itself, even
that there is none, is an assertion. Without a question there are no words to compare with, and clauses alone decide.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fundamento.missing.verbs import is_verb
from fundamento.missing.vocabulary import Vocabulary, read_vocabulary
from fundamento.missing.wording import (
    Question,
    Word,
    has_class,
    has_strange_signs,
    is_strange,
    read_question,
    read_words,
)
from fundamento.text.promises import PROMISED
from fundamento.text.vocabulary import WordSet

LONGEST: Final = 4_000  # an abstention is a sentence or two
_BREAK: Final = re.compile(r"[.;!?…:()—–\n]|\s-\s|,")
_ASKED: Final = re.compile(r"[^.!?;…¿\n]*\?")
_ARTICLES: Final = WordSet("missing.articles")
_NOTHING: Final = WordSet("missing.nothing")
_OPENING: Final = 5  # words
_WHETHER: Final = WordSet("missing.whether")
_THAT: Final = WordSet("missing.that")
_ABOUT: Final = WordSet("missing.about")
_WITHOUT: Final = WordSet("missing.without")
_AND: Final = WordSet("missing.and")
_AFTER_VERB: Final = WordSet("missing.after-verb")


@dataclass(frozen=True, slots=True)
class _Piece:
    """Words that stand together, and the sign or word before them."""

    words: Sequence[Word]
    before: str = ""


def asserts(text: str, question: str) -> bool:
    """Say whether a text on what is missing says more than that it is missing. Numbers are in figures in both."""
    if len(text) > LONGEST:
        return True
    asked = read_question(question)
    words = read_words(text)
    if has_strange_signs(text, asked):
        return True
    if "".join(text.split()).strip(".").casefold() in read_vocabulary().alone:
        return False
    if question.strip() and any(is_strange(word, asked) for word in words):
        return True
    judge = _Judge(read_vocabulary(), asked, bare=not question.strip())
    pieces = [piece for piece in _pieces(text, words) if piece.words]
    return any(judge.is_assertion(text, piece, alone=len(pieces) == 1) for piece in pieces)


def says_not_found(text: str) -> bool:
    """Say whether a sentence, of neutral words alone, says that the sources do not answer; or opens by lacking data."""
    if len(text) > LONGEST:
        return False
    known, asked = read_vocabulary(), read_question("")
    if "".join(text.split()).strip(".").casefold() in known.alone:
        return True
    words = read_words(text)
    if not words or words[0].plain in known.interrogatives or words[0].plain.endswith("n't"):
        return False
    if has_strange_signs(text, asked) or any(word.is_figure for word in words):
        return False
    judge = _Judge(known, asked, bare=True)
    if any(is_strange(word, asked) for word in words):
        return judge.lacks_data(words[:_OPENING])
    denies = any(word.negates or word.plain in known.only for word in words) or has_class(words, known.lacking)
    return denies and judge.is_about_sources(words) and not judge.is_about_one_paper(words)


def _pieces(text: str, words: Sequence[Word]) -> Iterator[_Piece]:
    """Yield the clauses of a text: it is cut at signs, at turns, and where "and" joins a clause with a verb."""
    known = read_vocabulary()
    current: list[Word] = []
    before, last = "", 0
    for word in words:
        sign = _BREAK.search(text, last, word.start)
        last = word.end
        if sign is not None or word.plain in known.turns:
            yield from _split_at_and(_Piece(tuple(current), before), known)
            current, before = [], sign[0] if sign is not None else word.plain
        if word.plain not in known.turns:
            current.append(word)
    yield from _split_at_and(_Piece(tuple(current), before), known)


def _split_at_and(piece: _Piece, known: Vocabulary) -> Iterator[_Piece]:
    words, start, before = piece.words, 0, piece.before
    last_verb = max((place for place, word in enumerate(words) if word.plain in known.verbs), default=-1)
    for place, word in enumerate(words):
        if word.plain in known.interrogatives or word.plain in known.whys:
            break
        if word.plain in _AND and place > start and place < last_verb:
            yield _Piece(words[start:place], before)
            start, before = place + 1, word.plain
    yield _Piece(words[start:], before)


def _lacks(word: Word) -> bool:
    """Say whether a word is a preposition that denies: a price without tax is one."""
    return word.plain in _WITHOUT


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges clauses; `bare`: there is no question to compare with."""

    known: Vocabulary
    asked: Question
    bare: bool

    def is_assertion(self, text: str, piece: _Piece, *, alone: bool) -> bool:
        words = self._without_connectors(piece.words)
        if not words or self._gives_value(text, piece, words) or self._affirms(words):
            return bool(words)
        if self._asks(text, words):
            return any(word.plain in self.known.whys and not self.asked.has(word) for word in words) and not self.bare
        if all(word.negates for word in words):
            return alone or piece.before == ":"
        head = self._head(words)
        if self._reports(head, words):
            return True
        if self._has_verb(head):
            return not self.is_about_sources(head)
        # "No student discount" denies the thing.
        denied = any(word.negates for word in head)
        named = self._names_source(head) or self._states(head) or self._says_nothing_about(head)
        kind = self._is_of_kind(head) and (head[0].negates or all(_lacks(word) for word in head if word.negates))
        return denied and not (named or kind or has_class(head, self.known.lacking))

    def _without_connectors(self, words: Sequence[Word]) -> Sequence[Word]:
        start = 0
        while start < len(words) and words[start].plain in self.known.connectors:
            start += 1
        return words[start:]

    def _asks(self, text: str, words: Sequence[Word]) -> bool:
        """Say whether a clause is a question, direct or indirect, about something."""
        first = words[0].plain
        led = first in self.known.interrogatives or first in self.known.whys
        if len(words) == 1 or words[1].negates:
            return False
        inverted = first in self.known.verbs and words[1].plain in _AFTER_VERB | self.known.subjects
        return led or inverted or _ASKED.match(text, words[-1].end) is not None

    def _head(self, words: Sequence[Word]) -> Sequence[Word]:
        """Return a clause up to where a question, or what is said of a noun, hangs on it."""
        for place, word in enumerate(words):
            follows = words[place + 1 : place + 2]
            points = word.plain in _AFTER_VERB and (self._names_source(follows) or self._is_of_kind(follows))
            hangs = word.plain in self.known.interrogatives or word.plain in self.known.relatives
            if place and hangs and not points:
                return words[:place]
        return words

    def _has_verb(self, words: Sequence[Word]) -> bool:
        if words[0].plain in self.known.subjects or any(word.plain in self.known.verbs for word in words):
            return True
        # What follows an article or a preposition is a noun: the costs, in stores.
        nouns = self.known.connectors | _AFTER_VERB | _ARTICLES
        for before, word in zip((None, *words), words, strict=False):
            led = before is not None and before.plain in nouns
            names = has_class([word], self.known.kinds) and (before is None or not self.bare)
            if is_verb(word.plain) and not (led or names or has_class([word], self.known.stated)):
                return True
        stated = self._states(words) or has_class(words, self.known.held, self.known.lacking)
        denied = any(word.negates for word in words)
        return stated and denied

    def is_about_sources(self, words: Sequence[Word]) -> bool:
        """Say whether a clause denies that the sources say something, rather than the thing."""
        lacks = has_class(words, self.known.lacking, self.known.wanted)
        limited = any(word.plain in self.known.only for word in words) and has_class(words, self.known.sources)
        if not (lacks or limited or any(word.negates for word in words)):
            return False
        if self._states(words) or self._names_source(words) or lacks or self._says_nothing_about(words):
            return True
        return has_class(words, self.known.held) and self._is_of_kind(words)

    def _reports(self, head: Sequence[Word], words: Sequence[Word]) -> bool:
        """Say whether a clause says what the sources say, "the sources say that …", or is what they would say."""
        if words[0].plain in _THAT and len(words) > 1 and words[1].plain in _ARTICLES | _AFTER_VERB:
            return True
        denies = any(word.negates or word.plain in self.known.only for word in head)
        said = self._states(head) and not denies and not has_class(head, self.known.lacking)
        return said and len(head) < len(words) and words[len(head)].plain in _THAT

    def _says_nothing_about(self, words: Sequence[Word]) -> bool:
        return any(one.plain in _NOTHING and two.plain in _ABOUT for one, two in pairwise(words))

    def _affirms(self, words: Sequence[Word]) -> bool:
        return any(word.plain in self.known.affirmations and not self.asked.has(word) for word in words)

    def lacks_data(self, words: Sequence[Word]) -> bool:
        """Say whether a clause lacks information: "I lack data on …"."""
        spoken = [word for word in words if word.plain not in self.known.subjects]
        return bool(spoken) and has_class(spoken[:1], self.known.lacking) and has_class(spoken, self.known.data)

    def is_about_one_paper(self, words: Sequence[Word]) -> bool:
        """Say whether what is denied may be so of a thing, or of a paper that is no source: no source is named."""
        if self._says_nothing_about(words):
            return False
        if has_class(words, self.known.papers) and not has_class(words, self.known.asides, self.known.data):
            return True
        return not (self._states(words) or self._names_source(words))

    def _states(self, words: Sequence[Word]) -> bool:
        return has_class(words, self.known.stated) or any(word.plain in self.known.knowing for word in words)

    def _names_source(self, words: Sequence[Word]) -> bool:
        return has_class(words, self.known.sources, self.known.data)

    def _is_of_kind(self, words: Sequence[Word]) -> bool:
        return has_class(words, self.known.kinds)

    def _counts(self, words: Sequence[Word]) -> bool:
        """Say whether a clause has a figure that was not asked for; without a question, none after "whether" is one."""
        for word in words:
            if self.bare and word.plain in _WHETHER:
                return False
            if word.is_figure and not self.asked.has(word):
                return True
        return False

    def _gives_value(self, text: str, piece: _Piece, words: Sequence[Word]) -> bool:
        """Say whether a clause gives what a thing is without a verb: "price: free"."""
        if self._counts(words):
            return True
        said = text[words[0].start : words[-1].end]
        promised = PROMISED.match(said)
        if piece.before in {":", "(", "—", "–"} and any(word.is_figure for word in words):
            return True
        if promised is not None:
            return bool(piece.before) or (self.bare and promised.end() == len(said))
        return self.bare and piece.before == ":" and all(is_strange(word, self.asked) for word in words)
