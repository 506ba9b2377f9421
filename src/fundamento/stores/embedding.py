"""What turns text into vectors, and one that needs no model."""

import math
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from fundamento.errors import ConfigurationError
from fundamento.stores.stems import stems

DIMENSION = 2048
# What a text without any word would weigh, in squared stems. Without it a heading of one word beats every sentence.
_PIVOT = 8.0


class Embedding(Protocol):
    """Text to vectors. Every Chroma `EmbeddingFunction` is one.

    Where it has `embed_query`, questions go through that instead.
    """

    def __call__(self, input: Any) -> Any:  # noqa: A002, ANN401 - as Chroma declares it, with arrays of its own
        """Return one vector a text, all of one dimension."""
        ...

    def name(self) -> str:
        """Return the name that a collection remembers; another name means vectors that cannot be compared."""
        ...


class HashedStems:
    """A bag of stems, hashed into 2,048 dimensions: no model, no download, the same on every platform.

    Finds fragments that share words with the question, in any inflection, in Spanish or English, with or without
    accents. It knows no synonyms, does not match a question in one language with a text in the other, and weighs a
    common word like a rare one. Good for trying things out and for corpora whose users speak the words of the
    texts; for paraphrase, give the store a trained embedding.
    """

    def __call__(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
        """Return one vector of length 1 a text to be found; short ones are held back, like in BM25."""
        return [_embed(text, _PIVOT) for text in input]

    def embed_query(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
        """Return one vector of length 1 a question; all zeros for one without content words."""
        return [_embed(text, 0.0) for text in input]

    @staticmethod
    def name() -> str:
        """Return the name, which changes whenever the vectors do."""
        return f"fundamento-hashed-stems-{DIMENSION}-v1"


def embedding_name(embedding: Embedding) -> str:
    """Return the name of an embedding. Raises `ConfigurationError` where it has none."""
    name = getattr(embedding, "name", None)
    found = name() if callable(name) else None
    if not isinstance(found, str) or not found:
        raise ConfigurationError(
            f"The embedding {type(embedding).__name__} has no name.",
            hint="Give it a method name() that returns a string: the collection must remember what made its vectors.",
        )
    return found


def distance_in(configuration: Mapping[str, Any]) -> Callable[[Sequence[float], Sequence[float]], float]:
    """Return the distance that a Chroma collection of this configuration is searched by; less is nearer."""
    index = configuration.get("hnsw") or configuration.get("spann") or {}
    return _DISTANCES.get(str(index.get("space")), _squared_distance)


def cosine_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return 1 minus the cosine of two vectors, from 0 to 2; 1 where one of them has no length."""
    lengths = math.sqrt(_product(one, one)) * math.sqrt(_product(other, other))
    return 1 - _product(one, other) / lengths if lengths else 1.0


def _product_distance(one: Sequence[float], other: Sequence[float]) -> float:
    return 1 - _product(one, other)


def _squared_distance(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)))


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum(a * b for a, b in zip(one, other, strict=True)))


_DISTANCES: Final[Mapping[str, Callable[[Sequence[float], Sequence[float]], float]]] = MappingProxyType(
    {"cosine": cosine_distance, "ip": _product_distance, "l2": _squared_distance}
)


def _embed(text: str, pivot: float) -> list[float]:
    vector = [0.0] * DIMENSION
    for stem, count in Counter(stems(text)).items():
        code = zlib.crc32(stem.encode("utf-8", "surrogatepass"))
        # Half of the stems count down, so that two that fall into one place do not look like a repetition. The last
        # place is the pivot's.
        vector[code % (DIMENSION - 1)] += (1 + math.log(count)) * (1 if code >> 31 else -1)
    vector[-1] = math.sqrt(pivot)
    length = math.sqrt(sum(value * value for value in vector))
    return [value / length for value in vector] if length else vector
