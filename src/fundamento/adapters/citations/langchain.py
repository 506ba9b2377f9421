"""LangChain's standard content blocks: text blocks whose annotations are citations.

Shapes: langchain-core, `AIMessage.content_blocks` and the type `Citation`. Offsets count code points of the block's
text; without them the whole block is cited. `extras` holds what the provider said besides.
"""

from dataclasses import replace

from fundamento.adapters.citations.anthropic import read_source
from fundamento.adapters.citations.cited_text import OUT_OF_PLACE, Assembly, CitedText, locate
from fundamento.adapters.citations.gemini import locate_bytes
from fundamento.adapters.citations.openai import as_marker
from fundamento.adapters.citations.payloads import first_field, is_silent, read_index, read_list, read_names, read_text
from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span


def read_langchain(output: object) -> CitedText | None:
    """Read a message of LangChain, its content blocks, or either as a mapping; None: another shape."""
    held = first_field(output, "data", "kwargs") or output
    blocks = output if isinstance(output, list | tuple) else first_field(held, "content_blocks", "content")
    answer = Assembly()
    if isinstance(blocks, str):
        answer.add(blocks)
        blocks = ()
    if blocks is None and is_silent(held):
        blocks = ()
    if not isinstance(blocks, list | tuple):
        return None
    for block in blocks:
        text = block if isinstance(block, str) else read_text(block, "text")
        if text is None or first_field(block, "type") not in ("text", None):
            continue
        span = answer.add(text)
        for annotation in read_list(block, "annotations"):
            if first_field(annotation, "type") == "citation":
                _annotate(answer, span, annotation)
    return answer.done()


def _annotate(answer: Assembly, part: Span, citation: object) -> None:
    text = answer.text[part.start : part.end]
    extras = first_field(citation, "extras")
    start, end = read_index(citation, "start_index"), read_index(citation, "end_index")
    of_google = read_index(extras, "grounding_chunk_index") is not None
    said = read_text(citation, "cited_text") if of_google else None
    if start is None and end is None:
        place = read_index(extras, "index")
        found: Span | None = Span(0, len(text)) if place is None else locate(text, place, place, None)
    elif of_google and end is not None:
        # Google's offsets count bytes, and its `cited_text` is the answer's own.
        found = locate_bytes(text, start or 0, end, said)
    else:
        found = locate(text, start, end, None)
    if found is None:
        answer.flag(OUT_OF_PLACE)
        return
    source = _source(citation, extras, quoted=not of_google)
    span, marker = as_marker(text, found, read_text(citation, "url"))
    answer.cite(span.shift(part.start), [source] if source.names or source.place is not None else [], marker=marker)


def _source(citation: object, extras: object, *, quoted: bool) -> Source:
    said = read_source(extras)
    names = (
        *read_names(citation, "url"),
        *said.names,
        *read_names(extras, "document_id"),
        *read_names(citation, "title"),
    )
    quote = read_text(citation, "cited_text") if quoted else None
    return replace(said, names=tuple(dict.fromkeys(names)), quote=quote)
