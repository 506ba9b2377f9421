"""Anthropic's citations: text blocks, each with what it cites of the documents or search results that were sent.

Shapes: Anthropic, "Citations" and "Search results". A text block is cited as a whole. Places of documents and of search
results count from 0; ends of characters, pages and blocks are exclusive.
"""

from fundamento.adapters.citations.cited_text import Assembly, CitedText
from fundamento.adapters.citations.payloads import first_field, is_silent, read_index, read_list, read_names, read_text
from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span


def read_anthropic(output: object) -> CitedText | None:
    """Read a message of the Messages API, or its list of blocks; None: another shape."""
    content = output if isinstance(output, list | tuple) else first_field(output, "content")
    answer = Assembly()
    if isinstance(content, str):
        answer.add(content)
        content = ()
    if content is None and is_silent(output):
        content = ()
    if not isinstance(content, list | tuple):
        return None
    for block in content:
        text = read_text(block, "text")
        if text is not None and first_field(block, "type") in ("text", None):
            span = answer.add(text)
            for citation in read_list(block, "citations"):
                answer.cite(span, [read_source(citation)])
    if read_text(output, "stop_reason") == "refusal":
        answer.flag("refusal")
    return answer.done()


def read_source(citation: object) -> Source:
    """Read one citation of any kind."""
    return Source(
        names=tuple(read_names(citation, "source", "url", "document_title", "title", "file_id")),
        place=read_index(citation, "document_index", "search_result_index"),
        quote=read_text(citation, "cited_text"),
        blocks=read_span(citation, "start_block_index", "end_block_index"),
        pages=read_span(citation, "start_page_number", "end_page_number"),
        characters=read_span(citation, "start_char_index", "end_char_index"),
    )


def read_span(citation: object, start: str, end: str) -> Span | None:
    """Return a range of a source; None where it is none."""
    first, last = read_index(citation, start), read_index(citation, end)
    return None if first is None or last is None or not 0 <= first <= last else Span(first, last)
