"""Gemini's grounding metadata: segments of the answer, each with the chunks that support it.

Shapes: Google, "Grounding metadata" (Gemini API and Vertex AI), in camel case (REST) or snake case (clients). A
segment's offsets count bytes of the answer's part as UTF-8, and an absent start is 0. Chunks are Google's own list: a
fragment is known by the chunk's address, title or document, or by its text, and never by a chunk's place.
"""

from collections.abc import Sequence

from fundamento.adapters.citations.cited_text import Assembly, CitedText, locate
from fundamento.adapters.citations.payloads import first_field, read_index, read_list, read_names, read_text
from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span


def read_gemini(output: object) -> CitedText | None:
    """Read a response of generateContent, or its first candidate; None: another shape."""
    candidates = read_list(output, "candidates")
    candidate = candidates[0] if candidates else output
    parts = read_list(first_field(candidate, "content"), "parts")
    if not parts and not candidates:
        return None
    answer = Assembly()
    places: dict[int, Span] = {}
    for index, part in enumerate(parts):
        text = read_text(part, "text")
        if text is not None and not first_field(part, "thought"):
            places[index] = answer.add(text)
    grounding = first_field(candidate, "groundingMetadata", "grounding_metadata")
    chunks = read_list(grounding, "groundingChunks", "grounding_chunks")
    for support in read_list(grounding, "groundingSupports", "grounding_supports"):
        segment = first_field(support, "segment")
        indices = read_list(support, "groundingChunkIndices", "grounding_chunk_indices")
        answer.cite(_place(answer, places, segment), [_source(chunks, index) for index in indices])
    return answer.done()


def _place(answer: Assembly, places: dict[int, Span], segment: object) -> Span | None:
    index = read_index(segment, "partIndex", "part_index")
    part = places.get(min(places, default=0) if index is None else index)
    start, end = read_index(segment, "startIndex", "start_index") or 0, read_index(segment, "endIndex", "end_index")
    said = read_text(segment, "text")
    if part is None or end is None:
        return locate(answer.text, None, None, said)
    text = answer.text[part.start : part.end]
    found = locate_bytes(text, start, end, said)
    return found.shift(part.start) if found is not None else locate(answer.text, None, None, said)


def locate_bytes(text: str, start: int, end: int, said: str | None) -> Span | None:
    """Return the span between two bytes of a text as UTF-8, moved out to whole code points; None: there is none."""
    encoded = text.encode("utf-8", "surrogatepass")
    if not 0 <= start <= end:
        return locate(text, None, None, said)
    low, high = _points(encoded, start, -1), _points(encoded, min(end, len(encoded)), 1)
    return locate(text, low, high if end <= len(encoded) else high + 1, said)


def _points(encoded: bytes, place: int, step: int) -> int:
    """Return the code points before a byte; a byte inside one is moved by `step` to its edge."""
    place = min(place, len(encoded))
    while 0 < place < len(encoded) and encoded[place] & 0xC0 == 0x80:
        place += step
    return len(encoded[:place].decode("utf-8", "surrogatepass"))


def _source(chunks: Sequence[object], index: object) -> Source:
    place = index if isinstance(index, int) and not isinstance(index, bool) else -1
    if not 0 <= place < len(chunks):
        return Source((f"chunk[{place}]",))
    chunk = chunks[place]
    held = first_field(chunk, "retrievedContext", "retrieved_context", "web", "maps")
    passage = first_field(held, "ragChunk", "rag_chunk")
    camel, snake = ("uri", "documentName", "title"), ("document_name", "placeId", "place_id")
    names = tuple(read_names(held, *camel, *snake)) or (f"chunk[{place}]",)
    return Source(names, quote=read_text(held, "text") or read_text(passage, "text"), whole=True)
