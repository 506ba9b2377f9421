"""Pages of lines as paragraphs, headings, items and rows; what runs along the margins is left out."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, NamedTuple

from fundamento.ingest.composing import CELL_BREAK, Composer
from fundamento.origins import Kind
from fundamento.spans import EditKind, Span

_MARGIN: Final = 0.12  # of the page's height, at the top and at the bottom
_REPEATS: Final = 3  # pages on which a line stands before it counts as running
_NUMBER: Final = re.compile(r"\d{1,5}")
_PAGE_WORDS: Final = re.compile(r"(?:página|pagina|pág\.?|pag\.?|page|p\.|de|of|/|[-–—|.\s])*", re.IGNORECASE)
_BULLET: Final = re.compile(r"[•·▪▫◦‣●○■□–—*-][ \t\u00a0]+(?=\S)")
_ENUMERATOR: Final = re.compile(r"(?:\d{1,3}|[a-zA-Z])[.)][ \t\u00a0]+(?=\S)")
_ENDS: Final = re.compile(r"[.!?…:;»”\")\]]\s*$")
_FOLDED: Final = re.compile(r"[\W_]+")
_NUMBERING: Final = re.compile(r"^(?:capítulo|capitulo|chapter|apéndice|appendix)?\d+")
_HYPHEN: Final = "\ufffe"


class Line(NamedTuple):
    """A line of a page: its code points in the page's text, its place in points, its height, and its wide gaps."""

    span: Span
    left: float
    bottom: float
    right: float
    size: float
    gaps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageLines:
    """A page: its number from 1, its text, its height in points, its lines in reading order."""

    number: int
    text: str
    height: float
    lines: Sequence[Line]

    def text_of(self, line: Line) -> str:
        """Return what a line says."""
        return self.text[line.span.start : line.span.end]


def arrange(composer: Composer, pages: Sequence[PageLines], outline: Sequence[tuple[int, int, str]]) -> None:
    """Put the text of pages together; `outline` holds page, level and title of each heading."""
    running = find_running(pages)
    levels = _find_headings(pages, outline, running)
    lines = [line for page in pages for line in page.lines]
    writer = _Writer(composer, _typical_step(pages), median(line.size for line in lines) if lines else 0)
    start = 0
    for page in pages:
        writer.turn(page, start)
        for index, line in enumerate(page.lines):
            kind = running.get((page.number, index))
            if kind is not None:
                composer.drop(start + line.span.start, EditKind.WHITE_SPACE)
                composer.drop(start + line.span.end, kind)
            else:
                writer.write(line, levels.get((page.number, index), 0))
        start += len(page.text) + 1


def find_running(pages: Sequence[PageLines]) -> dict[tuple[int, int], EditKind]:
    """Return the lines (page, index) that run along the margins, from page to page.

    That is the same text at the same height on three pages or more, or a number there that counts the pages. A line
    that only might be one stays: text that is lost is worse than a header that is not.
    """
    found: dict[tuple[int, int], EditKind] = {}
    seen: dict[tuple[str, int], list[tuple[int, int, EditKind]]] = defaultdict(list)
    for page in pages:
        for index, line in enumerate(page.lines):
            kind = _margin(page, line)
            if kind is None:
                continue
            text = " ".join(page.text_of(line).split())
            seen[text, round(line.bottom / 4)].append((page.number, index, kind))
            if key := _counting(text, page.number):
                seen[key, round(line.bottom / 4)].append((page.number, index, kind))
    for places in seen.values():
        numbers = {page for page, _, _ in places}
        # On left or right pages only, at least: a word at the top of pages far apart is none.
        if len(numbers) >= _REPEATS and 2 * len(numbers) > max(numbers) - min(numbers):
            found |= {(page, index): kind for page, index, kind in places}
    return found


def _margin(page: PageLines, line: Line) -> EditKind | None:
    if line.bottom + line.size > (1 - _MARGIN) * page.height:
        return EditKind.RUNNING_HEADER
    return EditKind.RUNNING_FOOTER if line.bottom < _MARGIN * page.height else None


def _counting(text: str, page: int) -> str:
    """Return what a line with the page's number says besides; empty: it has none, or it may be a heading's.

    "Artículo 3" may head the third page by right; so a single word and a number are no running line, unless the word
    means a page.
    """
    numbers = [(match, int(match[0]) - page) for match in _NUMBER.finditer(text)]
    if not numbers or len(text) > 120:
        return ""
    match, distance = min(numbers, key=lambda one: (abs(one[1]), one[0].start()))
    rest = f"{text[: match.start()]}\0{text[match.end() :]}"
    words = rest.replace("\0", " ")
    if _PAGE_WORDS.fullmatch(_NUMBER.sub(" ", words)) or len(words.split()) > 1:
        return f"\0{distance}\0{rest}"
    return ""


def _typical_step(pages: Sequence[PageLines]) -> float:
    steps = [
        round(above.bottom - below.bottom, 1)
        for page in pages
        for above, below in zip(page.lines, page.lines[1:], strict=False)
        if 0 < above.bottom - below.bottom < 3 * above.size
    ]
    return Counter(steps).most_common(1)[0][0] if steps else 0


