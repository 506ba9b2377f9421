"""Splitting in MB a second beside two other libraries, on one text in one run, and how many offsets of each are right.

`make bench` installs those libraries in an environment of their own and runs this there. All cut to about 240
characters, without overlap. The text is Debian's reference manual in Spanish where it is installed, and invented
otherwise. An offset is right where the text at it is the piece's, and no piece begins before the last one ended.
"""

import gzip
import random
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from fundamento.fragments import Document
from fundamento.ingest import extract, split

MANUAL = Path("/usr/share/debian-reference/debian-reference.es.txt.gz")
ROUNDS = 5
SIZE = 240
_WORDS = "el plan conserva los archivos durante treinta días y después se borran salvo que haya contrato"

Piece = tuple[int | None, str]
Splitter = Callable[[str], Sequence[Piece]]


def make_text() -> str:
    """Return the text that all split."""
    if MANUAL.is_file():
        return gzip.decompress(MANUAL.read_bytes()).decode("utf-8")
    choose = random.Random(11)
    paragraphs = (
        " ".join(f"{' '.join(choose.choices(_WORDS.split(), k=choose.randint(4, 20))).capitalize()}." for _ in range(5))
        for _ in range(1_500)
    )
    return "\n\n".join(paragraphs)


def ours(text: str) -> Sequence[Piece]:
    """Decode, normalise and split, hashes and IDs included."""
    extracted = extract(text.encode(), ".txt")
    fragments = split(Document("d", extracted.text, origin=extracted.origin), target=SIZE)
    return [(fragment.source.start if fragment.source else None, fragment.text) for fragment in fragments]


def langchain() -> Splitter:
    """Return LangChain's splitter, with its offsets on."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter  # type: ignore[import-not-found,unused-ignore]  # in another environment

    splitter = RecursiveCharacterTextSplitter(chunk_size=SIZE, chunk_overlap=0, add_start_index=True)
    return lambda text: [(one.metadata["start_index"], one.page_content) for one in splitter.create_documents([text])]


def llama_index() -> Splitter:
    """Return LlamaIndex's splitter; it counts tokens, about three characters each in Spanish."""
    from llama_index.core import Document as LlamaDocument  # type: ignore[import-not-found,unused-ignore]  # as above
    from llama_index.core.node_parser import SentenceSplitter  # type: ignore[import-not-found,unused-ignore]  # as above

    splitter = SentenceSplitter(chunk_size=SIZE // 3, chunk_overlap=0)
    return lambda text: [
        (one.start_char_idx, one.text) for one in splitter.get_nodes_from_documents([LlamaDocument(text=text)])
    ]


def count_right(text: str, pieces: Sequence[Piece]) -> int:
    """Return how many pieces stand where they say, in order."""
    right, last = 0, 0
    for start, piece in pieces:
        if start is not None and start >= last and text.startswith(piece, start):
            right += 1
            last = start + len(piece)
    return right


def main() -> int:
    """Measure all three, in turn, and print a line each."""
    warnings.simplefilter("ignore")
    text = make_text()
    sides: dict[str, Splitter] = {"fundamento": ours, "LangChain": langchain(), "LlamaIndex": llama_index()}
    best = dict.fromkeys(sides, float("inf"))
    found: dict[str, Sequence[Piece]] = {}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            started = time.perf_counter()
            found[name] = side(text)
            best[name] = min(best[name], time.perf_counter() - started)
    size = len(text.encode()) / 1e6
    print(f"{size:.2f} MB of Spanish text")
    for name, seconds in best.items():
        right = f"{count_right(text, found[name]):,} of {len(found[name]):,} offsets right"
        print(f"{name:<12} {size / seconds:>7.2f} MB/s   {seconds / best['fundamento']:>6.2f}× our time   {right}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
