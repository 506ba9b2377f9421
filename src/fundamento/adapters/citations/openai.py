"""OpenAI's annotations: places and spans of the answer with the file or the address that they cite.

Shapes: OpenAI, "File search" and "Web search" (Responses API), "Chat Completions", and messages of threads. A file
citation of the Responses API has a place (`index`) and no span; the others have the span of their marker, or the
span that they are about. A `file_path` is a file that the model made, and no source. Offsets count code points.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from fundamento.adapters.citations.cited_text import Assembly, CitedText, locate
from fundamento.adapters.citations.payloads import first_field, is_silent, read_index, read_list, read_names, read_text
from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span

# Markers of file search as models write them: 【4:0†source】, and the form in private-use characters.
_MARKER: Final = re.compile(
    r"【(?P<place>\d{1,6}(?::\d{1,6})?)†(?P<name>[^【】\n]{0,200})】"
    r"|\ue200\w{0,16}\ue202(?P<refs>[^\ue200\ue201]{1,500})\ue201"
)
_LAST_NUMBER: Final = re.compile(r"(\d{1,6})\Z")
_SHOWS: Final = re.compile(r"\s*[(\[【].*[)\]】]\s*", re.DOTALL)
_CLOSING: Final = {"(": ")", "[": "]", "【": "】"}


def read_openai(output: object) -> CitedText | None:
    """Read a response, a chat completion, a message of either or of a thread; None: another shape."""
    found = _Output()
    if items := read_list(output, "output"):
        for item in items:
            if first_field(item, "type") == "file_search_call":
                found.results.extend(read_list(item, "results"))
            elif first_field(item, "type") in ("message", None):
                found.read_message(item)
    elif choices := read_list(output, "choices"):
        found.read_message(first_field(choices[0], "message"))
    else:
        found.read_message(output)
    return found.answer() if found.read else None


@dataclass(slots=True)
class _Output:
    """Texts and their annotations as they are found; `results` are those of the file searches, in order."""

    results: list[object] = field(default_factory=list)
    parts: list[tuple[str, Sequence[object]]] = field(default_factory=list)
    refused: bool = False
    read: bool = False

    def read_message(self, message: object) -> None:
        content = first_field(message, "content")
        if isinstance(content, list | tuple):
            for part in content:
                self._read_part(part)
            self.read = True
        elif isinstance(content, str):
            self._read(content, read_list(message, "annotations"))
        elif read_text(message, "refusal"):
            self.read = self.refused = True
        elif is_silent(message):
            self.read = True
        else:
            self._read_part(message)

    def answer(self) -> CitedText:
        answer = Assembly()
        for text, annotations in self.parts:
            span = answer.add(text, between="\n\n")
            taken: list[Span] = []
            for annotation in annotations:
                taken.extend(_annotate(answer, span, annotation))
            for marker in _MARKER.finditer(text):
                if not any(each.start < marker.end() and marker.start() < each.end for each in taken):
                    at = Span(marker.start(), marker.end()).shift(span.start)
                    answer.cite(at, list(self._named(marker)), marker=True)
        if self.refused:
            answer.flag("refusal")
        return answer.done()

    def _read_part(self, part: object) -> None:
        text = first_field(part, "text")
        if isinstance(text, str):
            self._read(text, read_list(part, "annotations"))
        elif (value := read_text(text, "value")) is not None:
            self._read(value, read_list(text, "annotations"))
        elif read_text(part, "refusal"):
            self.refused = True

    def _read(self, text: str, annotations: Sequence[object]) -> None:
        self.parts.append((text, annotations))
        self.read = True

    def _named(self, marker: re.Match[str]) -> Iterator[Source]:
        """Yield what a marker without an annotation names: a result of the searches, or a place among what was sent."""
        refs = marker["refs"].split("\ue202") if marker["refs"] else [marker["place"]]
        for ref in refs:
            number = _LAST_NUMBER.search(ref)
            place = int(number[1]) if number else None
            if place is not None and place < len(self.results):
                result = self.results[place]
                yield Source(
                    tuple(read_names(result, "file_id", "filename")) or (ref,),
                    quote=read_text(result, "text"),
                    whole=True,
                )
            else:
                # The name goes first, so that it wins over the place where it is one.
                yield Source(tuple(name for name in (marker["name"], ref) if name), None if self.results else place)


def _annotate(answer: Assembly, part: Span, annotation: object) -> list[Span]:
    """Note one annotation; the span of its marker is returned, so that it is not read again."""
    kind = read_text(annotation, "type")
    if kind == "file_path":
        return []
    held = first_field(annotation, kind or "") or annotation
    text = answer.text[part.start : part.end]
    source = Source(tuple(read_names(held, "file_id", "url", "filename", "title")), quote=read_text(held, "quote"))
    sources = [source] if source.names else []
    place = read_index(annotation, "index")
    start, end = read_index(held, "start_index"), read_index(held, "end_index")
    start, end = (place, place) if start is None and end is None else (start, end)
    if start is None and end is None:
        start, end = read_index(annotation, "start_index"), read_index(annotation, "end_index")
    span = locate(text, start, end, read_text(annotation, "text"))
    if span is None:
        answer.cite(None, sources)
        return []
    span, marker = as_marker(text, span, read_text(held, "url"))
    answer.cite(span.shift(part.start), sources, marker=marker or read_text(annotation, "text") is not None)
    return [span]


def as_marker(text: str, span: Span, url: str | None = None) -> tuple[Span, bool]:
    """Return a span, and whether it only shows that something is cited: empty, in brackets, or with the address."""
    passage = text[span.start : span.end]
    closing = _CLOSING.get(passage[:1])
    if closing and not passage.endswith(closing) and text[span.end : span.end + 1] == closing:
        span = Span(span.start, span.end + 1)  # OpenAI's description of the end can be read as inclusive
        passage += closing
    if not passage and (marker := _MARKER.match(text, span.start)):
        return Span(span.start, marker.end()), True
    return span, not passage.strip() or _SHOWS.fullmatch(passage) is not None or (url is not None and url in passage)