def _find_headings(
    pages: Sequence[PageLines], outline: Sequence[tuple[int, int, str]], running: dict[tuple[int, int], EditKind]
) -> dict[tuple[int, int], int]:
    """Return the level of each line that is a heading, or a part of one."""
    if outline:
        return dict(_match_outline(pages, outline, running))
    sizes = Counter[float]()
    for page in pages:
        for line in page.lines:
            sizes[round(line.size, 1)] += len(line.span)
    body = sizes.most_common(1)[0][0] if sizes else 0
    larger = sorted({size for size in sizes if size > 1.15 * body}, reverse=True)
    return {
        (page.number, index): min(6, 1 + larger.index(round(line.size, 1)))
        for page in pages
        for index, line in enumerate(page.lines)
        if round(line.size, 1) in larger and len(line.span) < 200 and (page.number, index) not in running
    }


def _match_outline(
    pages: Sequence[PageLines], outline: Sequence[tuple[int, int, str]], running: dict[tuple[int, int], EditKind]
) -> Iterator[tuple[tuple[int, int], int]]:
    wanted: dict[int, list[tuple[str, int]]] = defaultdict(list)
    for number, level, title in outline:
        wanted[number].append((_fold(title), min(level, 6)))
    for page in pages:
        titles = wanted.get(page.number, [])
        folded = [_fold(page.text_of(line)) for line in page.lines]
        for index in range(len(folded)):
            if (page.number, index) in running:
                continue
            for title, level in titles:
                length = _matching(folded, index, title)
                for offset in range(length):
                    yield (page.number, index + offset), level
                if length:
                    titles.remove((title, level))
                    break


def _matching(folded: Sequence[str], index: int, title: str) -> int:
    """Return how many lines from `index` on are a title, with or without a number before it; 0: they are not."""
    joined = ""
    for length in range(1, 4):
        joined += folded[index + length - 1] if index + length <= len(folded) else ""
        if title and title in {joined, _NUMBERING.sub("", joined)}:
            return length
    return 0


def _fold(text: str) -> str:
    return _FOLDED.sub("", text.casefold())


class _Writer:
    def __init__(self, composer: Composer, step: float, body: float) -> None:
        self._composer, self._step, self._body = composer, step, body
        self._page: PageLines | None = None
        self._start = 0
        self._last: Line | None = None
        self._last_text = ""
        self._level = 0
        self._row = self._turned = False

    def turn(self, page: PageLines, start: int) -> None:
        self._page, self._start, self._turned = page, start, self._last is not None

    def write(self, line: Line, level: int) -> None:
        if self._page is None:
            return
        text = self._page.text_of(line)
        start = self._start + line.span.start
        row = bool(self._cells(line, text)) and not level
        if self._continues(line, text, level) and not row:
            self._bridge(start)
        else:
            self._begin(text, level, row=row)
            self._composer.drop(start, EditKind.PAGE_BREAK if self._turned else EditKind.WHITE_SPACE)
        for gap in self._cells(line, text) if row else ():
            self._composer.take(self._start + gap)
            self._composer.swap(self._start + gap + 1, CELL_BREAK, EditKind.CELL_BREAK)
        self._composer.take(self._start + line.span.end)
        self._last, self._last_text, self._level, self._row, self._turned = line, text, level, row, False

    def _begin(self, text: str, level: int, *, row: bool) -> None:
        if level:
            self._composer.begin(Kind.HEADING, marker="#" * level + " ", level=level)
        elif row:
            self._composer.begin(Kind.ROW, join=self._row)
        elif _BULLET.match(text) or _ENUMERATOR.match(text):
            self._composer.begin(Kind.ITEM)
        else:
            self._composer.begin()

    def _cells(self, line: Line, text: str) -> Sequence[int]:
        marker = _BULLET.match(text) or _ENUMERATOR.match(text)
        first = line.span.start + (marker.end() if marker else 0)
        return [gap for gap in line.gaps if gap >= first]

    def _continues(self, line: Line, text: str, level: int) -> bool:
        last, composer = self._last, self._composer
        if last is None or self._row or level != self._level or not composer.is_open:
            return False
        if composer.source.startswith(_HYPHEN, composer.cursor) and not self._turned:
            return True
        running_on = not _ENDS.search(self._last_text) and text[:1].islower()
        # A line may begin in another font, as code does; then only a sentence that runs on tells.
        if _BULLET.match(text) or (abs(line.size - last.size) > 0.1 * last.size and not running_on):
            return False
        if self._turned:
            return running_on
        return self._follows(line, last, text)

    def _follows(self, line: Line, last: Line, text: str) -> bool:
        """Say whether a line stands right under the last one, or beside it where pdfium broke a line at a gap."""
        step = last.bottom - line.bottom
        if self._level:
            return 0 < step < 2.2 * last.size
        ended = _ENDS.search(self._last_text)
        # Where every step is a wide one, only the end of a sentence tells a paragraph from a line.
        if ended and (_ENUMERATOR.match(text) or step > 1.6 * last.size):
            return False
        return abs(step) < 0.3 * last.size or 0 < step < 1.35 * max(self._step, last.size)

    def _bridge(self, start: int) -> None:
        composer = self._composer
        if composer.source.startswith(_HYPHEN, composer.cursor):
            before, after = composer.source[composer.cursor - 1], composer.source[start]
            whole = before.isalpha() and after.islower()
            composer.swap(composer.cursor + 1, "" if whole else "-", EditKind.LINE_END_HYPHEN)
            composer.drop(start, EditKind.WHITE_SPACE)
        else:
            composer.swap(start, " ", EditKind.PAGE_BREAK if self._turned else EditKind.LINE_BREAK)
