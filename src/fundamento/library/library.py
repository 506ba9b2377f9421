"""A store of fragments that knows of documents: versions, readers, validity."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Protocol

from fundamento.errors import IngestError, InputError
from fundamento.fragments import Document, Fragment, FragmentRecord, FragmentStore, OriginState, Reader, digest
from fundamento.ingest.splitting import TARGET, split
from fundamento.library.catalogue import Catalogue
from fundamento.library.changes import Change, Intake
from fundamento.library.freshness import Watch
from fundamento.library.fusion import Hit, fuse
from fundamento.library.lock import WriteLock
from fundamento.library.rows import Entry, Holding, State, intersect
from fundamento.stores.queries import check_search, may_read

_TRIES: Final = 3  # searches, where what is live changes while one goes on
_BATCH: Final = 5_000
_DEPTH: Final = 50  # hits of each ranking that are fused


class Shelf(FragmentStore, Protocol):
    """The store that a library puts its fragments in."""

    def remove(self, ids: Sequence[str]) -> None:
        """Take fragments out; an unknown ID is passed over. Raises `StoreError`."""
        ...


class Library:
    """A `FragmentStore` of documents: only the live version of each is found, and superseded ones stay resolvable.

    Found is what shares words with the question (BM25 over the catalogue) or, where the shelf has a trained embedding,
    its meaning; both rankings are fused. `catalogue` is the truth about documents, and it and the shelf change so
    that a process that dies at any moment leaves the old or the new version live, never a mixture. Fragments of other
    documents that are on the shelf already are served as the shelf knows them, until their document is taken in.
    `target` is the size of fragments, in code points. `watch` looks at the files and pages that documents come from
    when they are cited. Safe to share between threads; writers in several processes wait for each other where they have
    the same `lock` file.
    """

    def __init__(
        self,
        shelf: Shelf,
        catalogue: Catalogue | None = None,
        *,
        lock: WriteLock | None = None,
        target: int = TARGET,
        watch: Watch | None = None,
    ) -> None:
        self._shelf = shelf
        self._catalogue = catalogue or Catalogue()
        self._lock = lock or WriteLock()
        self._target = target
        self._watch = watch or Watch()
        self._by_words: bool = getattr(shelf, "finds_by_words", False)

    @property
    def catalogue(self) -> Catalogue:
        """What is known of the documents; to read in."""
        return self._catalogue

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep other writers out for several changes. Raises `StoreError` where one does not finish in time."""
        with self._lock.held():
            yield

    def ingest(
        self,
        document: Document,
        *,
        origin: str | None = None,
        mark: str | None = None,
        fragments: Sequence[Fragment] | None = None,
    ) -> Intake:
        """Take a document in: a text that is known changes nothing, another one is a new version.

        Readers and validity are those of the document, whatever they were; where only they change, nothing is embedded
        anew. `origin` names the file or URL that it comes from, `mark` what that was like before it was read (as
        `Watch.fingerprint` says it; by default, as it is now), `fragments` what `split` made of it, where that was done
        before. Raises `IngestError` and `StoreError`; what was live stays so.
        """
        _check(document)
        if origin is not None and mark is None:
            mark = self._watch.fingerprint(origin)
        with self.writing():
            entry = self._catalogue.entry(document.id)
            if entry is not None and entry.version == document.version:
                return self._keep(entry, document, origin, mark)
            if entry is not None and entry.deleted:
                self._clear(document.id)
            cut = split(document, target=self._target) if fragments is None else list(fragments)
            self._catalogue.begin(document, cut)
            self._shelf.add(cut)
            self._catalogue.publish(document, origin, mark)
            self._clear(document.id)
        restored = entry is not None and entry.deleted
        known = entry is not None and entry.version is not None
        change = Change.RESTORED if restored else Change.VERSION if known else Change.NEW
        return Intake(document.id, document.version, change, len(cut), origin)

    def delete(self, document: str) -> Intake:
        """Take a document out: no version is found or resolved any more, and their texts are erased.

        Raises `InputError` for a document that is not there, and `StoreError`.
        """
        with self.writing():
            entry = self._catalogue.entry(document)
            if entry is None or entry.deleted:
                raise InputError(f"There is no document {document}.", hint="Was it deleted before?")
            self._catalogue.delete(document)
            self._clear(document)
        return Intake(document, "", Change.DELETED, 0, entry.origin)

    def complete(self) -> None:
        """Finish what a process that died left undone. Raises `StoreError`."""
        with self.writing():
            for entry in self._catalogue.stale():
                self._tell(entry.id)
            self._clear(None)

    def rebuild(self) -> None:
        """Put every live fragment on the shelf again: after it was lost, or made with another embedding."""
        with self.writing():
            self._catalogue.make_stale()
            self.complete()

    def add(self, fragments: Sequence[Fragment]) -> None:
        """Store fragments of no document; one whose ID exists replaces the old one whole.

        Raises `InputError` for the ID of a document's fragment, which only `ingest` may change, and `StoreError`.
        """
        with self.writing():
            if self._catalogue.look_up(each.id for each in fragments) or self._governed(fragments):
                raise InputError(
                    "A fragment belongs to a document that this library has.", hint="Take it in anew: ingest(document)"
                )
            self._shelf.add(fragments)

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        """Return the best `limit` fragments of live versions, best first; with a reader, only what they may read.

        Raises `InputError` for a question that is no string or a limit under 1, and `StoreError`.
        """
        return [hit.fragment for hit in self.rank(question, limit=limit, reader=reader)]

    def changed(self) -> dict[str, OriginState]:
        """Return the documents whose file or page has changed or gone since it was taken in, or cannot be looked at."""
        known = {
            entry.id: (entry.origin, entry.mark)
            for entry in self._catalogue.entries()
            if entry.origin is not None and entry.mark is not None
        }
        states = self._watch.compare(known.values())
        return {one: states[pair] for one, pair in known.items() if states[pair] is not OriginState.UNCHANGED}

    def rank(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Hit]:
        """Return what `search` does, each with its score.

        The score is BM25 where only words were compared, and the sum of reciprocal ranks where the shelf finds by
        meaning, too.
        """
        check_search(question, limit)
        found: list[Hit] = []
        for _ in range(_TRIES):
            before = self._catalogue.generation()
            found = self._search(question, limit, reader)
            if self._catalogue.generation() == before:
                break
        return found

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        """Return the records of those IDs that exist, in the order asked; an unknown ID is left out.

        One look-up of the catalogue, and one of the shelf for the SHA-256 of the texts that it holds now. A superseded
        version names the one that is live; of a deleted document there is nothing. Raises `StoreError`.
        """
        wanted = list(dict.fromkeys(ids))
        held = self._catalogue.look_up(wanted)
        shelved = self._shelf.records([one for one in wanted if one not in held or _is_on_shelf(held[one])])
        gone = [one for one in wanted if one in held and _is_on_shelf(held[one]) and one not in shelved]
        if gone:  # superseded and taken away in between?
            held |= self._catalogue.look_up(gone)
        entries = self._governed([record for one, record in shelved.items() if one not in held])
        records = {one: _record(held.get(one), shelved.get(one), entries) for one in wanted}
        states = self._watch.compare(origin for one in records if one in held and (origin := held[one].origin))
        return {
            one: replace(record, origin_state=_state_of(held.get(one), states))
            for one, record in records.items()
            if record is not None
        }

    def _keep(self, entry: Entry, document: Document, origin: str | None, mark: str | None) -> Intake:
        if entry.sha256 != digest(document.text):
            self._catalogue.begin(document, ())  # says what is wrong
        change = Change.UNCHANGED
        if entry.stale or not entry.has_terms_of(document):
            change = change if entry.has_terms_of(document) else Change.TERMS
            self._catalogue.restate(document)
            self._tell(document.id)
        if origin is not None and (origin, mark) != (entry.origin, entry.mark):
            change = Change.RENAMED if entry.origin not in {None, origin} else change
            self._catalogue.move(document.id, origin, mark)
        return Intake(document.id, document.version, change, entry.fragments, origin or entry.origin)

    def _tell(self, document: str) -> None:
        fragments = self._catalogue.live_fragments(document)
        if fragments:
            self._shelf.add(fragments)
        self._catalogue.settle(document)

    def _clear(self, document: str | None) -> None:
        left = self._catalogue.leftovers(document)
        for start in range(0, len(left), _BATCH):
            self._shelf.remove(left[start : start + _BATCH])
        if left or document is None:
            self._catalogue.unshelve(left)

    def _search(self, question: str, limit: int, reader: Reader | None) -> list[Hit]:
        depth = limit if self._by_words else max(limit, _DEPTH)
        by_words = [Hit(*found) for found in self._catalogue.find(question, limit=depth, reader=reader)]
        shelved = self._search_shelf(question, depth, reader)
        # Rank stands for score: what a shelf finds by it does not say.
        ranked = [Hit(fragment, 1 / place) for place, fragment in enumerate(shelved, 1)]
        return fuse([by_words, ranked])[:limit]

    def _search_shelf(self, question: str, limit: int, reader: Reader | None) -> list[Fragment]:
        """Return what the shelf finds; where it, too, goes by words, only what the catalogue has not."""
        wanted = limit
        while True:
            found = self._shelf.search(question, limit=wanted, reader=reader)
            held = self._catalogue.look_up(fragment.id for fragment in found)
            governed = self._governed([fragment for fragment in found if fragment.id not in held])
            served = [
                _served(fragment, held.get(fragment.id))
                for fragment in found
                if (fragment.document not in governed or fragment.id in held)
                and not (self._by_words and fragment.id in held)
            ]
            kept = [one for one in served if one is not None and may_read(reader, one.readers)]
            if len(kept) >= limit or len(found) < wanted or (self._by_words and wanted > limit):
                return kept[:limit]
            wanted *= 2

    def _governed(self, loose: Sequence[Fragment | FragmentRecord]) -> dict[str, Entry]:
        """Return the documents of fragments that the catalogue does not have, as far as it has the documents."""
        documents = {each.document for each in loose if each.document is not None}
        found = self._catalogue.entries(documents) if documents else []
        return {entry.id: entry for entry in found if entry.version is not None or entry.deleted}


