"""Fragments in any LangChain vector store."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from fundamento.errors import ConfigurationError, InputError, MissingExtraError, StoreError
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.stores.backends import MOST_PRINCIPALS, AllowFilter, backend_of
from fundamento.stores.faults import translate_faults
from fundamento.stores.metadata import is_written, read_fragment, write_metadata
from fundamento.stores.queries import batches, check_search, check_unicode, may_read

if TYPE_CHECKING:
    from langchain_core.documents import Document
    from langchain_core.vectorstores import VectorStore

_BATCH: Final = 1_000  # fragments or IDs a call; every one of them is a parameter of a query
# How many hits are fetched to be filtered: at first, times what when too few of them may be read, and at most, since
# servers refuse more.
_FIRST: Final = 64
_WIDER: Final = 4
_WIDEST: Final = 10_000


class LangChainStore:
    """A `FragmentStore` in a LangChain `VectorStore`: pgvector, Chroma, Qdrant, Milvus, OpenSearch…

    What is in it already is found at once, as blocks. In-memory, Chroma and PGVector stores filter by the reader's
    allow-list inside the query (`stores.backends`); give `allow` to have another one do so, with the metadata key
    `readers` being a list of principals. Without a filter, a search with a reader fetches more than was asked, up to
    10,000, and drops what may not be read. Every hit is checked again either way.

    Raises `MissingExtraError` without the extra `langchain`, and `ConfigurationError` for what is no vector store or
    cannot be looked up by ID.
    """

    def __init__(self, vectorstore: "VectorStore", *, allow: AllowFilter | None = None) -> None:
        _check_vectorstore(vectorstore)
        self._vectorstore: Any = vectorstore  # implementations take more than the base class says
        self._backend = backend_of(type(vectorstore))
        self._allow = allow or self._backend.allow
        self._name = type(vectorstore).__name__

    def add(self, fragments: Sequence[Fragment]) -> None:
        """Store fragments; one whose ID exists replaces the old one whole, and of two with one ID the last counts.

        What is there already as it should be is left alone; anything else is embedded again. Where a vector store does
        not replace by itself, the old fragment is deleted first. Raises `InputError` for text that it cannot hold
        before anything is stored, `StoreError` where it fails; adding all again is safe then.
        """
        latest = list({fragment.id: fragment for fragment in fragments}.values())
        check_unicode(latest, self._name)
        self._check_characters(latest)
        for batch in batches(latest, _BATCH):
            self._add_batch(batch)

    def remove(self, ids: Sequence[str]) -> None:
        """Take fragments out; an unknown ID is passed over. Raises `StoreError`."""
        for batch in batches(list(dict.fromkeys(ids)), _BATCH):
            held = [str(document.id) for document in self._held(batch)]
            if held:
                with translate_faults(self._name, "remove fragments"):
                    self._vectorstore.delete(held)

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        """Return the best `limit` fragments, best first; with a reader, only what that reader may read.

        Raises `InputError` for a question that is no string or a limit under 1, `StoreError` where the vector store or
        its embedding fails.
        """
        check_search(question, limit)
        if not question.strip():
            return []
        if reader is None:
            return self._fetch(question, limit)
        if self._allow is None or len(reader.principals) > MOST_PRINCIPALS:
            return self._widen(question, limit, reader)
        hits = self._fetch(question, limit, self._allow(reader.principals))
        return [hit for hit in hits if may_read(reader, hit.readers)]

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        """Return the records of those IDs that exist, in the order asked; an unknown ID is left out.

        The SHA-256 is of the text that the vector store has now. One call to it for every 1,000 IDs. Raises
        `StoreError`.
        """
        wanted = list(dict.fromkeys(ids))
        found = {one.id: one.record() for batch in batches(wanted, _BATCH) for one in self._read(self._held(batch))}
        return {one: found[one] for one in wanted if one in found}

    def _add_batch(self, batch: list[Fragment]) -> None:
        held = {str(document.id): document for document in self._held([fragment.id for fragment in batch])}
        changed = [fragment for fragment in batch if not _is_held(fragment, held.get(fragment.id))]
        if not changed:
            return
        self._check_taken([fragment.id for fragment in changed])
        old = [fragment.id for fragment in changed if fragment.id in held]
        with translate_faults(self._name, "store fragments"):
            if old and not self._backend.replaces:
                self._vectorstore.delete(old)
            self._vectorstore.add_documents(
                [self._document(fragment) for fragment in changed], ids=[fragment.id for fragment in changed]
            )
        if not self._backend.replaces:
            self._check_arrived(changed)

    def _document(self, fragment: Fragment) -> "Document":
        from langchain_core.documents import Document  # noqa: PLC0415 - an optional library, loaded on first use

        metadata = write_metadata(fragment)
        if not self._backend.replaces:
            # Not every database has a null, and there is nothing to clear.
            metadata = {key: value for key, value in metadata.items() if value is not None}
        return Document(id=fragment.id, page_content=fragment.text, metadata=metadata)

    def _held(self, ids: list[str]) -> "list[Document]":
        look_up = self._backend.look_up
        with translate_faults(self._name, "look fragments up"):
            return list(look_up(self._vectorstore, ids) if look_up else self._vectorstore.get_by_ids(ids))

    def _fetch(self, question: str, count: int, condition: object = None) -> list[Fragment]:
        with translate_faults(self._name, "search"):
            if condition is None:
                found = self._vectorstore.similarity_search(question, k=count)
            else:
                found = self._vectorstore.similarity_search(question, k=count, filter=condition)
            if len(found) < count and self._backend.compare_all is not None:
                found = self._backend.compare_all(self._vectorstore, question, condition)[:count]
        return list(self._read(found))

    def _widen(self, question: str, limit: int, reader: Reader) -> list[Fragment]:
        count = max(_FIRST, _WIDER * limit)
        while True:
            hits = self._fetch(question, count)
            readable = [hit for hit in hits if may_read(reader, hit.readers)]
            if len(readable) >= limit or len(hits) < count or count >= _WIDEST:
                return readable[:limit]
            count = min(count * _WIDER, _WIDEST)

    def _read(self, documents: "Iterable[Document]") -> Iterator[Fragment]:
        for document in documents:
            if not document.id:
                raise StoreError(
                    f"{self._name} returns documents without their IDs, so they cannot be cited.",
                    hint="A newer version of its package may return them.",
                    retryable=False,
                )
            yield read_fragment(document.id, document.page_content, document.metadata)

    def _check_characters(self, fragments: list[Fragment]) -> None:
        refused = self._backend.refused
        if any(char in fragment.text or char in fragment.id for char in refused for fragment in fragments):
            codes = ", ".join(f"U+{ord(char):04X}" for char in refused)
            raise InputError(
                f"A fragment holds a character that {self._name} cannot store ({codes}).",
                hint="Take it out of the source before it is split.",
            )

    def _check_taken(self, ids: list[str]) -> None:
        if self._backend.taken is None:
            return
        with translate_faults(self._name, "look fragments up"):
            taken = len(self._backend.taken(self._vectorstore, ids))
        if taken:
            raise StoreError(
                f"Another collection of the database holds {taken} of these IDs, and {self._name} keeps each but once.",
                hint="Give the documents other IDs, or keep the collections in different databases.",
                retryable=False,
            )

    def _check_arrived(self, fragments: list[Fragment]) -> None:
        held = {str(document.id): document for document in self._held([fragment.id for fragment in fragments])}
        lost = sum(not _is_held(fragment, held.get(fragment.id)) for fragment in fragments)
        if lost:
            raise StoreError(
                f"{self._name} does not give back {lost} of {len(fragments)} fragments as they were stored.",
                hint="It must keep IDs, texts and metadata (lists of strings among them) as they are.",
                retryable=False,
            )


def _is_held(fragment: Fragment, document: "Document | None") -> bool:
    if document is None or document.page_content != fragment.text:
        return False
    return is_written(fragment, document.metadata)


def _check_vectorstore(vectorstore: object) -> None:
    try:
        from langchain_core.vectorstores import VectorStore  # noqa: PLC0415 - an optional library, loaded on first use
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "langchain_core":
            raise
        raise MissingExtraError("langchain-core", extra="langchain", purpose="LangChainStore") from None
    if not isinstance(vectorstore, VectorStore):
        raise ConfigurationError(
            f"LangChainStore got {type(vectorstore).__name__}, which is no LangChain VectorStore.",
            hint="Give it the vector store itself, not its retriever or its client.",
        )
    if type(vectorstore).get_by_ids is VectorStore.get_by_ids:
        raise ConfigurationError(
            f"{type(vectorstore).__name__} has no get_by_ids, so what an answer cites could not be looked up.",
            hint="Use a version or a class of it that has, or add the method in a subclass.",
        )
