"""Fragments in memory, found by their words."""

import math
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest

from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.stores.queries import check_search
from fundamento.stores.stems import stems

_SATURATION = 1.2  # BM25's k1: how soon a word that repeats stops counting
_LENGTH_WEIGHT = 0.4  # BM25's b: how far a long fragment is discounted; more would put bare headings first


class MemoryStore:
    """A `FragmentStore` that lives as long as the process: for tests, small corpora and prototypes.

    Search is BM25 over stems in Spanish and English, without accents; a fragment that shares no word with the
    question is not found. Safe to use from several threads: a search sees an `add` whole or not at all.
    """

    def __init__(self, fragments: Sequence[Fragment] = ()) -> None:
        self._lock = threading.Lock()
        self._fragments: dict[str, Fragment] = {}
        self._counts: dict[str, Counter[str]] = {}
        self._lengths: dict[str, int] = {}
        self._holders: defaultdict[str, dict[str, int]] = defaultdict(dict)  # by stem: how often each fragment has it
        self._words = 0
        self.add(fragments)

    def add(self, fragments: Sequence[Fragment]) -> None:
        """Store fragments; one whose ID exists replaces the old one whole."""
        counted = [(fragment, Counter(stems(fragment.text))) for fragment in fragments]
        with self._lock:
            for fragment, counts in counted:
                self._forget(fragment.id)
                self._fragments[fragment.id] = fragment
                self._counts[fragment.id] = counts
                self._lengths[fragment.id] = counts.total()
                self._words += counts.total()
                for stem, times in counts.items():
                    self._holders[stem][fragment.id] = times

    def remove(self, ids: Sequence[str]) -> None:
        """Take fragments out; an unknown ID is passed over."""
        with self._lock:
            for one in ids:
                self._forget(one)

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        """Return the best `limit` fragments, best first; with a reader, only what that reader may read.

        Raises `InputError` for a question that is no string or a limit under 1.
        """
        check_search(question, limit)
        asked = dict.fromkeys(stems(question))
        with self._lock:
            scores = self._score(asked)
            if reader is not None:
                principals = reader.principals
                scores = {one: score for one, score in scores.items() if self._is_open(one, principals)}
            best = nsmallest(limit, scores, key=lambda one: (-scores[one], one))
            return [self._fragments[one] for one in best]

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        """Return the records of those IDs that exist, in the order asked; an unknown ID is left out."""
        with self._lock:
            return {one: self._fragments[one].record() for one in ids if one in self._fragments}

    def _score(self, asked: Iterable[str]) -> dict[str, float]:
        scores: dict[str, float] = {}
        shortest = _SATURATION * (1 - _LENGTH_WEIGHT)
        a_word = _SATURATION * _LENGTH_WEIGHT * len(self._fragments) / (self._words or 1)
        for stem in asked:
            holders = self._holders.get(stem, {})
            rarity = math.log(1 + (len(self._fragments) - len(holders) + 0.5) / (len(holders) + 0.5))
            for one, times in holders.items():
                weight = times + shortest + a_word * self._lengths[one]
                scores[one] = scores.get(one, 0.0) + rarity * times * (_SATURATION + 1) / weight
        return scores

    def _is_open(self, fragment_id: str, principals: frozenset[str]) -> bool:
        return not principals.isdisjoint(self._fragments[fragment_id].readers or ())

    def _forget(self, fragment_id: str) -> None:
        if fragment_id not in self._fragments:
            return
        del self._fragments[fragment_id]
        counts = self._counts.pop(fragment_id)
        self._words -= self._lengths.pop(fragment_id)
        for stem in counts:
            del self._holders[stem][fragment_id]
            if not self._holders[stem]:
                del self._holders[stem]