def _check(document: Document) -> None:
    if not document.id.strip() or not document.version.strip():
        raise IngestError("A document needs an ID and a version.", hint="Both stand in the IDs of its fragments.")
    try:
        f"{document.id}{document.version}{document.text}".encode()
    except UnicodeEncodeError:
        raise IngestError(
            f"{document.id!a} holds half of a surrogate pair.", hint="Decode the source as UTF-8."
        ) from None


def _is_on_shelf(holding: Holding) -> bool:
    return holding.state is State.LIVE and holding.shelved


def _served(found: Fragment, holding: Holding | None) -> Fragment | None:
    if holding is None:
        return found
    if holding.state is not State.LIVE:
        return None
    known = holding.fragment
    # Of the text, the catalogue's word counts: if the shelf's is another, the look-up of what is cited will tell.
    return replace(
        found,
        text=known.text,
        sha256=known.sha256,
        readers=known.readers,
        effective_from=known.effective_from,
        effective_until=known.effective_until,
        superseded_by=None,
        indexed_at=known.indexed_at,
    )


def _record(
    holding: Holding | None, shelved: FragmentRecord | None, entries: Mapping[str, Entry]
) -> FragmentRecord | None:
    if holding is None:
        return None if shelved is None else _loose_record(shelved, entries.get(shelved.document or ""))
    if holding.state in {State.PENDING, State.DELETED}:
        return None
    if not _is_on_shelf(holding):
        return holding.fragment.record()
    return None if shelved is None else replace(holding.fragment.record(), sha256=shelved.sha256)


def _state_of(holding: Holding | None, states: Mapping[tuple[str, str], OriginState]) -> OriginState | None:
    # Of a superseded version the file is another's now, and that it is superseded says as much.
    if holding is None or holding.state is not State.LIVE or holding.origin is None:
        return None
    return states.get(holding.origin)


def _loose_record(shelved: FragmentRecord, entry: Entry | None) -> FragmentRecord | None:
    # It was there before the catalogue: a version of before, once its document has been taken in.
    if entry is None:
        return shelved
    if entry.version is None:
        return None
    return replace(shelved, superseded_by=entry.version, readers=intersect(shelved.readers, entry.readers))
