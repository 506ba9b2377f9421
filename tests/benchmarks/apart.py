"""Peers that have dependencies of their own, each run by the interpreter of an environment of its own.

Not run from here: `benchmarks.claims --peers` makes the environments and calls `python apart.py NAME` in each of them,
with the claims as JSON on standard input: pairs of a claim and its evidence. What comes back is a line of JSON: the
seconds of processor time a claim, the best of some rounds, and how many claims the peer takes for supported. So this
file imports nothing of ours, and of the peers only what it is asked for.
"""

import json
import os
import sys
import time
import types
import zlib
from collections.abc import Callable

ROUNDS = 5
Pair = tuple[str, str]
# Whether it takes a claim for supported by its evidence.
Verify = Callable[[str, str], bool]
_SIZE = 256


def citenexus() -> Verify:
    """Its rules without a model, as its own documentation calls them: the answer cites the unit by a marker."""
    from citenexus.answer.verify_answer import EvidenceUnit, verify_answer  # type: ignore[import-not-found,unused-ignore]

    def verify(claim: str, text: str) -> bool:
        result = verify_answer(f"{claim.rstrip('.')} [eu:S].", [EvidenceUnit(id="S", text=text)])
        return bool(result.evidence.all_claims_verified)

    return verify


def guardrails() -> Verify:
    """Provenance by embeddings, over pieces of a hundred characters, with vectors of hashed trigrams.

    A real embedding function costs far more, so that what this takes is the least that the peer takes. Its sentence
    splitter and its own model want downloads beyond the package index: neither is used, nor is its telemetry.
    """
    os.environ["OTEL_SDK_DISABLED"] = "true"
    import nltk  # type: ignore[import-not-found,unused-ignore]

    nltk.download = lambda *_, **__: False
    unused = types.ModuleType("sentence_transformers")
    unused.SentenceTransformer = None  # type: ignore[attr-defined]  # a stand-in for what a given function replaces
    sys.modules["sentence_transformers"] = unused
    import numpy as np  # type: ignore[import-not-found,unused-ignore]
    from guardrails import Guard  # type: ignore[import-not-found,unused-ignore]
    from guardrails.settings import settings  # type: ignore[import-not-found,unused-ignore]
    from guardrails_ai.provenance_embeddings import ProvenanceEmbeddings  # type: ignore[import-not-found,unused-ignore]

    settings.rc.enable_metrics, settings.disable_tracing = False, True

    def embed(texts: str | list[str]) -> object:
        rows = [texts] if isinstance(texts, str) else texts
        vectors = np.zeros((len(rows), _SIZE))
        for row, text in enumerate(rows):
            for start in range(len(text) - 2):
                vectors[row, zlib.crc32(text[start : start + 3].encode()) % _SIZE] += 1
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1)

    guard = Guard().use(ProvenanceEmbeddings(validation_method="full", on_fail="noop"))
    pieces = {"embed_function": embed, "chunk_strategy": "char", "chunk_size": 100, "chunk_overlap": 20}
    return lambda claim, text: bool(guard.validate(claim, metadata={"sources": [text], **pieces}).validation_passed)


PEERS = {"citenexus": citenexus, "guardrails": guardrails}


def measure(verify: Verify, pairs: list[Pair]) -> dict[str, float]:
    """Return the seconds of processor time a claim, and the number of claims that are taken for supported."""
    best, supported = float("inf"), 0
    for _ in range(ROUNDS):
        started = time.process_time()
        supported = sum(verify(claim, text) for claim, text in pairs)
        best = min(best, (time.process_time() - started) / len(pairs))
    return {"seconds": best, "supported": supported}


if __name__ == "__main__":
    told = measure(PEERS[sys.argv[1]](), json.load(sys.stdin))
    print(json.dumps(told))
