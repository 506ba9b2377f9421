"""Fragments in Chroma."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fundamento.errors import ConfigurationError, MissingExtraError, StoreError
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.stores.backends import MOST_COMPARED, MOST_PRINCIPALS, allow_in_chroma
from fundamento.stores.embedding import Embedding, HashedStems, distance_in, embedding_name
from fundamento.stores.faults import translate_faults
from fundamento.stores.metadata import is_written, read_fragment, write_metadata
from fundamento.stores.queries import batches, check_search, check_unicode, may_read

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

EMBEDDING_KEY: Final = "fundamento_embedding"
# Chroma's own defaults lose neighbours of sparse vectors that come in document by document.
_GRAPH: Final[Any] = {"hnsw": {"space": "cosine", "ef_construction": 200, "max_neighbors": 32, "ef_search": 500}}


class ChromaStore:
    """A `FragmentStore` in a Chroma collection: on disk with `path`, in any client with `client`, else in memory.

    `embedding` is any Chroma `EmbeddingFunction`; the default needs no model and no download (`HashedStems` says
    what it is good for). The collection remembers the name of its embedding. A reader's allow-list is part of the
    query, so what may not be read takes no place among the results.

    A collection that something else made works too, its records being blocks; if it does not name its embedding,
    pass the one that made it, and you are taken at your word.

    Raises `MissingExtraError` without the extra `chroma`, `ConfigurationError` where the collection was made with
    another embedding, and `StoreError` where Chroma cannot be reached. A collection in memory is this store's own.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        client: "ClientAPI | None" = None,
        *,
        collection: str = "fundamento",
        embedding: Embedding | None = None,
    ) -> None:
        if path is not None and client is not None:
            raise ConfigurationError("ChromaStore got both a path and a client.", hint="Give one of them.")
        self._vouched = embedding is not None
        self._embedding = embedding or HashedStems()
        self._embedding_name = embedding_name(self._embedding)
        self._owned = client is None
        self._client = _open_client(path) if client is None else client
        # Every in-memory client of a process shares one database, so a store of its own needs a name of its own.
        alone = path is None and client is None
        self._collection = self._open_collection(f"{collection}-{uuid.uuid4().hex[:12]}" if alone else collection)
        self._dimension = self._stored_dimension()

    @property
    def finds_by_words(self) -> bool:
        """Whether its embedding compares words alone, so that an index of words does it better."""
        return isinstance(self._embedding, HashedStems)

    def add(self, fragments: Sequence[Fragment]) -> None:
        """Store fragments; one whose ID exists replaces the old one whole, and of two with one ID the last counts.

        Raises `InputError` for text that is no valid Unicode, `StoreError` where Chroma or the embedding fails; the
        batches before the failure are stored then, and adding all again is safe.
        """
        latest = {fragment.id: fragment for fragment in fragments}
        check_unicode(latest.values(), "Chroma")
        with translate_faults("Chroma", "tell its batch size"):
            size = self._client.get_max_batch_size()
        for batch in batches(list(latest.values()), size):
            self._add_batch(batch)

    def remove(self, ids: Sequence[str]) -> None:
        """Take fragments out; an unknown ID is passed over. Raises `StoreError`."""
        with translate_faults("Chroma", "remove fragments"):
            for batch in batches(list(dict.fromkeys(ids)), self._client.get_max_batch_size()):
                self._collection.delete(ids=batch)

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        """Return the best `limit` fragments, best first; with a reader, only what that reader may read.

        Raises `InputError` for a question that is no string or a limit under 1, `StoreError` where Chroma or the
        embedding fails.
        """
        check_search(question, limit)
        if not question.strip():
            return []
        vector = self._vectors([question], asked=True)[0]
        found: dict[str, tuple[float, Fragment]] = {}
        for where in _conditions(reader):
            for distance, fragment in self._nearest(vector, where, limit):
                if may_read(reader, fragment.readers):
                    found[fragment.id] = (distance, fragment)
        best = sorted(found.values(), key=lambda hit: (hit[0], hit[1].id))
        return [fragment for _, fragment in best[:limit]]

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        """Return the records of those IDs that exist, in the order asked; an unknown ID is left out.

        The SHA-256 is of the text that Chroma has now. One call to Chroma, unless there are more IDs than it takes
        at once. Raises `StoreError`.
        """
        wanted = list(dict.fromkeys(ids))
        found: dict[str, FragmentRecord] = {}
        if not wanted:
            return found
        with translate_faults("Chroma", "look fragments up"):
            for batch in batches(wanted, self._client.get_max_batch_size()):
                rows = self._held(batch).items()
                found |= {one: read_fragment(one, text, values).record() for one, (text, values) in rows}
        return {one: found[one] for one in wanted if one in found}

    def close(self) -> None:
        """Release the files of a store opened by path; a client that was handed in stays open."""
        if self._owned:
            self._client.close()  # type: ignore[attr-defined]  # the client has it, its interface does not say so

    def _add_batch(self, batch: list[Fragment]) -> None:
        # Putting a vector again in place of the old one takes Chroma a hundred times as long as a new one.
        with translate_faults("Chroma", "look fragments up"):
            held = self._held([fragment.id for fragment in batch])
        known = [fragment for fragment in batch if held.get(fragment.id, (None,))[0] == fragment.text]
        changed = [fragment for fragment in known if not is_written(fragment, held[fragment.id][1])]
        fresh = [fragment for fragment in batch if held.get(fragment.id, (None,))[0] != fragment.text]
        if changed:
            with translate_faults("Chroma", "renew what it knows of fragments"):
                self._collection.update(
                    ids=[fragment.id for fragment in changed],
                    metadatas=[write_metadata(fragment) for fragment in changed],
                )
        if fresh:
            vectors = self._vectors([fragment.text for fragment in fresh], asked=False)
            with translate_faults("Chroma", "store fragments"):
                self._collection.upsert(
                    ids=[fragment.id for fragment in fresh],
                    documents=[fragment.text for fragment in fresh],
                    embeddings=vectors,
                    metadatas=[write_metadata(fragment) for fragment in fresh],
                )
            self._dimension = self._dimension or len(vectors[0])

    def _held(self, ids: list[str]) -> dict[str, tuple[str, Mapping[str, Any] | None]]:
        result: Any = self._collection.get(ids=ids, include=["documents", "metadatas"])
        rows = zip(result["ids"], result["documents"], result["metadatas"], strict=True)
        return {one: (text or "", metadata) for one, text, metadata in rows}

    def _nearest(
        self, vector: Sequence[float], where: dict[str, Any] | None, limit: int
    ) -> list[tuple[float, Fragment]]:
        with translate_faults("Chroma", "search"):
            result: Any = self._collection.query(
                query_embeddings=[vector],
                n_results=limit,
                where=where,
                include=["documents", "metadatas", "distances"],
            )
            rows = zip(*(result[key][0] for key in ("ids", "documents", "metadatas", "distances")), strict=True)
            hits = [(float(distance), *row) for *row, distance in rows]
            # Among many equal vectors (the same footer in every document) Chroma's graph loses the others.
            if len(hits) < limit and len(self._collection.get(where=where, limit=limit, include=[])["ids"]) > len(hits):
                hits = self._compare_all(vector, where)
        return [(distance, read_fragment(one, text or "", metadata)) for distance, one, text, metadata in hits]

    def _compare_all(self, vector: Sequence[float], where: dict[str, Any] | None) -> list[tuple[float, Any, Any, Any]]:
        result: Any = self._collection.get(
            where=where, limit=MOST_COMPARED, include=["documents", "metadatas", "embeddings"]
        )
        keys = ("ids", "documents", "metadatas", "embeddings")
        rows = zip(*(result[key] for key in keys), strict=True)
        measure = distance_in(self._collection.configuration_json)
        return [(measure(vector, other), one, text, metadata) for one, text, metadata, other in rows]

    def _open_collection(self, name: str) -> "Collection":
        with translate_faults("Chroma", "open the collection"):
            collection = self._client.get_or_create_collection(
                name,
                # Vectors are always worked out here: Chroma's own default would download a model.
                embedding_function=None,
                metadata={EMBEDDING_KEY: self._embedding_name},
                configuration=_GRAPH,
            )
        made_by = (collection.metadata or {}).get(EMBEDDING_KEY) or _declared_embedding(collection)
        if made_by != self._embedding_name and not (made_by is None and self._vouched):
            raise ConfigurationError(
                f"The collection {name} was made with "
                + (f"the embedding {made_by}" if made_by else "an embedding that it does not name")
                + f", not with {self._embedding_name}: their vectors cannot be compared.",
                hint="Pass that embedding (embedding=…), or name another collection and add the fragments to it.",
            )
        return collection

    def _stored_dimension(self) -> int | None:
        with translate_faults("Chroma", "read the collection"):
            vectors = self._collection.get(limit=1, include=["embeddings"])["embeddings"]
        return len(vectors[0]) if vectors is not None and len(vectors) else None

    def _vectors(self, texts: list[str], *, asked: bool) -> list[Any]:
        embed = getattr(self._embedding, "embed_query", self._embedding) if asked else self._embedding
        with translate_faults("Chroma", f"get vectors from the embedding {self._embedding_name}"):
            vectors = list(embed(input=texts))
        if len(vectors) != len(texts):
            raise StoreError(
                f"The embedding {self._embedding_name} gave {len(vectors)} vectors for {len(texts)} texts.",
                hint="It must give one for each.",
                retryable=False,
            )
        if self._dimension is not None and len(vectors[0]) != self._dimension:
            raise ConfigurationError(
                f"The collection holds vectors of {self._dimension} dimensions, and the embedding "
                f"{self._embedding_name} gives {len(vectors[0])}.",
                hint="Pass the embedding that made the collection, or name another collection.",
            )
        return vectors


def _open_client(path: str | Path | None) -> "ClientAPI":
    try:
        import chromadb  # noqa: PLC0415 - an optional library, loaded on first use
    except ModuleNotFoundError as error:
        if error.name != "chromadb":
            raise
        raise MissingExtraError("chromadb", extra="chroma", purpose="ChromaStore") from None
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    try:
        with translate_faults("Chroma", "open its database"):
            if path is None:
                return chromadb.EphemeralClient(settings=settings)
            return chromadb.PersistentClient(path=str(path), settings=settings)
    except StoreError as error:
        raise StoreError(
            str(error),
            hint="Check that the folder can be written. If this process has it open already, pass that client=….",
            retryable=error.retryable,
        ) from None


def _declared_embedding(collection: "Collection") -> str | None:
    declared = collection.configuration_json.get("embedding_function") or {}
    name = declared.get("name")
    return name if isinstance(name, str) else None


def _conditions(reader: Reader | None) -> Iterator[dict[str, Any] | None]:
    if reader is None:
        yield None
        return
    for principals in batches(sorted(reader.principals), MOST_PRINCIPALS):
        yield allow_in_chroma(principals)
