"""Fragments in memory, found by their words."""

import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Final

from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.stores.bm25 import Corpus, score
from fundamento.stores.queries import check_search
from fundamento.stores.stems import fragment_terms, search_terms


class MemoryStore:
    """A `FragmentStore` that lives as long as the process: for tests, small corpora and prototypes.

    Search is BM25 over stems in Spanish and English, without accents; a fragment that shares no word with the
    question is not found. Safe to use from several threads: a search sees an `add` whole or not at all.
    """

    finds_by_words: Final = True

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
        counted = [(fragment, Counter(fragment_terms(fragment.text, fragment.section))) for fragment in fragments]
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
        asked = dict.fromkeys(search_terms(question))
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
        holders = {term: self._holders[term] for term in asked if term in self._holders}
        corpus = Corpus(len(self._fragments), self._words, {term: len(held) for term, held in holders.items()})
        found = {one for held in holders.values() for one in held}
        return {one: score(holders, self._counts[one], self._lengths[one], corpus) for one in found}

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
