"""Cohere's citations: spans of the answer, each with the IDs of the documents or tool results that it rests on.

Shapes: Cohere, "RAG citations" and "Citations for tool use" (API v2), and the older responses of API v1. Offsets count
code points of the content block that `content_index` names. Documents without an ID of their own are `doc:0`, `doc:1`
and so on.
"""

import re
from typing import Final

from fundamento.adapters.citations.cited_text import Assembly, CitedText, locate
from fundamento.adapters.citations.payloads import first_field, is_silent, read_index, read_list, read_names, read_text
from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span

_GIVEN_ID: Final = re.compile(r"(?:doc|document)s?[:_-]?(?:\d{1,6}[:_-])?(\d{1,6})")
_RESULT_ID: Final = re.compile(r"[^\s]{1,200}:(\d{1,6})")
# Citations of what the model planned or thought are not about the answer.
_OF_THE_ANSWER: Final = ("TEXT_CONTENT", None)
_TEXTS: Final = ("text", "snippet", "content", "data", "body", "contents")


def read_cohere(output: object) -> CitedText | None:
    """Read a response of the Chat API, v2 or v1, or its message; None: another shape."""
    message = first_field(output, "message") or output
    content = first_field(message, "content", "text")
    answer = Assembly()
    places: dict[int, Span] = {}
    if isinstance(content, str):
        places[0] = answer.add(content)
    elif isinstance(content, list | tuple):
        for index, block in enumerate(content):
            text = read_text(block, "text")
            if text is not None and first_field(block, "type") in ("text", None):
                places[index] = answer.add(text, between="\n\n")
    elif not is_silent(message):
        return None
    for citation in read_list(message, "citations"):
        if first_field(citation, "type") in _OF_THE_ANSWER:
            block_index = read_index(citation, "content_index")
            part = places.get(min(places, default=0) if block_index is None else block_index)
            answer.cite(None if part is None else _place(answer, part, citation), _sources(citation, output))
    return answer.done()


def _place(answer: Assembly, part: Span, citation: object) -> Span | None:
    text = answer.text[part.start : part.end]
    start, end = read_index(citation, "start"), read_index(citation, "end")
    found = locate(text, start, end, read_text(citation, "text"))
    return None if found is None else found.shift(part.start)


def _sources(citation: object, output: object) -> list[Source]:
    sources = [_source(each) for each in read_list(citation, "sources")]
    documents = {name: each for each in read_list(output, "documents") if (name := read_text(each, "id"))}
    ids = [each for each in read_list(citation, "document_ids", "documentIds") if isinstance(each, str)]
    return sources + [
        Source((each,), _place_of(each, _GIVEN_ID), read_text(documents.get(each), *_TEXTS), whole=True) for each in ids
    ]


def _source(source: object) -> Source:
    held = first_field(source, "document", "tool_output")
    name = read_text(source, "id") or ""
    pattern = _RESULT_ID if first_field(source, "type") == "tool" else _GIVEN_ID
    names = [*read_names(source, "id"), *read_names(held, "id", "url", "title")]
    return Source(tuple(dict.fromkeys(names)), _place_of(name, pattern), read_text(held, *_TEXTS), whole=True)


def _place_of(name: str, pattern: re.Pattern[str]) -> int | None:
    """Return the place in the list that was sent, where the ID is one that Cohere gave."""
    found = pattern.fullmatch(name)
    return None if found is None else int(found[1])
